// Questions with texts that may answer them: as lines of JSON, as tokens of a model in memory, and
// in files. A text that occurs in several lists is stored once. A file is in the format
// safetensors: the numbers below, with the identity of the tokenizer as metadata.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/token.h"

namespace noether::neural {

// A line of JSON with a question and texts that may answer it, as `noether lists` writes it.
struct ListedText {
  std::string id;
  std::string text;
  std::optional<std::uint8_t> grade{};  // 0 is wrong, more is better; at most 100
  std::optional<float> score{};         // the score of a model from which others learn

  friend bool operator==(const ListedText&, const ListedText&) = default;
};

struct ListLine {
  std::string id;
  std::string query;
  std::vector<ListedText> texts;

  friend bool operator==(const ListLine&, const ListLine&) = default;
};

inline constexpr std::uint8_t kHighestGrade = 100;

// Texts are not changed; other entries are ignored. Ids are words, because runs use them. Errors
// describe the problem of the line.
base::Result<ListLine> read_list_line(std::string_view line);

// How a tokenizer joins two texts into one sequence.
struct PairTemplate {
  std::vector<TokenId> before;
  std::vector<TokenId> between;
  std::vector<TokenId> after;
  // The segments of the tokens before, of the first text, between, of the second text, and after.
  std::array<std::uint8_t, 5> segments{};

  std::size_t special() const { return before.size() + between.size() + after.size(); }
  friend bool operator==(const PairTemplate&, const PairTemplate&) = default;
};

struct TokenizedLists {
  static constexpr std::int8_t kNoGrade = -1;

  std::vector<TokenId> tokens;           // of all texts, without special ones; no text is empty
  std::vector<std::uint64_t> ends;       // of each text
  std::vector<std::uint32_t> queries;    // the text that each list is about
  std::vector<std::uint64_t> list_ends;  // of each list among the entries
  std::vector<std::uint32_t> entries;    // the texts of all lists, one list after the other
  std::vector<std::int8_t> grades;       // of each entry, or kNoGrade
  std::vector<float> scores;  // a model's score of each entry; empty if there are no scores
  std::vector<std::string> list_ids;
  std::vector<std::string> entry_ids;
  PairTemplate pair;
  std::uint64_t tokenizer = 0;  // identity_of its file

  std::uint64_t size() const { return queries.size(); }
  std::uint64_t list_begin(std::uint64_t list) const { return list == 0 ? 0 : list_ends[list - 1]; }
  std::span<const TokenId> query(std::uint64_t list) const { return text(queries[list]); }
  std::span<const TokenId> entry(std::uint64_t number) const { return text(entries[number]); }
  std::span<const TokenId> text(std::uint64_t number) const {
    const std::uint64_t begin = number == 0 ? 0 : ends[number - 1];
    return std::span(tokens).subspan(begin, ends[number] - begin);
  }

  // Appends the others. Returns an error if the tokenizers differ, unless this is empty, or if only
  // one of them has scores.
  base::Result<void> append(const TokenizedLists& others);

  // Identifies the contents of these lists, whichever files they come from.
  std::uint64_t identity() const;

  base::Result<void> save(const std::string& path) const;
  static base::Result<TokenizedLists> load(const std::string& path);
  static base::Result<TokenizedLists> from_bytes(std::string_view bytes);
  std::string to_bytes() const;

  friend bool operator==(const TokenizedLists&, const TokenizedLists&) = default;
};

// A question and a text as one sequence, with special tokens.
struct PairSequence {
  std::vector<TokenId> tokens;
  std::vector<std::uint8_t> segments;  // the segment of each token
};
PairSequence pair_sequence(const PairTemplate& pair, std::span<const TokenId> first,
                           std::span<const TokenId> second);

}  // namespace noether::neural
