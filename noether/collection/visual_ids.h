// Maps formulas to visual ids: a set of numbers as bits, and the values in the order of the ids.
// The full ARQMath collection has 28 million formulas with ids below 2^25. A bit for each possible
// id, a count for each 512 of them and 4 bytes for each formula make 4.2 bytes per formula, 118 MB
// in all; a hash map would need ten times as much. For a small part of a collection, whose ids are
// far apart, and while the map is filled, the ids themselves are stored, 8 bytes per formula.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/problem_list.h"

namespace noether::collection {

// Parses an id as collections write it: a decimal number and nothing else.
inline std::optional<std::uint32_t> read_number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

class VisualIds {
 public:
  // Formulas may come in any order; ascending ids are added faster.
  void add(std::uint32_t formula, std::uint32_t visual);
  // Ends the filling. If a formula has two visual ids, the first one stays. Returns the number of
  // dropped ids.
  std::size_t freeze();

  std::optional<std::uint32_t> find(std::uint32_t formula) const;
  std::size_t size() const { return visuals_.size(); }
  // The visual ids in the order of the formulas, with repetitions.
  std::span<const std::uint32_t> visuals() const { return visuals_; }
  std::size_t memory_bytes() const;

 private:
  static constexpr std::size_t kWordsPerCount = 8;

  void make_bits();

  std::vector<std::uint32_t> formulas_;  // ascending once frozen; empty when there are bits instead
  std::vector<std::uint32_t> visuals_;
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> counts_;  // the number of bits before each block of words
};

// Reads the `id` and `visual_id` columns of formula tables.
base::Result<VisualIds> read_visual_ids(std::span<const std::string> paths, ProblemList& problems);

}  // namespace noether::collection
