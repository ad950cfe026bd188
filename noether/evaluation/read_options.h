// How files of judgements, runs and maps are read: strictly, or skipping malformed lines.
#pragma once

#include "noether/collection/problem_list.h"

namespace noether::evaluation {

struct ReadOptions {
  // A malformed line is skipped and reported; otherwise it is an error.
  bool lenient = false;
  // Receives every skipped line and every oddity; may be null.
  collection::ProblemList* problems = nullptr;
};

}  // namespace noether::evaluation
