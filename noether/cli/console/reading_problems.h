// What was wrong in the files a command of evaluation reads: the first few on stderr, and how many
// lines were skipped in all.
#pragma once

#include <string>

#include "noether/cli/commands.h"
#include "noether/collection/problem_list.h"
#include "noether/evaluation/line_source.h"

namespace noether::cli {

// Of an error while reading a file: a failure when there is none to read, else bad input.
ExitCode reading_error_code(const std::string& path);

class ReadingProblems {
 public:
  ReadingProblems(std::string command, bool lenient);
  ReadingProblems(const ReadingProblems&) = delete;
  ReadingProblems& operator=(const ReadingProblems&) = delete;

  // Refers to this object.
  evaluation::ReadOptions options() { return {.lenient = lenient_, .problems = &problems_}; }
  // Says how many lines were skipped, when some were.
  void finish() const;

 private:
  std::string command_;
  bool lenient_;
  collection::ProblemList problems_;
};

}  // namespace noether::cli
