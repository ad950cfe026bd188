// What `noether eval` prints about kinds of topics, and about measures against each other.
#pragma once

#include <string>
#include <vector>

#include "noether/cli/evaluate/eval_output.h"
#include "noether/evaluation/measures/measure.h"
#include "noether/evaluation/statistics/topic_categories.h"

namespace noether::cli {

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
