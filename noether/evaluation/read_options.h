// How files of judgements, runs and maps are read: strictly, or over what is malformed.
#pragma once

#include "noether/collection/problem_list.h"

namespace noether::evaluation {

struct ReadOptions {
  // A malformed line is skipped and reported; otherwise it is an error.
  bool lenient = false;
  // Hears of every skipped line, and of what is readable but odd; may be null.
  collection::ProblemList* problems = nullptr;
};

}  // namespace noether::evaluation
