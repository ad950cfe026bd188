// The postings of one space while they are collected: a log that is sorted by term at the end.
//
// A table of all terms would be missed in the cache at nearly every posting; the log is written and
// sorted in runs that the cache likes.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "noether/index/entry.h"
#include "noether/index/key_table.h"
#include "noether/index/segment_writer.h"

namespace noether::index {

class SpaceBuilder {
 public:
  explicit SpaceBuilder(Space space) : space_(std::move(space)) {}
  SpaceBuilder(SpaceBuilder&&) = default;
  SpaceBuilder& operator=(SpaceBuilder&&) = default;

  const Space& space() const { return space_; }
  // Units in ascending order; a unit may be left out, but not come twice.
  void add(std::uint32_t unit, std::uint32_t length, std::span<const Term> terms);
  std::uint64_t memory() const;

  // The space, as this one of the segment, which has so many units.
  [[nodiscard]] base::Result<void> write(SegmentWriter& segment, std::uint32_t number,
                                         std::uint32_t units);

 private:
  struct Record {
    std::uint64_t key;
    Posting posting;
  };
  static constexpr std::size_t kPiece = 1 << 14;  // records

  // By the first bits of the key, in the order they came.
  std::vector<Record> split(std::vector<std::size_t>& ends);
  base::Result<void> write_terms(std::span<const Record> sorted, SegmentWriter& segment);

  Space space_;
  std::vector<std::unique_ptr<Record[]>> pieces_;  // of the log, all but the last full
  std::size_t used_ = kPiece;                      // of the last piece
  std::vector<std::uint32_t> lengths_;
  std::vector<Posting> postings_;  // of one term
  KeyTable known_;                 // the terms whose texts are kept
  std::deque<std::string> texts_;
  std::uint64_t text_bytes_ = 0;
};

}  // namespace noether::index
