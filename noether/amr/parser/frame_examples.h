// The example sentences of PropBank: which sense a word has in a sentence, and which words are its
// arguments. They say little of a sentence's graph, but there are ten times as many of them as
// sentences with graphs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/amr/parser/words.h"

namespace noether::amr {

struct FrameExample {
  struct Argument {
    WordId word;      // the last of its noun
    unsigned number;  // n of :ARGn
  };

  Sentence sentence;
  WordId word = 0;           // that the frame is of
  std::string concept_name;  // "condemn-01"
  std::vector<Argument> arguments;
};

// Reads framesets as XML, any number of concatenated files. It leaves out examples of several words
// for one frame, of verbs that AMR does not write (be, auxiliaries), and arguments whose main word
// cannot be determined without a tree, such as clauses.
std::vector<FrameExample> read_frame_examples(std::string_view propbank);

}  // namespace noether::amr
