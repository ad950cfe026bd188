// Reports problems in the files that a command of evaluation reads: the first few on stderr, and
// the number of skipped lines.
#pragma once

#include <string>

#include "noether/cli/commands.h"
#include "noether/collection/problem_list.h"
#include "noether/evaluation/line_source.h"

namespace noether::cli {

// The exit code for an error while reading a file: Failure if the file cannot be opened, else
// BadInput.
ExitCode reading_error_code(const std::string& path);

class ReadingProblems {
 public:
  ReadingProblems(std::string command, bool lenient);
  ReadingProblems(const ReadingProblems&) = delete;
  ReadingProblems& operator=(const ReadingProblems&) = delete;

  // The options refer to this object.
  evaluation::ReadOptions options() { return {.lenient = lenient_, .problems = &problems_}; }
  // Prints the number of skipped lines, unless it is 0.
  void finish() const;

 private:
  std::string command_;
  bool lenient_;
  collection::ProblemList problems_;
};

}  // namespace noether::cli
