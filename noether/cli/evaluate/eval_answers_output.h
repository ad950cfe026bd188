// What `noether eval --task 3` prints.
#pragma once

#include <string>
#include <vector>

#include "noether/cli/evaluate/eval_output.h"
#include "noether/evaluation/answers/answer_scores.h"

namespace noether::cli {

struct ScoredAnswers {
  std::string path;
  evaluation::AnswerScores scores;
};

// All others against the first one, by each measure that both have.
std::vector<MeasureComparison> compare_answers(const std::vector<ScoredAnswers>& runs);

std::string answers_text(const std::vector<ScoredAnswers>& runs, bool topics);
std::string answers_json(const std::vector<ScoredAnswers>& runs, bool topics,
                         const std::vector<MeasureComparison>& comparisons);

}  // namespace noether::cli
