// Converts the scores of the network to labels: the best fragment of each word, the best tree over
// the words with a fragment, likely re-entrancies, and roles that frames allow.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/amr/parser/lexicon.h"
#include "noether/amr/parser/sentence_labels.h"

namespace noether::amr {

// Logits of the network for a sentence.
struct ParserScores {
  std::vector<float> fragments;  // a row for each word, with a score for each fragment
  std::vector<float> senses;     // the same for senses
};

// The same for pairs of words; they depend on which fragments were chosen.
struct EdgeScores {
  std::vector<float> edges;      // words + 1 rows of heads, the place above the root first
  std::vector<float> reentrant;  // words rows of heads
};

struct DecodeOptions;

struct DecodeSetting {
  enum class Kind : std::uint8_t { Chance, Weight };  // between 0 and 1, or from 0 on

  std::string_view name;
  float DecodeOptions::* value;
  Kind kind;
};

// Settings that are chosen when a parser has been trained: decoding.json of its folder.
struct DecodeOptions {
  // The lowest probability of an edge outside the tree; between 0 and 1.
  float reentrant_threshold = 0.5F;
  // The lowest probability at which a word adds nothing; between 0 and 1.
  float nothing_threshold = 0.5F;
  // The weight of the fragments that a word had in training, relative to the network.
  float memory_weight = 0.0F;
  // The same for the senses of a frame.
  float sense_memory_weight = 0.5F;
  // The penalty of :ARGn below a concept that is not a frame. It may stand for a frame that is not
  // among the labels, but seldom does.
  float no_frame_penalty = 2.0F;

  static std::span<const DecodeSetting> settings();

  static base::Result<DecodeOptions> parse(std::string_view json);
  std::string text() const;

  friend bool operator==(const DecodeOptions&, const DecodeOptions&) = default;
};
inline constexpr std::string_view kDecodingFile = "decoding.json";

class Decoder {
 public:
  // All must outlive this.
  Decoder(const LabelTables& tables, const Lexicon& lexicon, const DecodeOptions& options)
      : tables_(tables), lexicon_(lexicon), options_(options) {}

  // Fragments and senses; everything else stays open. A formula always has its own fragment.
  SentenceLabels choose_fragments(const Sentence& sentence, const ParserScores& scores) const;
  // Heads, the root and re-entrant edges, without roles.
  void choose_edges(const EdgeScores& scores, SentenceLabels& labels) const;
  // `scores` has a row for each edge of `edges_of`, with a score for each role.
  std::vector<WordEdge> edges_of(const SentenceLabels& labels) const;
  void choose_roles(const Sentence& sentence, std::span<const float> scores,
                    SentenceLabels& labels) const;

 private:
  const LabelTables& tables_;
  const Lexicon& lexicon_;
  DecodeOptions options_;
};

// The possible fragments of a word: those whose slots it fills, and existing frames.
std::vector<bool> possible_fragments(const Sentence& sentence, WordId word,
                                     const FragmentTable& fragments, const Lexicon& lexicon);

}  // namespace noether::amr
