#include "noether/index/posting_list.h"

#include <algorithm>
#include <array>
#include <bit>

#include "noether/base/packed_bytes.h"
#include "noether/index/bit_stream.h"

namespace noether::index {
namespace {

PostingBound bound_of(std::span<const Posting> block, const LengthColumn& lengths) {
  PostingBound bound{.max_weight = 0, .min_length = UINT32_MAX};
  for (const Posting& posting : block) {
    bound.max_weight = std::max(bound.max_weight, posting.weight);
    bound.min_length = std::min(bound.min_length, lengths[posting.unit]);
  }
  return bound;
}

struct Columns {
  std::array<std::uint32_t, kPostingBlock> gaps{};
  std::array<std::uint32_t, kPostingBlock> weights{};
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

void append_block(std::string& bytes, std::span<const Posting> block, std::uint32_t base) {
  const Columns columns = columns_of(block, base);
  if (block.size() == kPostingBlock) {
    bytes += static_cast<char>(columns.gap_width);
    bytes += static_cast<char>(columns.weight_width);
    pack_block(columns.gaps.data(), columns.gap_width, bytes);
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
    const PostingBound bound = bound_of(block, lengths);
    base::append_fixed(table, block.back().unit, 4);
    base::append_fixed(table, bytes.size() - begin, 4);
    base::append_fixed(table, round_up_to_16_bits(bound.max_weight), 2);
    base::append_fixed(table, round_down_to_16_bits(bound.min_length), 2);
    base = block.back().unit + 1;
  }
  table.copy(bytes.data() + table_at, table.size());
}

std::uint16_t round_down_to_16_bits(std::uint32_t number) {
  if (number < kExactCodes) return static_cast<std::uint16_t>(number);
  const auto shift = static_cast<std::uint32_t>(std::bit_width(number)) - 11;
  return static_cast<std::uint16_t>(kExactCodes / 2 * shift + (number >> shift));
}

std::uint16_t round_up_to_16_bits(std::uint32_t number) {
  const std::uint16_t down = round_down_to_16_bits(number);
  return from_16_bits(down) == number ? down : static_cast<std::uint16_t>(down + 1);
}

}  // namespace noether::index
