#include "noether/index/posting_cursor.h"

#include <algorithm>
#include <functional>

#include "noether/index/bit_stream.h"

namespace noether::index {

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
  const std::uint32_t base = block == 0 ? 0 : read_skip_entry(bytes_, block - 1).last_unit + 1;
  std::uint32_t gap_width = 0;
  if (size == kPostingBlock) {
    if (bytes.size() < 2) return stop(), false;
    gap_width = static_cast<unsigned char>(bytes[0]);
    weight_width_ = static_cast<unsigned char>(bytes[1]);
    if (gap_width > 32 || weight_width_ > 32) return stop(), false;
    if (bytes.size() != 2 + packed_bytes(gap_width) + packed_bytes(weight_width_)) {
      return stop(), false;
    }
    unpack_ascending(bytes.data() + 2, gap_width, base, ids_.data());
    packed_weights_ = bytes.substr(2 + packed_bytes(gap_width));
  } else {
    BitReader bits(bytes);
    gap_width = static_cast<std::uint32_t>(bits.fixed(6));
    weight_width_ = static_cast<std::uint32_t>(bits.fixed(6));
    if (gap_width > 32 || weight_width_ > 32) return stop(), false;
    if (bytes.size() != (12 + std::uint64_t{size} * (gap_width + weight_width_) + 7) / 8) {
      return stop(), false;
    }
    std::uint32_t next = base;
    for (std::uint32_t i = 0; i < size; ++i) {
      ids_[i] = next + static_cast<std::uint32_t>(bits.fixed(gap_width));
      next = ids_[i] + 1;
    }
    for (std::uint32_t i = 0; i < size; ++i) {
      weights_[i] = static_cast<std::uint32_t>(bits.fixed(weight_width_)) + 1;
    }
  }
  // Gaps may be made to run over the largest number, and then the last unit does not stand for all.
  const std::uint32_t largest = ids_[size - 1];
  if (base + (std::uint64_t{size} << gap_width) > UINT32_MAX) {
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

// Without branches, which would be guessed wrong half of the time.
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
    (void)block_at(unit);
    if (shallow_ >= block_count_) return unit_ = kEnd;
    if (!load(shallow_)) return kEnd;
  }
  position_ = first_from(unit);
  // A skip table that does not ascend can lead into a block of smaller units.
  if (position_ >= decoded_) return stop();
  return unit_ = ids_[position_];
}

PostingCursor::Block PostingCursor::block_at(std::uint32_t unit) {
  // Steps double until one goes too far: most moves are short, and a long one is not walked.
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
  if (low >= block_count_) return {};
  return {block_last(low), block_bound(low)};
}

PostingBound PostingCursor::block_bound(std::uint32_t block) {
  if (block >= block_count_) return {};
  if (count_ >= kPostingBlock) return read_skip_entry(bytes_, block).bound;
  if (short_bound_.max_weight > 0) return short_bound_;
  short_bound_.min_length = UINT32_MAX;
  for (std::uint32_t i = 0; i < decoded_; ++i) {
    short_bound_.max_weight = std::max(short_bound_.max_weight, weights_[i]);
    short_bound_.min_length = std::min(short_bound_.min_length, lengths_[ids_[i]]);
  }
  return short_bound_;
}

PostingCursor::Decoded PostingCursor::decode(std::uint32_t block) {
  if (!load(block)) return {};
  load_weights();
  position_ = 0;
  unit_ = ids_[0];
  return {{ids_.data(), decoded_}, {weights_.data(), decoded_}};
}

bool PostingCursor::read_gaps(std::uint32_t block, Gaps& out) const {
  if (block >= block_count_ || block_size(block) != kPostingBlock) return false;
  const std::string_view bytes = block_bytes(block);
  if (bytes.size() < 2) return false;
  const std::uint32_t gap_width = static_cast<unsigned char>(bytes[0]);
  const std::uint32_t weight_width = static_cast<unsigned char>(bytes[1]);
  const std::uint32_t base = block == 0 ? 0 : read_skip_entry(bytes_, block - 1).last_unit + 1;
  const std::uint32_t last = read_skip_entry(bytes_, block).last_unit;
  if (gap_width > 32 || weight_width > 32 || last >= units_ ||
      base + (std::uint64_t{kPostingBlock} << gap_width) > UINT32_MAX ||
      bytes.size() != 2 + packed_bytes(gap_width) + packed_bytes(weight_width)) {
    return false;
  }
  unpack_block(bytes.data() + 2, gap_width, out.gaps.data());
  std::uint32_t sum = base + kPostingBlock - 1;
  for (const std::uint32_t gap : out.gaps) sum += gap;
  if (sum != last) return false;
  unpack_block(bytes.data() + 2 + packed_bytes(gap_width), weight_width, out.weights.data());
  out.before = base - 1;
  return true;
}

}  // namespace noether::index
