// Pairs of texts as the tokens that a model reads, all in memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/token.h"
#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::train {

struct TokenizedPairs {
  std::vector<neural::TokenId> tokens;  // of all texts, without special ones
  std::vector<std::uint64_t> ends;      // of each text: the first of a pair, then its second
  std::vector<std::uint32_t> groups;    // of each pair
  // What stands around every text.
  std::vector<neural::TokenId> before;
  std::vector<neural::TokenId> after;
  std::uint64_t other_kinds = 0;  // pairs that were not asked for
  std::uint64_t empty = 0;        // pairs of which a text has no tokens, left out

  std::uint64_t size() const { return groups.size(); }
  std::span<const neural::TokenId> first(std::uint64_t pair) const { return text(2 * pair); }
  std::span<const neural::TokenId> second(std::uint64_t pair) const { return text(2 * pair + 1); }
  std::size_t special() const { return before.size() + after.size(); }

  // Tells these pairs from others, whatever files they are from.
  std::uint64_t identity() const;

 private:
  std::span<const neural::TokenId> text(std::uint64_t number) const {
    const std::uint64_t begin = number == 0 ? 0 : ends[number - 1];
    return std::span(tokens).subspan(begin, ends[number] - begin);
  }
};

// Of files as `noether pairs` writes them, one after the other; those of other kinds are left out.
// An error names the file and the line. All cores tokenize.
base::Result<TokenizedPairs> tokenize_pairs(const neural::tokens::Tokenizer& tokenizer,
                                            std::span<const std::string> files,
                                            std::span<const std::string> kinds);

}  // namespace noether::train
