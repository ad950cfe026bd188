// The sections of a file of passages. docs/formats/index.md describes them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "noether/index/bit_packing.h"

namespace noether::index {

namespace section {
enum OfPassages : std::uint32_t {
  passages_header = 1,
  tried_documents,
  document_ends,
  place_table,
  passage_places,
  passage_scales,
  passage_codes,
  token_codes,
  link_table,
  passage_links,
  passage_terms,  // these three only in files of passages that have terms
  term_ends,
  term_documents,
};
}  // namespace section

// The places of kPackedBlock passages, column by column.
struct PlaceColumns {
  enum : std::size_t { field, begin, length, tokens, count };
  using Column = std::array<std::uint32_t, kPackedBlock>;
  alignas(16) std::array<Column, count> numbers{};
};

// An entry of the table of places, for a block of passages.
struct PlaceBlock {
  std::uint64_t offset = 0;         // of the packed columns
  std::uint64_t tokens_before = 0;  // of all passages before the block
  std::array<std::uint8_t, PlaceColumns::count> widths{};
  std::array<std::uint8_t, 4> unused{};
};
static_assert(sizeof(PlaceBlock) == 24);

// An entry of the table of links, for a few passages.
inline constexpr std::uint32_t kLinkBlock = 16;
struct LinkBlock {
  std::uint64_t offset = 0;
  std::array<std::uint8_t, kLinkBlock> bytes{};  // of the links of each passage
};
static_assert(sizeof(LinkBlock) == 24);

// The number of low bits of the gap between two links: about the number of bits of a gap if the
// links are spread evenly.
inline std::uint32_t low_bits_of_links(std::uint32_t passages, std::uint32_t links) {
  return static_cast<std::uint32_t>(std::bit_width(passages / std::max(1U, links) | 1U)) - 1;
}

}  // namespace noether::index
