// Answers that algebra computes: exact, with the steps that prove them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "noether/algebra/decide/verdict.h"
#include "noether/answer/answer.h"
#include "noether/answer/compute/task.h"

namespace noether::answer {

struct ComputedAnswer {
  Task task;
  std::string asked;                 // LaTeX of what was computed, with its givens put in
  std::vector<std::string> results;  // LaTeX; of an equation its solutions, ascending
  std::string unknown;               // LaTeX, of an equation
  std::string condition;             // `for x ≠ 1`; empty when there is none
  // Whether the result equals the expression in question; for a comparison, whether the two are
  // equal.
  algebra::Verdict verdict = algebra::Verdict::Unknown;
  std::vector<ProofStep> steps;
  std::optional<Counterexample> counterexample = std::nullopt;  // of a refutation
  // Otherwise the task was recognised among words that are not understood, or the question is
  // ambiguous: the answer belongs below others.
  bool is_sure = false;
};

struct ComputeOptions {
  double seconds = 2;  // of each computation, of which a task has a few
  search::IsOver is_over = {};
};

// The task of a question, found quickly; empty if algebra does not know it.
std::optional<Task> task_of(const Question& question);
// Nothing when algebra cannot do it. The answer to a task that is sure need not be.
std::optional<ComputedAnswer> compute(Task task, const ComputeOptions& options = {});
std::optional<ComputedAnswer> compute(const Question& question, const ComputeOptions& options = {});

// The answer in words.
Answer answer_of(const ComputedAnswer& computed);

}  // namespace noether::answer
