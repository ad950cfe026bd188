// noether equiv --batch: one question per line, one verdict per line, in the same order.
//
// Each thread takes some lines at a time and decides them with its own expressions, so an answer
// depends neither on the number of threads nor on the other questions. The number of verdicts that
// wait to be written is bounded: a thread that is far ahead of the slowest question waits.
#pragma once

#include <optional>
#include <string>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/notation/matrix_names.h"
#include "noether/formula/formula_io.h"

namespace noether::cli {

struct EquivBatch {
  std::string file;                       // - is standard input
  std::optional<formula::Notation> from;  // guessed for each expression if absent
  algebra::MatrixNames matrices;          // declared for every question
  algebra::DecideOptions decide;
  bool json = false;  // one JSON object per line, also for questions in columns
  unsigned threads = 0;
};

// Writes to standard output; ends the program if writing or reading fails.
void run_equiv_batch(const EquivBatch& batch);

}  // namespace noether::cli
