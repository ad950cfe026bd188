#include "noether/collection/problem_list.h"

#include <fmt/format.h>

#include <string_view>

namespace noether::collection {
namespace {

std::string_view prefix_of(Problem::Severity severity) {
  switch (severity) {
    case Problem::Severity::Skipped:
      return "skipped: ";
    case Problem::Severity::Flawed:
    case Problem::Severity::Remark:
      break;
  }
  return "";
}

}  // namespace

std::string problem_text(const Problem& problem) {
  std::string text = problem.file;
  if (problem.line > 0) text += fmt::format(":{}", problem.line);
  return fmt::format("{}: {}{}", text, prefix_of(problem.severity), problem.message);
}

void ProblemList::report(Problem problem) {
  if (listener_) listener_(problem);
  std::uint64_t& count = counts_[static_cast<std::size_t>(problem.severity)];
  if (count++ < kKept) kept_.push_back(std::move(problem));
}

}  // namespace noether::collection
