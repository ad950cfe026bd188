// Terms of the index that are spelled similarly to a given one, by the number of edits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"

namespace noether::search {

// The number of letters that must be inserted, deleted, replaced or swapped with a neighbour to
// turn one word into the other, by code points; `limit` + 1 if it is larger than `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

// The number of edits that are plausible as a typing error in a word of this length: 0 for one or
// two letters.
std::size_t plausible_edits(std::string_view word);

struct NearTerm {
  std::string text;
  std::size_t edits = 0;
  std::uint64_t units = 0;  // that contain it
};

// The nearest terms, the nearest first, ties by descending frequency, without the term itself.
// Compares all terms of the space, which must keep texts.
base::Result<std::vector<NearTerm>> near_terms(const index::IndexReader& index, std::uint32_t space,
                                               std::string_view term, std::size_t most);

// A word with this stem as it occurs in some document, for people to read: `square` for `squar`.
// The stem itself if no word is found.
base::Result<std::string> word_of_stem(const index::IndexReader& index, const std::string& stem);

}  // namespace noether::search
