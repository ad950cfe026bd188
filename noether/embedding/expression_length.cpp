#include "noether/embedding/expression_length.h"

#include <fmt/format.h>

#include <algorithm>

namespace noether::embedding {

std::optional<std::string> length_problem(const std::vector<TokenId>& tokens, std::size_t positions,
                                          const PartValues* values) {
  if (tokens.size() < 3) return "it is empty";
  if (tokens.size() <= positions) return std::nullopt;  // nor is more than these read
  const std::size_t most =
      std::max<std::size_t>(values != nullptr ? kMostValuedTokens : 0, positions - 2);
  if (tokens.size() - 2 > most) {
    return fmt::format("it has {} tokens, and the model reads at most {}", tokens.size() - 2, most);
  }
  ValueReading reading;
  values->read(TokenSpan(tokens).subspan(1, tokens.size() - 2), reading);
  if (reading.tokens.size() + 2 <= positions) return std::nullopt;
  return fmt::format("its parts without values take {} tokens, and the model reads at most {}",
                     reading.tokens.size(), positions - 2);
}

}  // namespace noether::embedding
