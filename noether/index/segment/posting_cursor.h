// Walks one list of postings: units in ascending order, each with a weight.
// Lists consist of blocks of 128 with the largest weights of each block by length, so that a search
// for the best units can skip a block without decoding it. An inconsistent list ends early and
// reports it; it never gives a unit that does not exist.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "noether/index/segment/posting_list.h"

namespace noether::index {

class PostingCursor {
 public:
  static constexpr std::uint32_t kEnd = UINT32_MAX;

  // A cursor over an empty list.
  PostingCursor() = default;
  // `bytes` and `lengths` must outlive the cursor. `units` is the number of units in the segment.
  PostingCursor(std::string_view bytes, std::uint32_t count, std::uint32_t units,
                LengthColumn lengths);
  // The list of a single unit, which the dictionary holds itself.
  static PostingCursor single(Posting posting, std::uint32_t units, LengthColumn lengths);

  // The number of units of the segment that have the term.
  std::uint32_t count() const { return count_; }
  bool damaged() const { return damaged_; }

  // The current unit; kEnd after the last. The cursor begins at the first.
  std::uint32_t unit() const { return unit_; }
  std::uint32_t weight();
  std::uint32_t next();
  // Moves to the first unit that is not below `unit`; never back.
  std::uint32_t advance_to(std::uint32_t unit);

  // The weight of a unit; 0 if it is not in the list. For sparse units in ascending order. The
  // cursor does not move, or moves to a unit that is not after this one.
  std::uint32_t find(std::uint32_t unit);

  // The shallow half of advance_to: finds the block in which `unit` would be, without decoding. The
  // cursor does not move. kEnd if all units of the list are below.
  struct Block {
    std::uint32_t last = kEnd;  // unit
    PostingBounds bounds;
  };
  Block block_at(std::uint32_t unit);

  // Blocks for bulk scoring, from 0.
  std::uint32_t blocks() const { return block_count_; }
  std::uint32_t block_last(std::uint32_t block) const {
    if (count_ >= kPostingBlock) return read_skip_entry(bytes_, block).last_unit;
    return decoded_ > 0 ? ids_[decoded_ - 1] : kEnd;
  }
  PostingBounds block_bounds(std::uint32_t block);
  // Prefetches as many bytes after the block as the blocks from `first` to it have: a walk needs
  // them next, though not in order.
  void fetch_behind(std::uint32_t first, std::uint32_t block) const;
  struct Decoded {
    std::span<const std::uint32_t> units;
    std::span<const std::uint32_t> weights;
  };
  // Decodes a whole block; puts the cursor on its first unit. Valid until the cursor moves.
  Decoded decode(std::uint32_t block);

  // A full block nearly as it is stored, for a loop that adds up the gaps itself at no cost. The
  // cursor does not move.
  struct Gaps {
    std::uint32_t before = 0;  // the first unit is before + gaps[0] + 1, and so on
    alignas(16) std::array<std::uint32_t, kPostingBlock> gaps;
    alignas(16) std::array<std::uint32_t, kPostingBlock> weights;  // each less 1
  };
  // Returns false if the block is short or damaged: then `decode` it. If true, the last unit is
  // block_last(block), so no unit is past it.
  bool read_gaps(std::uint32_t block, Gaps& out) const;

 private:
  bool load(std::uint32_t block);
  void load_weights();
  std::uint32_t stop();
  // The position of the first unit of the decoded block that is not below `unit`.
  std::uint32_t first_from(std::uint32_t unit) const;
  std::uint32_t block_size(std::uint32_t block) const;
  std::string_view block_bytes(std::uint32_t block) const;
  // The first unit that a block may have.
  std::uint32_t base(std::uint32_t block) const {
    return block == 0 ? 0 : read_skip_entry(bytes_, block - 1).last_unit + 1;
  }
  void seek_block(std::uint32_t unit);
  bool read_bits(std::string_view bits, std::uint32_t base);

  std::string_view bytes_;  // the skip table, when there is one, then the blocks
  LengthColumn lengths_;
  std::uint32_t count_ = 0;
  std::uint32_t units_ = 0;
  std::uint32_t block_count_ = 0;
  std::uint32_t unit_ = kEnd;
  std::uint32_t block_ = 0;  // the decoded one
  std::uint32_t shallow_ = 0;
  std::uint32_t position_ = 0;  // in the decoded block
  std::uint32_t decoded_ = 0;   // how many units are in it
  bool loaded_ = false;
  bool has_weights_ = false;
  bool damaged_ = false;
  PostingBounds short_bounds_;  // of a list without a skip table; computed on demand
  std::string_view packed_weights_;
  std::uint32_t weight_width_ = 0;
  alignas(16) std::array<std::uint32_t, kPostingBlock> ids_;
  alignas(16) std::array<std::uint32_t, kPostingBlock> weights_;
};

}  // namespace noether::index
