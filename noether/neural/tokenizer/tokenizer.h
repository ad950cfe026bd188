// Texts as the ids that language models read, and back: WordPiece, byte-level BPE and Unigram, from
// the files in which models are published. The ids and spans are those of Hugging Face's
// `tokenizers`.
//
// A tokenizer is an immutable value: copies share it, and any number of threads may use it at once.
//
// LaTeX: an added token whose entry in tokenizer.json has the key "formula" is found only inside
// formulas, where it stands for the text under that key, or for any of several texts: `{"content":
// "\\frac", "formula": "\\frac"}` for a command, `{"content": "$x$", "formula": "x"}` for the
// letter x. Such tokens see the text before the normaliser, so letters keep their case in uncased
// models. Other libraries read the file too, and find such tokens by their content everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/token.h"

namespace noether::neural::tokens {

// The text from which a token comes.
enum class Source : std::uint8_t { Special, First, Second };

struct Encoding {
  std::vector<TokenId> ids;
  std::vector<base::Span> spans;  // bytes of its text; 0 to 0 for special tokens around the texts
  std::vector<std::uint8_t> types;
  std::vector<Source> sources;
};

// The text that is shortened if two texts are too long.
enum class Cut : std::uint8_t { LongestFirst, OnlyFirst, OnlySecond };

struct EncodeOptions {
  bool special_tokens = true;
  std::size_t most = 0;  // tokens with the special ones; 0 for no limit
  Cut cut = Cut::LongestFirst;
};

// The places of formulas: ascending and disjoint.
using FormulaSpans = std::span<const base::Span>;

struct NewToken {
  std::string content;
  std::vector<std::string> formulas;  // its texts inside formulas; empty: it is found anywhere
};
// A token of formulas that may be written in several ways, such as `\leq`, `\le` and `≤`; the first
// of them names it. `ways` must not be empty.
NewToken formula_token(std::vector<std::string> ways);
// The letters a to z and A to Z inside formulas.
std::vector<NewToken> formula_letters();

class Tokenizer {
 public:
  // Opens a folder with tokenizer.json; else with vocab.json and merges.txt, with spiece.model, or
  // with vocab.txt. tokenizer_config.json adds the settings that those lack.
  static base::Result<Tokenizer> open(const std::string& folder);
  // Reads a text in the layout of tokenizer.json. Errors name unknown parts.
  static base::Result<Tokenizer> from_json(std::string_view text);
  // Writes the same layout with the same settings.
  std::string to_json() const;

  // Formulas are between dollar signs. Bytes that are not UTF-8 are read as U+FFFD. Only the first
  // 4 GB of a text are read.
  Encoding encode(std::string_view text, const EncodeOptions& options = {}) const;
  Encoding encode(std::string_view text, FormulaSpans formulas,
                  const EncodeOptions& options = {}) const;
  // Returns an error if only one text may be cut and it is too short for that.
  base::Result<Encoding> encode_pair(std::string_view first, std::string_view second,
                                     const EncodeOptions& options = {}) const;
  // Joins two texts, each encoded without special tokens, as encode_pair does, for callers that cut
  // texts by their own rules or pair one text with many.
  Encoding join(const Encoding& first, const Encoding& second) const;
  std::size_t special_tokens_of_pair() const;

  std::string decode(std::span<const TokenId> ids, bool skip_special_tokens = true) const;

  // One more than the largest id, because ids may have holes.
  std::size_t size() const;
  // Empty for an id without a token.
  std::string_view token(TokenId id) const;
  std::optional<TokenId> find(std::string_view token) const;
  bool is_special(TokenId id) const;

  struct Extended;
  bool reads_formulas() const;  // has tokens of formulas

  // Adds tokens after the last id. An existing token keeps its id, and becomes a token of formulas
  // if requested and if it is just a word of the vocabulary.
  base::Result<Extended> with_tokens(std::span<const NewToken> added) const;

 private:
  struct Parts;
  friend class Encoder;
  Encoding encode_one(std::string_view text, std::optional<FormulaSpans> formulas,
                      const EncodeOptions& options) const;
  explicit Tokenizer(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  std::shared_ptr<const Parts> parts_;
};

struct Tokenizer::Extended {
  Tokenizer tokenizer;
  std::vector<TokenId> ids;                  // of the requested tokens
  std::vector<std::vector<TokenId>> pieces;  // their former pieces, by the first notation
};

}  // namespace noether::neural::tokens
