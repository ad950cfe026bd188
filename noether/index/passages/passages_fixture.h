// A made-up model that cuts documents into passages, for tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/index/passages/passage_embedding.h"
#include "noether/index/vectors/vectors_fixture.h"

namespace noether::index {

inline constexpr std::uint32_t kMadeUpPassageBytes = 40;

// As many codes as the passage has blanks.
inline std::string made_up_tokens(std::string_view passage, std::uint32_t token_bytes) {
  std::string tokens;
  for (std::size_t i = 0; i < passage.size(); ++i) {
    if (passage[i] != ' ') continue;
    for (std::uint32_t byte = 0; byte < token_bytes; ++byte) {
      tokens += static_cast<char>(7 * i + byte + passage.size());
    }
  }
  return tokens;
}

// Pieces of a few bytes of every field. Documents whose ids end with 9 have none.
inline std::vector<EncodedPassage> made_up_passages(const text::Document& document,
                                                    const PassageEmbedding& embedding) {
  std::vector<EncodedPassage> passages;
  if (document.id.ends_with('9')) return passages;
  for (std::uint32_t field = 0; field < document.fields.size(); ++field) {
    const std::string& text = document.fields[field].text;
    const auto size = static_cast<std::uint32_t>(text.size());
    for (std::uint32_t begin = 0; begin < size; begin += kMadeUpPassageBytes) {
      const std::uint32_t end = std::min(size, begin + kMadeUpPassageBytes);
      const std::string piece = text.substr(begin, end - begin);
      passages.push_back(
          {.field = field,
           .span = {begin, end},
           .vector = made_up_vector(embedding.model.name + piece, embedding.model.width),
           .tokens = made_up_tokens(piece, embedding.token_bytes),
           .terms = {piece.substr(0, 2), piece.substr(piece.size() / 2, 3)}});
    }
  }
  return passages;
}

inline PassageEmbedding made_up_passage_model(const std::string& name, std::uint32_t width = 24,
                                              std::uint32_t token_bytes = 3) {
  PassageEmbedding embedding;
  embedding.model = {base::digest_of(name), width, name};
  embedding.token_bytes = token_bytes;
  embedding.encode = [embedding](std::span<const text::Document> documents)
      -> base::Result<std::vector<std::vector<EncodedPassage>>> {
    std::vector<std::vector<EncodedPassage>> all;
    for (const text::Document& document : documents) {
      all.push_back(made_up_passages(document, embedding));
    }
    return all;
  };
  return embedding;
}

}  // namespace noether::index
