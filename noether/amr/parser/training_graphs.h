// Sentences with graphs of people (or of another parser), which the parser learns from.
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

// Banks may have other wordings of a sentence, in `# ::alt` lines.
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

// The text of a sentence alone decides which of five parts it belongs to. Where a bank has no dev
// part, training leaves out the first.
inline constexpr unsigned kParts = 5;
bool is_held_out(std::string_view sentence, unsigned part = 0);

}  // namespace noether::amr
