// Scores how well a text answers a question, by a language model that reads both together. An
// encoder of texts gives each text a vector by itself; a cross-encoder sees the words of the
// question and of the text together, which is slower and more precise. Scores of one question can
// be compared with each other; higher is better. Immutable after opening: any number of threads may
// use it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/tokenizer/tokenizer.h"
#include "noether/neural/transformer/transformer.h"
#include "noether/text/document.h"

namespace noether::embedding {

// The number of tokens to read.
struct PairWindow {
  // Most questions of ARQMath have fewer than 200 tokens, and a larger window would leave less for
  // the text.
  std::size_t question = 200;
  // Includes the special tokens. Published models have this many positions.
  std::size_t pair = 512;
};

class CrossEncoder {
 public:
  // Opens a folder in our format with a tokenizer and a head of one or two classes. With one class,
  // its value is the score. With two, not an answer and an answer, the score is the second minus
  // the first.
  static base::Result<CrossEncoder> open(const std::string& folder);
  // Opens $NOETHER_RERANKER, or the shipped cross-encoder. No cross-encoder is shipped yet.
  static base::Result<CrossEncoder> open_shipped();
  // Opens an optional cross-encoder: null if none is shipped and none is named. A folder that
  // exists or was named must be readable.
  static base::Result<std::shared_ptr<const CrossEncoder>> open_if_any();

  const std::string& name() const { return name_; }  // of the folder
  const neural::tokens::Tokenizer& tokenizer() const { return tokenizer_; }
  // Limits the window to what the model reads. A question gets at most half of a pair.
  PairWindow bounded(PairWindow window) const;

  // A question and a text as one sequence.
  struct Pair {
    std::vector<neural::TokenId> tokens;
    std::vector<std::uint8_t> segments;  // empty for a model without segments
  };
  // Tokens of a question or a text, without special ones. Only the first `most` are read.
  using Tokens = neural::tokens::Encoding;
  Tokens read(std::string_view text, std::size_t most) const;
  Tokens read(std::string_view text, neural::tokens::FormulaSpans formulas, std::size_t most) const;
  // Reads a document like a passage: its title as context, then its fields from the beginning.
  Tokens read(const text::Document& document, std::size_t most) const;
  // Reads the question up to its window, and as much of the text as fits.
  Pair pair(const Tokens& question, const Tokens& text, const PairWindow& window = {}) const;

  // Returns a score for each pair, independent of the other pairs. Returns an error if the model
  // computes NaN.
  base::Result<std::vector<double>> score(std::span<const Pair> pairs, unsigned threads = 1) const;
  // The same for texts with formulas between dollar signs.
  base::Result<std::vector<double>> score(std::string_view question,
                                          std::span<const std::string_view> texts,
                                          const PairWindow& window = {},
                                          unsigned threads = 1) const;

 private:
  CrossEncoder(neural::ModelFolder model, neural::tokens::Tokenizer tokenizer);

  std::size_t sequence_tokens_;
  bool has_segments_;
  bool is_int8_;
  std::unique_ptr<const neural::Transformer> transformer_;
  neural::tokens::Tokenizer tokenizer_;
  std::string name_;
};

// The folder of the default cross-encoder: $NOETHER_RERANKER, or models/reranker, found as in
// shipped_model_folder().
std::string shipped_reranker_folder();

}  // namespace noether::embedding
