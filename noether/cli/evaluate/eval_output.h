// The output of `noether eval`: tables as text, objects as JSON. eval_output.cpp has the tables,
// eval_json.cpp the objects, and eval_breakdown.cpp both for kinds of topics and for correlations
// of measures.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "noether/evaluation/measures/measure.h"
#include "noether/evaluation/score_table.h"
#include "noether/evaluation/statistics/comparison.h"
#include "noether/evaluation/statistics/topic_categories.h"

namespace noether::cli {

struct ScoredRun {
  std::string path;
  std::string label;  // the tag, or the path if tags are not unique
  evaluation::ScoreTable table;
};

// Compares all other runs with the first one by one measure.
struct MeasureComparison {
  std::string measure;
  std::vector<evaluation::SystemComparison> systems;
};

// Labels the runs; runs with the same tag are labelled by their paths.
void label_runs(std::vector<ScoredRun>& runs);
std::vector<MeasureComparison> compare_runs(
    const std::vector<ScoredRun>& runs, const std::vector<evaluation::MeasureRequest>& requests);

// Highlights the best value of each measure if `colours` is set.
std::string scores_text(const std::vector<ScoredRun>& runs,
                        const std::vector<evaluation::MeasureRequest>& requests, bool topics,
                        bool colours);
std::string comparison_text(const std::vector<ScoredRun>& runs,
                            const std::vector<MeasureComparison>& comparisons, bool colours);
// A list with an object for each measure.
std::string comparisons_json(const std::vector<MeasureComparison>& comparisons);

struct EvalSettings {
  std::string judgements;  // the path
  int threshold = 1;
};
// Names of additional members, and their values as JSON.
using JsonMembers = std::vector<std::pair<std::string, std::string>>;
std::string scores_json(const EvalSettings& settings, const std::vector<ScoredRun>& runs,
                        const std::vector<evaluation::MeasureRequest>& requests, bool topics,
                        const std::vector<MeasureComparison>& comparisons,
                        const JsonMembers& more = {});

// The mean scores of each run over the topics of each category.
std::string categories_text(const std::vector<ScoredRun>& runs,
                            const std::vector<evaluation::MeasureRequest>& requests,
                            const evaluation::TopicCategories& categories);
std::string categories_json(const std::vector<ScoredRun>& runs,
                            const std::vector<evaluation::MeasureRequest>& requests,
                            const evaluation::TopicCategories& categories);

// Pearson's r and Kendall's tau of every two measures over the runs.
std::string correlations_text(const std::vector<ScoredRun>& runs,
                              const std::vector<evaluation::MeasureRequest>& requests);
std::string correlations_json(const std::vector<ScoredRun>& runs,
                              const std::vector<evaluation::MeasureRequest>& requests);

}  // namespace noether::cli
