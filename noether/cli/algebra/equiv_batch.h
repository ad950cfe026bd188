// noether equiv --batch: one question a line, one verdict a line, in the same order.
//
// Threads take some lines at a time and decide them with expressions of their own, so that neither
// their number nor the other questions have a part in an answer. What is decided but not yet
// written is bounded: a thread that is far ahead of the slowest question waits.
#pragma once

#include <optional>
#include <string>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/notation/matrix_names.h"
#include "noether/formula/formula_io.h"

namespace noether::cli {

struct EquivBatch {
  std::string file;                       // - is standard input
  std::optional<formula::Notation> from;  // guessed for each expression when there is none
  algebra::MatrixNames matrices;          // declared for every question
  algebra::DecideOptions decide;
  bool json = false;  // one JSON object a line, also for questions in columns
  unsigned threads = 0;
};

// Writes to standard output; ends the program when that, or reading, fails.
void run_equiv_batch(const EquivBatch& batch);

}  // namespace noether::cli
