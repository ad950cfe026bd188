#include "noether/evaluation/answers/context_encoder.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace noether::evaluation {
namespace {

using neural::TokenId;

// A run and its references have some hundred texts; each takes about a megabyte.
constexpr std::size_t kMostKnownTexts = 1000;

}  // namespace

base::Result<ContextEncoder> ContextEncoder::open() {
  auto encoder = embedding::TextEncoder::open_shipped();
  if (!encoder) return std::unexpected(std::move(encoder.error()));
  return ContextEncoder(*std::move(encoder));
}

base::Result<TokenEmbeddings> ContextEncoder::encode(std::string_view text) const {
  const std::vector<TokenId> tokens =
      encoder_.tokenizer().encode(text, {.special_tokens = false}).ids;
  const std::size_t room = encoder_.most_tokens() - encoder_.special_tokens();
  std::vector<std::vector<TokenId>> windows;
  for (std::span<const TokenId> left = tokens; !left.empty();) {
    const std::span<const TokenId> window = left.first(std::min(room, left.size()));
    windows.push_back(encoder_.with_special_tokens(window));
    left = left.subspan(window.size());
  }
  const auto rows = encoder_.token_vectors(windows);
  if (!rows) return std::unexpected(rows.error());
  // The special tokens are no part of what is said.
  const std::size_t width = encoder_.width();
  std::vector<float> values;
  std::size_t at = 0;
  for (const std::vector<TokenId>& window : windows) {
    const std::size_t said = window.size() - encoder_.special_tokens();
    const auto first = rows->begin() +
                       static_cast<std::ptrdiff_t>((at + encoder_.special_tokens_before()) * width);
    values.insert(values.end(), first, first + static_cast<std::ptrdiff_t>(said * width));
    at += window.size();
  }
  return unit_embeddings(tokens.size(), width, std::move(values));
}

base::Result<std::optional<TokenEmbeddings>> ContextEncoder::embed(const std::string&,
                                                                   const std::string&,
                                                                   std::string_view text) const {
  const std::string key(text);
  {
    const std::scoped_lock lock(known_->mutex);
    const auto found = known_->of_text.find(key);
    if (found != known_->of_text.end()) return found->second;
  }
  auto made = encode(text);
  if (!made) return std::unexpected(std::move(made.error()));
  if (made->tokens == 0) return std::nullopt;
  const std::scoped_lock lock(known_->mutex);
  if (known_->of_text.size() >= kMostKnownTexts) known_->of_text.clear();
  return known_->of_text.insert_or_assign(key, *std::move(made)).first->second;
}

}  // namespace noether::evaluation
