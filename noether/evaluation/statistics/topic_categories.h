// The categories of topics: by type, difficulty, dependency, complexity, or any other column of a
// file.
// The file is a table of words, separated by tabs or blanks. The first line names the columns, of
// which the first is `topic`; in the others, - means unknown:
//   topic  type         difficulty  dependency
//   A.301  computation  easy        both
//   A.302  proof        hard        -
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/evaluation/line_source.h"
#include "noether/evaluation/measures/measure.h"
#include "noether/evaluation/score_table.h"

namespace noether::evaluation {

struct TopicCategories {
  static constexpr std::size_t kMaxDimensions = 32;

  struct Dimension {
    std::string name;
    std::vector<std::string> categories;  // in the order of their first topics
  };
  static constexpr std::size_t kUnknown = SIZE_MAX;

  std::vector<Dimension> dimensions;
  // For each dimension, the number of the category or kUnknown.
  std::unordered_map<std::string, std::vector<std::size_t>> topics;
};

base::Result<TopicCategories> read_topic_categories(const std::string& path,
                                                    const ReadOptions& options = {});
base::Result<TopicCategories> read_topic_categories(LineSource& lines);

// The means over the topics of one category.
struct CategoryScores {
  std::string dimension;
  std::string category;
  std::size_t topics = 0;
  std::vector<double> means;  // for the measures of the table; 0 without topics
};

// Scores all categories of all dimensions in order, including those without a topic in the table.
// `measures` are those of the table; without them all means are arithmetic.
std::vector<CategoryScores> category_scores(const ScoreTable& table,
                                            const TopicCategories& categories,
                                            std::span<const MeasureRequest> measures = {});

}  // namespace noether::evaluation
