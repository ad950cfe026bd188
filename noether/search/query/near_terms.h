// Terms of the index that are spelled nearly like a given one, by the edits between two words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"

namespace noether::search {

// How many letters must be put in, left out, replaced or swapped with a neighbour to make one word
// of another. By code points. `limit` + 1 when the distance is larger than `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

// How many edits are still a slip of the fingers in a word this long: none for a letter or two.
std::size_t plausible_edits(std::string_view word);

struct NearTerm {
  std::string text;
  std::size_t edits = 0;
  std::uint64_t units = 0;  // that have it
};

// The nearest first, of equally near ones the most frequent; the term itself is not among them. All
// terms of the space are looked at, which must keep texts.
base::Result<std::vector<NearTerm>> near_terms(const index::IndexReader& index, std::uint32_t space,
                                               std::string_view term, std::size_t most);

// A word of this stem as some document has it, for people to read: `square` for `squar`. The stem
// itself when there is none.
base::Result<std::string> word_of_stem(const index::IndexReader& index, const std::string& stem);

}  // namespace noether::search
