#include "noether/index/segment/posting_list.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "noether/base/packed_bytes.h"
#include "noether/index/segment/bit_stream.h"

namespace noether::index {

PackedLengths pack_lengths(std::span<const std::uint32_t> lengths) {
  PackedLengths packed;
  const std::uint32_t longest = lengths.empty() ? 0 : *std::ranges::max_element(lengths);
  packed.width = longest <= UINT8_MAX ? 1 : longest <= UINT16_MAX ? 2 : 4;
  packed.bytes.reserve(lengths.size() * packed.width);
  for (const std::uint32_t length : lengths) {
    base::append_fixed(packed.bytes, length, static_cast<int>(packed.width));
    packed.total += length;
  }
  return packed;
}

namespace {

// The weights that the codes stand for. A code above the last one stands for any weight.
constexpr std::array<std::uint32_t, PostingBounds::kWeightCodes - 1> kWeights = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 40, 80};

PostingBounds bounds_of(std::span<const Posting> block, const LengthColumn& lengths) {
  PostingBounds bounds;
  for (const Posting& posting : block) {
    bounds.include(lengths.classes().of(lengths[posting.unit]), posting.weight);
  }
  return bounds;
}

// Elements beyond the postings of the block are not initialised: most blocks have few postings.
struct Columns {
  std::array<std::uint32_t, kPostingBlock> gaps;
  std::array<std::uint32_t, kPostingBlock> weights;
  std::uint32_t gap_width = 0;
  std::uint32_t weight_width = 0;
};

Columns columns_of(std::span<const Posting> block, std::uint32_t base) {
  Columns columns;
  for (std::size_t i = 0; i < block.size(); ++i) {
    columns.gaps[i] = block[i].unit - base;
    columns.weights[i] = block[i].weight - 1;
    base = block[i].unit + 1;
  }
  const auto count = static_cast<std::uint32_t>(block.size());
  columns.gap_width = packed_width(columns.gaps.data(), count);
  columns.weight_width = packed_width(columns.weights.data(), count);
  return columns;
}

void append_bits(std::string& bytes, std::span<const Posting> block, std::uint32_t base,
                 std::size_t words) {
  std::vector<std::uint64_t> bits(words, 0);
  for (const Posting& posting : block) {
    const std::uint32_t bit = posting.unit - base;
    bits[bit / 64] |= std::uint64_t{1} << bit % 64;
  }
  for (const std::uint64_t word : bits) base::append_fixed(bytes, word, 8);
}

void append_block(std::string& bytes, std::span<const Posting> block, std::uint32_t base) {
  const Columns columns = columns_of(block, base);
  if (block.size() == kPostingBlock) {
    const std::size_t words = (block.back().unit - base) / 64 + 1;
    const bool is_dense = words <= kMaxBitWords && 8 * words <= packed_bytes(columns.gap_width);
    bytes += static_cast<char>(is_dense ? kDenseBlock + words : columns.gap_width);
    bytes += static_cast<char>(columns.weight_width);
    if (is_dense) {
      append_bits(bytes, block, base, words);
    } else {
      pack_block(columns.gaps.data(), columns.gap_width, bytes);
    }
    pack_block(columns.weights.data(), columns.weight_width, bytes);
    return;
  }
  BitWriter bits(bytes);
  bits.fixed(columns.gap_width, 6);
  bits.fixed(columns.weight_width, 6);
  for (std::size_t i = 0; i < block.size(); ++i) bits.fixed(columns.gaps[i], columns.gap_width);
  for (std::size_t i = 0; i < block.size(); ++i) {
    bits.fixed(columns.weights[i], columns.weight_width);
  }
  bits.align();
}

}  // namespace

void append_postings(std::string& bytes, std::span<const Posting> postings,
                     const LengthColumn& lengths) {
  if (postings.size() < kPostingBlock) return append_block(bytes, postings, 0);
  const std::size_t blocks = (postings.size() + kPostingBlock - 1) / kPostingBlock;
  std::string table;
  table.reserve(blocks * SkipEntry::kBytes);
  const std::size_t begin = bytes.size() + blocks * SkipEntry::kBytes;
  const std::size_t table_at = bytes.size();
  bytes.resize(begin);
  std::uint32_t base = 0;
  for (std::size_t first = 0; first < postings.size(); first += kPostingBlock) {
    const auto block =
        postings.subspan(first, std::min<std::size_t>(kPostingBlock, postings.size() - first));
    append_block(bytes, block, base);
    base::append_fixed(table, block.back().unit, 4);
    base::append_fixed(table, bytes.size() - begin, 4);
    base::append_fixed(table, bounds_of(block, lengths).codes(), 8);
    base = block.back().unit + 1;
  }
  table.copy(bytes.data() + table_at, table.size());
}

std::uint32_t PostingBounds::code_of(std::uint32_t weight) {
  constexpr std::uint32_t kExact = 8;
  if (weight <= kExact) return weight;
  return static_cast<std::uint32_t>(std::ranges::lower_bound(kWeights, weight) - kWeights.begin());
}

std::uint32_t PostingBounds::weight_of(std::uint32_t code) {
  return code < kWeights.size() ? kWeights[code] : UINT32_MAX;
}

void PostingBounds::include(PostingBounds other) {
  // Eight at once: those at even places, then those at odd ones.
  using Codes = std::uint8_t __attribute__((vector_size(8)));
  constexpr std::uint64_t kEven = 0x0F0F0F0F0F0F0F0F;
  const auto larger = [](std::uint64_t a, std::uint64_t b) {
    const auto x = std::bit_cast<Codes>(a);
    const auto y = std::bit_cast<Codes>(b);
    return std::bit_cast<std::uint64_t>(x > y ? x : y);
  };
  codes_ =
      larger(codes_ & kEven, other.codes_ & kEven) | larger(codes_ & ~kEven, other.codes_ & ~kEven);
}

}  // namespace noether::index
