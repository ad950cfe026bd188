// Computes answers by algebra. They are exact, and have the steps that prove them.
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
  std::string asked;                 // LaTeX of the task, with its givens substituted
  std::vector<std::string> results;  // LaTeX; for an equation, its solutions, ascending
  std::string unknown;               // LaTeX; for an equation only
  std::string condition;             // such as `for x ≠ 1`; empty if there is no condition
  // Whether the result equals the expression in question; for a comparison, whether its two sides
  // are equal.
  algebra::Verdict verdict = algebra::Verdict::Unknown;
  std::vector<ProofStep> steps;
  std::optional<Counterexample> counterexample = std::nullopt;  // if refuted
  // If false, words around the task are not understood or the question is ambiguous, and the answer
  // belongs below others.
  bool is_sure = false;
};

struct ComputeOptions {
  double seconds = 2;  // per computation; a task has a few
  search::IsOver is_over = {};
};

// The task of a question, found quickly; empty if the question is not a task for algebra.
std::optional<Task> task_of(const Question& question);
// Returns nothing if algebra cannot do the task. The task may be sure while the answer is not.
std::optional<ComputedAnswer> compute(Task task, const ComputeOptions& options = {});
std::optional<ComputedAnswer> compute(const Question& question, const ComputeOptions& options = {});

// The answer in words.
Answer answer_of(const ComputedAnswer& computed);

}  // namespace noether::answer
