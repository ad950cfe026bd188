// The pre-tokenizers of tokenizer.json, which split a normalised text into pieces. The model
// divides the pieces into tokens, one piece at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "noether/neural/tokenizer/aligned_text.h"
#include "noether/neural/tokenizer/file_error.h"

namespace noether::neural::tokens {

struct Piece {
  std::uint32_t begin = 0;  // bytes of the text
  std::uint32_t end = 0;
};

// A text in pieces, in order. No piece is empty. Text outside the pieces gives no tokens.
struct SplitText {
  AlignedText text;
  std::vector<Piece> pieces;

  std::string_view view(const Piece& piece) const {
    return std::string_view(text.text).substr(piece.begin, piece.end - piece.begin);
  }
  void add(std::size_t begin, std::size_t end) {
    if (begin < end) {
      pieces.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    }
  }
};

class PreTokenizerStep {
 public:
  virtual ~PreTokenizerStep() = default;
  virtual void apply(SplitText& text, SplitText& spare) const = 0;
};

class PreTokenizer {
 public:
  PreTokenizer() = default;
  // Reads the value under "pre_tokenizer", which may be null. Throws a FileError.
  static PreTokenizer read(const Json& json);

  // `text` is a single piece at first.
  void apply(SplitText& text, SplitText& spare) const {
    for (const auto& step : steps_) step->apply(text, spare);
  }
  // Whether pieces are bytes, which the vocabulary writes as letters.
  bool is_byte_level() const { return is_byte_level_; }

 private:
  void add(const Json& json, int depth);

  std::vector<std::shared_ptr<const PreTokenizerStep>> steps_;
  bool is_byte_level_ = false;
  bool has_metaspace_ = false;
};

}  // namespace noether::neural::tokens
