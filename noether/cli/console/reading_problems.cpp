#include "noether/cli/console/reading_problems.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <utility>

#include "noether/search/present/shown_text.h"

namespace noether::cli {

namespace {

constexpr std::uint64_t kShown = 10;  // of each severity

}  // namespace

ExitCode reading_error_code(const std::string& path) {
  const bool is_there = path == "-" || ::access(path.c_str(), R_OK) == 0;
  return is_there ? ExitCode::BadInput : ExitCode::Failure;
}

ReadingProblems::ReadingProblems(std::string command, bool lenient)
    : command_(std::move(command)), lenient_(lenient) {
  problems_.listen([this](const collection::Problem& problem) {
    if (problems_.count(problem.severity) > kShown) return;
    fmt::print(stderr, "noether {}: {}\n", command_,
               search::clean_text(collection::problem_text(problem)));
  });
}

void ReadingProblems::finish() const {
  const auto skipped = problems_.count(collection::Problem::Severity::Skipped);
  if (skipped == 0) return;
  fmt::print(stderr, "noether {}: {} line{} skipped\n", command_, skipped, skipped == 1 ? "" : "s");
}

}  // namespace noether::cli
