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

// A bank of PENMAN with `# ::snt` lines; of a text that
// begins with `{`, the topics of MathAMR as JSON Lines with "context" and "amr_before_splice"; of
// XML, the examples of PropBank that have a graph. Graphs that cannot be read are left out and
// counted.
struct TrainingGraphs {
  std::vector<SentenceGraph> graphs;
  std::size_t left_out = 0;
};
base::Result<TrainingGraphs> read_training_graphs(std::string_view text,
                                                  Wordings wordings = Wordings::First);

// Sentences are in five parts, by their texts alone. The first is never trained on where a bank has
// no dev part.
inline constexpr unsigned kParts = 5;
bool is_held_out(std::string_view sentence, unsigned part = 0);

}  // namespace noether::amr
