// The tokenizers that tests read.
#pragma once

#include <string>

namespace noether::neural {

inline const std::string kTestTokenizers = NOETHER_SOURCE_DIR "/noether/neural/tokenizer/testdata/";

}  // namespace noether::neural
