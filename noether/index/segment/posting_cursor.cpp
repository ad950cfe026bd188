#include "noether/index/segment/posting_cursor.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <optional>

#include "noether/index/segment/bit_stream.h"

namespace noether::index {
namespace {

// The parts of a full block.
struct BlockParts {
  bool is_dense = false;
  std::uint32_t gap_width = 0;  // when it is not dense
  std::uint32_t weight_width = 0;
  std::string_view units;  // gaps or bits
  std::string_view weights;
};

std::optional<BlockParts> split_block(std::string_view bytes) {
  if (bytes.size() < 2) return std::nullopt;
  BlockParts parts;
  const std::uint32_t first = static_cast<unsigned char>(bytes[0]);
  parts.weight_width = static_cast<unsigned char>(bytes[1]);
  parts.is_dense = first > kDenseBlock;
  parts.gap_width = parts.is_dense ? 0 : first;
  if (parts.gap_width > 32 || parts.weight_width > 32) return std::nullopt;
  const std::size_t size =
      parts.is_dense ? 8 * std::size_t{first - kDenseBlock} : packed_bytes(parts.gap_width);
  if (bytes.size() != 2 + size + packed_bytes(parts.weight_width)) return std::nullopt;
  parts.units = bytes.substr(2, size);
  parts.weights = bytes.substr(2 + size);
  return parts;
}

std::uint64_t load_word(std::string_view bits, std::size_t i) {
  std::uint64_t word;
  std::memcpy(&word, bits.data() + 8 * i, 8);
  return word;
}

}  // namespace

PostingCursor::PostingCursor(std::string_view bytes, std::uint32_t count, std::uint32_t units,
                             LengthColumn lengths)
    : bytes_(bytes), lengths_(lengths), count_(count), units_(units) {
  if (count == 0) return;
  block_count_ = count / kPostingBlock + (count % kPostingBlock == 0 ? 0 : 1);
  const bool has_room = count < kPostingBlock || bytes.size() / SkipEntry::kBytes >= block_count_;
  if (!has_room || count > units) {
    damaged_ = true;
    block_count_ = 0;
    return;
  }
  if (load(0)) unit_ = ids_[0];
}

PostingCursor PostingCursor::single(Posting posting, std::uint32_t units, LengthColumn lengths) {
  PostingCursor cursor;
  cursor.lengths_ = lengths;
  cursor.count_ = 1;
  cursor.units_ = units;
  if (posting.unit >= units) {
    cursor.damaged_ = true;
    return cursor;
  }
  cursor.block_count_ = 1;
  cursor.decoded_ = 1;
  cursor.loaded_ = true;
  cursor.has_weights_ = true;
  cursor.ids_[0] = posting.unit;
  cursor.weights_[0] = posting.weight;
  cursor.unit_ = posting.unit;
  return cursor;
}

std::uint32_t PostingCursor::block_size(std::uint32_t block) const {
  return block + 1 < block_count_ ? kPostingBlock : count_ - block * kPostingBlock;
}

std::string_view PostingCursor::block_bytes(std::uint32_t block) const {
  if (count_ < kPostingBlock) return bytes_;
  const std::string_view blocks = bytes_.substr(std::size_t{block_count_} * SkipEntry::kBytes);
  const std::uint32_t begin = block == 0 ? 0 : read_skip_entry(bytes_, block - 1).end;
  const std::uint32_t end = read_skip_entry(bytes_, block).end;
  if (begin > end || end > blocks.size()) return {};
  return blocks.substr(begin, end - begin);
}

void PostingCursor::fetch_behind(std::uint32_t first, std::uint32_t block) const {
  if (count_ < kPostingBlock || block + 1 >= block_count_) return;
  constexpr std::size_t kCacheLine = 64;
  const std::size_t begin =
      std::size_t{block_count_} * SkipEntry::kBytes + read_skip_entry(bytes_, block).end;
  const std::uint32_t before = first == 0 ? 0 : read_skip_entry(bytes_, first - 1).end;
  const std::size_t size = begin - std::size_t{block_count_} * SkipEntry::kBytes - before;
  const std::size_t end = std::min(bytes_.size(), begin + size + kCacheLine);
  for (std::size_t i = begin; i < end; i += kCacheLine) {
    __builtin_prefetch(bytes_.data() + i, 0, 2);
  }
  const std::size_t entries = SkipEntry::kBytes * (std::size_t{block} + 1);
  const std::size_t entries_end = entries + SkipEntry::kBytes * (std::size_t{block} - first + 2);
  for (std::size_t i = entries; i < entries_end; i += kCacheLine) {
    __builtin_prefetch(bytes_.data() + i, 0, 2);
  }
}

std::uint32_t PostingCursor::stop() {
  damaged_ = true;
  loaded_ = false;
  decoded_ = 0;
  unit_ = kEnd;
  block_ = block_count_;
  return kEnd;
}

bool PostingCursor::load(std::uint32_t block) {
  if (loaded_ && block_ == block) return true;
  if (block >= block_count_) return false;
  const std::string_view bytes = block_bytes(block);
  const std::uint32_t size = block_size(block);
  const std::uint32_t base = this->base(block);
  std::uint64_t reach = 0;  // no unit of the block can be this far from its base
  if (size == kPostingBlock) {
    const auto parts = split_block(bytes);
    if (!parts) return stop(), false;
    weight_width_ = parts->weight_width;
    packed_weights_ = parts->weights;
    if (parts->is_dense) {
      if (!read_bits(parts->units, base)) return stop(), false;
      reach = 8 * parts->units.size();
    } else {
      unpack_ascending(parts->units.data(), parts->gap_width, base, ids_.data());
      reach = std::uint64_t{size} << parts->gap_width;
    }
  } else {
    BitReader bits(bytes);
    const auto gap_width = static_cast<std::uint32_t>(bits.fixed(6));
    weight_width_ = static_cast<std::uint32_t>(bits.fixed(6));
    if (gap_width > 32 || weight_width_ > 32) return stop(), false;
    if (bytes.size() != (12 + std::uint64_t{size} * (gap_width + weight_width_) + 7) / 8) {
      return stop(), false;
    }
    reach = std::uint64_t{size} << gap_width;
    std::uint32_t next = base;
    for (std::uint32_t i = 0; i < size; ++i) {
      ids_[i] = next + static_cast<std::uint32_t>(bits.fixed(gap_width));
      next = ids_[i] + 1;
    }
    for (std::uint32_t i = 0; i < size; ++i) {
      weights_[i] = static_cast<std::uint32_t>(bits.fixed(weight_width_)) + 1;
    }
  }
  // Hostile bytes can make units overflow, and then the last unit says nothing about the others.
  const std::uint32_t largest = ids_[size - 1];
  if (base + reach > UINT32_MAX) {
    const auto end = ids_.begin() + size;
    if (std::adjacent_find(ids_.begin(), end, std::greater_equal()) != end) return stop(), false;
  }
  if (largest >= units_ || ids_[0] < base) return stop(), false;
  if (count_ >= kPostingBlock && largest != read_skip_entry(bytes_, block).last_unit) {
    return stop(), false;
  }
  has_weights_ = size != kPostingBlock;
  loaded_ = true;
  block_ = block;
  position_ = 0;
  decoded_ = size;
  return true;
}

void PostingCursor::load_weights() {
  if (has_weights_) return;
  unpack_block(packed_weights_.data(), weight_width_, weights_.data());
  for (std::uint32_t& weight : weights_) ++weight;
  has_weights_ = true;
}

std::uint32_t PostingCursor::weight() {
  if (unit_ == kEnd) return 0;
  load_weights();
  return weights_[position_];
}

std::uint32_t PostingCursor::next() {
  if (unit_ == kEnd) return kEnd;
  if (++position_ < decoded_) return unit_ = ids_[position_];
  if (block_ + 1 >= block_count_) return unit_ = kEnd;
  return load(block_ + 1) ? unit_ = ids_[0] : kEnd;
}

// This code has no branches, because half of them would be mispredicted.
std::uint32_t PostingCursor::first_from(std::uint32_t unit) const {
  const std::uint32_t* first = ids_.data() + position_;
  std::uint32_t count = decoded_ - position_;
  while (count > 1) {
    const std::uint32_t half = count / 2;
    first += first[half - 1] < unit ? half : 0;
    count -= half;
  }
  return static_cast<std::uint32_t>(first - ids_.data()) + (count == 1 && *first < unit ? 1U : 0U);
}

std::uint32_t PostingCursor::advance_to(std::uint32_t unit) {
  if (unit_ >= unit) return unit_;
  if (ids_[decoded_ - 1] < unit) {
    seek_block(unit);
    if (shallow_ >= block_count_) return unit_ = kEnd;
    if (!load(shallow_)) return kEnd;
  }
  position_ = first_from(unit);
  // A skip table that does not ascend can lead into a block of smaller units.
  if (position_ >= decoded_) return stop();
  return unit_ = ids_[position_];
}

void PostingCursor::seek_block(std::uint32_t unit) {
  // Steps double until one goes too far: most moves are short, and a long one takes few steps.
  std::uint32_t low = shallow_;
  if (low < block_count_ && block_last(low) < unit) {
    std::uint32_t step = 1;
    std::uint32_t high = std::min(block_count_, low + step);
    while (high < block_count_ && block_last(high) < unit) {
      low = high;
      step *= 2;
      high = block_count_ - low < step ? block_count_ : low + step;
    }
    while (low + 1 < high) {
      const std::uint32_t middle = low + (high - low) / 2;
      (block_last(middle) < unit ? low : high) = middle;
    }
    low = high;
  }
  shallow_ = low;
}

PostingCursor::Block PostingCursor::block_at(std::uint32_t unit) {
  seek_block(unit);
  if (shallow_ >= block_count_) return {};
  return {block_last(shallow_), block_bounds(shallow_)};
}

std::uint32_t PostingCursor::find(std::uint32_t unit) {
  if (damaged_) return 0;
  seek_block(unit);
  if (shallow_ >= block_count_) return 0;
  if (block_size(shallow_) == kPostingBlock && count_ >= kPostingBlock) {
    const std::string_view bytes = block_bytes(shallow_);
    const auto parts = split_block(bytes);
    if (!parts) return stop(), 0;
    if (parts->is_dense) {
      const std::uint32_t bit = unit - base(shallow_);
      if (bit / 8 >= parts->units.size()) return stop(), 0;
      const std::uint64_t word = load_word(parts->units, bit / 64);
      if ((word >> bit % 64 & 1) == 0) return 0;
      int before = std::popcount(word & ((std::uint64_t{1} << bit % 64) - 1));
      for (std::uint32_t i = 0; i < bit / 64; ++i)
        before += std::popcount(load_word(parts->units, i));
      const auto place = static_cast<std::uint32_t>(before);
      if (place >= kPostingBlock) return stop(), 0;
      return unpack_one(parts->weights.data(), parts->weight_width, place) + 1;
    }
  }
  return advance_to(unit) == unit ? weight() : 0;
}

bool PostingCursor::read_bits(std::string_view bits, std::uint32_t base) {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < bits.size() / 8; ++i) {
    std::uint64_t word = load_word(bits, i);
    if (static_cast<std::uint32_t>(std::popcount(word)) > kPostingBlock - count) return false;
    for (; word != 0; word &= word - 1) {
      ids_[count++] = base + 64 * i + static_cast<std::uint32_t>(std::countr_zero(word));
    }
  }
  return count == kPostingBlock;
}

PostingBounds PostingCursor::block_bounds(std::uint32_t block) {
  if (block >= block_count_) return {};
  if (count_ >= kPostingBlock) return read_skip_entry(bytes_, block).bounds;
  if (!short_bounds_.empty()) return short_bounds_;
  for (std::uint32_t i = 0; i < decoded_; ++i) {
    short_bounds_.include(lengths_.classes().of(lengths_[ids_[i]]), weights_[i]);
  }
  return short_bounds_;
}

PostingCursor::Decoded PostingCursor::decode(std::uint32_t block) {
  if (damaged_ || !load(block)) return {};
  load_weights();
  position_ = 0;
  unit_ = ids_[0];
  return {{ids_.data(), decoded_}, {weights_.data(), decoded_}};
}

bool PostingCursor::read_gaps(std::uint32_t block, Gaps& out) const {
  if (block >= block_count_ || block_size(block) != kPostingBlock) return false;
  const auto parts = split_block(block_bytes(block));
  const std::uint32_t base = this->base(block);
  const std::uint32_t last = read_skip_entry(bytes_, block).last_unit;
  if (!parts || parts->is_dense || last >= units_ ||
      base + (std::uint64_t{kPostingBlock} << parts->gap_width) > UINT32_MAX) {
    return false;
  }
  unpack_block(parts->units.data(), parts->gap_width, out.gaps.data());
  std::uint32_t sum = base + kPostingBlock - 1;
  for (const std::uint32_t gap : out.gaps) sum += gap;
  if (sum != last) return false;
  unpack_block(parts->weights.data(), parts->weight_width, out.weights.data());
  out.before = base - 1;
  return true;
}

}  // namespace noether::index
