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

// The logits of the network for a sentence.
struct ParserScores {
  std::vector<float> fragments;  // a row for each word, with a score for each fragment
  std::vector<float> senses;     // a row for each word, with a score for each sense
};

// The logits for pairs of words; they depend on the fragments that were chosen.
struct EdgeScores {
  std::vector<float> edges;      // words + 1 rows of heads; the first is the place above the root
  std::vector<float> reentrant;  // words rows of heads
};

struct DecodeOptions;

struct DecodeSetting {
  enum class Kind : std::uint8_t { Chance, Weight };  // from 0 to 1, or from 0 on

  std::string_view name;
  float DecodeOptions::* value;
  Kind kind;
};

// Settings that are chosen after a parser has been trained: decoding.json of its folder.
struct DecodeOptions {
  // The lowest probability of an edge outside the tree; between 0 and 1.
  float reentrant_threshold = 0.5F;
  // The lowest probability at which a word adds nothing; between 0 and 1.
  float nothing_threshold = 0.5F;
  // The weight of the fragments that a word had in training, relative to the network.
  float memory_weight = 0.0F;
  // The weight of the senses that a frame had in training, relative to the network.
  float sense_memory_weight = 0.5F;
  // The penalty for :ARGn below a concept that is not a frame. Such a concept may stand for a frame
  // that is missing from the labels, but seldom does.
  float no_frame_penalty = 2.0F;

  static std::span<const DecodeSetting> settings();

  static base::Result<DecodeOptions> parse(std::string_view json);
  std::string text() const;

  friend bool operator==(const DecodeOptions&, const DecodeOptions&) = default;
};
inline constexpr std::string_view kDecodingFile = "decoding.json";

class Decoder {
 public:
  // All arguments must outlive this object.
  Decoder(const LabelTables& tables, const Lexicon& lexicon, const DecodeOptions& options)
      : tables_(tables), lexicon_(lexicon), options_(options) {}

  // Chooses fragments and senses, and leaves everything else open. A formula always has its own
  // fragment.
  SentenceLabels choose_fragments(const Sentence& sentence, const ParserScores& scores) const;
  // Chooses heads, the root and re-entrant edges, without their roles.
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

// The possible fragments of a word: those whose slots the word can fill, and whose frames exist.
std::vector<bool> possible_fragments(const Sentence& sentence, WordId word,
                                     const FragmentTable& fragments, const Lexicon& lexicon);

}  // namespace noether::amr
