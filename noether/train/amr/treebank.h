// Dependency trees of Universal Dependencies (CoNLL-U), which a parser of graphs learns beside its
// graphs: parts of speech and heads are easier to find in many sentences than in few.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::train {

struct TreebankWord {
  std::string text;
  std::string tag;         // part of speech (UPOS)
  std::uint32_t head = 0;  // counted from 1; 0 for the root
  std::string relation;    // without what stands behind a colon: "nsubj" of nsubj:pass
};

struct TreebankSentence {
  std::string text;
  std::vector<TreebankWord> words;
};

// Words that were contracted ("don't") are read as their parts, and those that the text leaves out
// are not read. An error says the line.
base::Result<std::vector<TreebankSentence>> read_treebank(std::string_view text);

}  // namespace noether::train
