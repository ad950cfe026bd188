// Prompts that are longer than a decoder has room for.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "noether/neural/token.h"

namespace noether::neural {

// Tokens at the end of a prompt that are always kept: those that ask for a solution are among them.
inline constexpr std::size_t kPromptEnd = 8;

// At most `most` tokens. The part before the last kPromptEnd tokens is cut, so that a prompt still
// begins and ends as all prompts do. Training cuts prompts in the same way.
inline std::vector<TokenId> cut_prompt(std::span<const TokenId> prompt, std::size_t most) {
  if (prompt.size() <= most) return {prompt.begin(), prompt.end()};
  const std::size_t kept = most > kPromptEnd ? kPromptEnd : most;
  std::vector<TokenId> cut(prompt.begin(),
                           prompt.begin() + static_cast<std::ptrdiff_t>(most - kept));
  cut.insert(cut.end(), prompt.end() - static_cast<std::ptrdiff_t>(kept), prompt.end());
  return cut;
}

}  // namespace noether::neural
