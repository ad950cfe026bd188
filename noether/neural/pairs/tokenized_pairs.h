// Pairs of texts: as lines of JSON, as tokens of a model in memory, and in files.
//
// A file is in the format safetensors: the numbers below, with the names of the kinds and the
// identity of the tokenizer as metadata.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/token.h"

namespace noether::neural {

// A line of JSON with two texts that belong together, as `noether pairs` writes it.
struct PairLine {
  std::string kind;   // "question-answer"
  std::string group;  // texts of one group are not wrong answers to one another
  std::string first;
  std::string second;

  friend bool operator==(const PairLine&, const PairLine&) = default;
};

// Texts are not changed; other entries are ignored. Errors describe the problem of the line.
base::Result<PairLine> read_pair_line(std::string_view line);

struct TokenizedPairs {
  std::vector<TokenId> tokens;        // of all texts, without special ones; no text is empty
  std::vector<std::uint64_t> ends;    // of each text: the first of a pair, then its second
  std::vector<std::uint32_t> groups;  // of each pair
  std::vector<std::uint8_t> kinds;    // for each pair, an index into `kind_names`
  std::vector<std::string> kind_names;
  // The special tokens around every text.
  std::vector<TokenId> before;
  std::vector<TokenId> after;
  std::uint64_t tokenizer = 0;  // identity_of its file

  std::uint64_t size() const { return groups.size(); }
  std::span<const TokenId> first(std::uint64_t pair) const { return text(2 * pair); }
  std::span<const TokenId> second(std::uint64_t pair) const { return text(2 * pair + 1); }
  std::size_t special() const { return before.size() + after.size(); }

  // Adds the tokens of both texts, which are not empty.
  void add(std::span<const TokenId> first, std::span<const TokenId> second, std::uint32_t group,
           std::uint8_t kind);
  // Appends the pairs of these kinds, with groups that differ from the existing ones. Returns an
  // error if the tokenizers differ, unless this is empty.
  base::Result<void> append(const TokenizedPairs& others, std::span<const std::string> of_kinds);

  // Identifies the contents of these pairs, whichever files they come from.
  std::uint64_t identity() const;

  base::Result<void> save(const std::string& path) const;
  static base::Result<TokenizedPairs> load(const std::string& path);
  static base::Result<TokenizedPairs> from_bytes(std::string_view bytes);
  std::string to_bytes() const;

  friend bool operator==(const TokenizedPairs&, const TokenizedPairs&) = default;

 private:
  std::span<const TokenId> text(std::uint64_t number) const {
    const std::uint64_t begin = number == 0 ? 0 : ends[number - 1];
    return std::span(tokens).subspan(begin, ends[number] - begin);
  }
};

// The result of tokenizing files of texts.
struct TokenizedFiles {
  TokenizedPairs pairs;
  std::uint64_t other_kinds = 0;  // pairs of kinds that were not requested
  std::uint64_t empty = 0;        // pairs with a text without tokens, which are left out
};

// An identity, not a cryptographic hash.
std::uint64_t identity_of(std::string_view bytes);

// The identity of the file of this name in the model's folder, for TokenizedPairs::tokenizer.
base::Result<std::uint64_t> tokenizer_identity(const std::string& folder,
                                               const std::string& tokenizer);

}  // namespace noether::neural
