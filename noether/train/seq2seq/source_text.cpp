#include "noether/train/seq2seq/source_text.h"

#ifndef NOETHER_TRAIN_ONLY
#include "noether/embedding/prefix_of_formula.h"
#endif

namespace noether::train {

base::Result<std::string> source_text(std::string_view typed) {
#ifdef NOETHER_TRAIN_ONLY
  return std::string(typed);
#else
  return embedding::prefix_of_formula(typed);
#endif
}

}  // namespace noether::train
