#include "noether/amr/parser/network.h"

#include <algorithm>

namespace noether::amr {

WordPieces read_pieces(const Sentence& sentence, const neural::tokens::Tokenizer& tokenizer) {
  using neural::tokens::Encoding;
  // What stands around a text, by an empty one.
  const Encoding around = tokenizer.encode("");
  const std::size_t before = (around.ids.size() + 1) / 2;
  const neural::TokenId unknown = tokenizer.find("[UNK]").value_or(0);
  WordPieces pieces;
  pieces.tokens.assign(around.ids.begin(),
                       around.ids.begin() + static_cast<std::ptrdiff_t>(before));
  for (const Word& word : sentence.words) {
    pieces.first_of_word.push_back(pieces.tokens.size());
    pieces.segments.resize(pieces.tokens.size());
    if (word.is_formula()) {
      pieces.tokens.push_back(tokenizer.find(kFormulaPiece).value_or(unknown));
    } else {
      const Encoding encoded = tokenizer.encode(word.text, neural::tokens::FormulaSpans(),
                                                {.special_tokens = false, .most = kMostPieces});
      if (encoded.ids.empty()) pieces.tokens.push_back(unknown);
      pieces.tokens.insert(pieces.tokens.end(), encoded.ids.begin(), encoded.ids.end());
    }
    pieces.segments.resize(pieces.tokens.size(), static_cast<std::uint8_t>(word.shape));
  }
  pieces.tokens.insert(pieces.tokens.end(),
                       around.ids.begin() + static_cast<std::ptrdiff_t>(before), around.ids.end());
  pieces.segments.resize(pieces.tokens.size());
  return pieces;
}

}  // namespace noether::amr
