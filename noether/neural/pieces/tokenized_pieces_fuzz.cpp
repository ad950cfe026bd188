// Reads any bytes as a file of tokens: no crash, and no access out of bounds in the result.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/neural/pieces/tokenized_pieces.h"

using noether::neural::TokenId;
using noether::neural::TokenizedPieces;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto pieces = TokenizedPieces::from_bytes(
      noether::base::MappedBytes::of(std::string_view(reinterpret_cast<const char*>(data), size)));
  if (!pieces) return 0;
  std::vector<TokenId> tokens;
  for (std::uint64_t text = 0; text < pieces->texts(); ++text) {
    for (std::uint64_t piece = pieces->first_piece(text); piece < pieces->end_piece(text);
         ++piece) {
      const std::uint64_t begin = pieces->first_token(piece);
      pieces->append_tokens(begin, pieces->end_token(piece) - begin, tokens);
    }
  }
  if (tokens.size() != pieces->tokens()) std::abort();
  return 0;
}
