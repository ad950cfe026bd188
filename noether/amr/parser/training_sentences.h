// The training data of the parser: sentences with graphs by people or by another parser, and the
// example sentences of PropBank, which show the sense of a word in a sentence and the words that
// are its arguments. Such an example covers little of the graph of its sentence, but there are ten
// times as many of them as sentences with graphs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/amr/parser/words.h"
#include "noether/amr/penman.h"
#include "noether/base/error.h"

namespace noether::amr {

struct SentenceGraph {
  std::string id;
  Sentence sentence;
  PenmanTree tree;
};

// Whether to read only the first wording of a sentence. Banks may have others, in `# ::alt` lines.
enum class Wordings : std::uint8_t { First, All };

// Reads one of three forms: PENMAN with `# ::snt` lines; JSON Lines with "context" and
// "amr_before_splice" (the topics of MathAMR), where the text begins with `{`; or XML, the examples
// of PropBank that have a graph. Graphs that cannot be read are left out and counted.
struct TrainingGraphs {
  std::vector<SentenceGraph> graphs;
  std::size_t left_out = 0;
};
base::Result<TrainingGraphs> read_training_graphs(std::string_view text,
                                                  Wordings wordings = Wordings::First);

// The number of parts into which sentences are divided by a hash of their text alone. If a bank has
// no dev part, training leaves out the first part.
inline constexpr unsigned kParts = 5;
bool is_held_out(std::string_view sentence, unsigned part = 0);

struct FrameExample {
  struct Argument {
    WordId word;      // the main word, last of its noun
    unsigned number;  // n of :ARGn
  };

  Sentence sentence;
  WordId word = 0;           // the word of the frame
  std::string concept_name;  // "condemn-01"
  std::vector<Argument> arguments;
};

// Reads framesets as XML, any number of concatenated files. It leaves out examples of several words
// for one frame, of verbs that AMR does not write (be, auxiliaries), and arguments whose main word
// cannot be determined without a tree, such as clauses.
std::vector<FrameExample> read_frame_examples(std::string_view propbank);

}  // namespace noether::amr
