// What `noether eval` prints: tables for people, objects for programs. Sources: eval_output.cpp has
// the tables, eval_json.cpp the objects, and eval_breakdown.cpp both for kinds of topics and for
// measures against each other.
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
  std::string label;  // the tag, or the path where tags are not different
  evaluation::ScoreTable table;
};

// One measure: all other runs against the first one.
struct MeasureComparison {
  std::string measure;
  std::vector<evaluation::SystemComparison> systems;
};

// Runs of one tag are told apart by their paths.
void label_runs(std::vector<ScoredRun>& runs);
std::vector<MeasureComparison> compare_runs(
    const std::vector<ScoredRun>& runs, const std::vector<evaluation::MeasureRequest>& requests);

// The best of each measure stands out when `colours` are wanted.
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
// Names of further members, and their values as JSON.
using JsonMembers = std::vector<std::pair<std::string, std::string>>;
std::string scores_json(const EvalSettings& settings, const std::vector<ScoredRun>& runs,
                        const std::vector<evaluation::MeasureRequest>& requests, bool topics,
                        const std::vector<MeasureComparison>& comparisons,
                        const JsonMembers& more = {});

// Each run by each category, the means of its topics.
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
