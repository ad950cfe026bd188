// The postings of one space while they are collected: a log that is sorted by term at the end.
//
// A table of all terms would miss the cache at nearly every posting. So the log is divided into
// buckets by the first bits of the key, and each bucket can be sorted in the cache. Records are
// moved to the buckets some thousands at a time, while the ends of the buckets are in the cache as
// well.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "noether/index/entry.h"
#include "noether/index/writing/key_table.h"
#include "noether/index/writing/segment_writer.h"

namespace noether::index {

class SpaceBuilder {
 public:
  explicit SpaceBuilder(Space space) : space_(std::move(space)) {}
  SpaceBuilder(SpaceBuilder&&) = default;
  SpaceBuilder& operator=(SpaceBuilder&&) = default;

  const Space& space() const { return space_; }
  // Add units in ascending order; units may be left out, but not repeated.
  void add(std::uint32_t unit, std::uint32_t length, std::span<const Term> terms);
  std::uint64_t memory() const;

  // Writes the space with this number into the segment, which has this many units.
  [[nodiscard]] base::Result<void> write(SegmentWriter& segment, std::uint32_t number,
                                         std::uint32_t units);

 private:
  struct Record {
    std::uint64_t key;
    Posting posting;
  };
  // Divided into pieces, the first of which are small, so that a space of few terms takes little
  // memory.
  struct Bucket {
    Record* next = nullptr;  // in the last piece
    Record* end = nullptr;
    std::vector<std::unique_ptr<Record[]>> pieces;
  };
  static constexpr std::size_t kLog = 4096;      // records
  static constexpr std::size_t kFirstPiece = 8;  // records; each further piece has twice as many
  static constexpr std::size_t kPiece = 512;     // at most

  void distribute();
  static std::size_t piece_size(std::size_t number);
  void add_piece(Bucket& bucket);
  // Returns the records of the bucket, ordered by key and then by unit, and empties the bucket.
  std::span<const Record> sort(Bucket& bucket);
  base::Result<void> write_terms(std::span<const Record> sorted, SegmentWriter& segment);

  Space space_;
  std::vector<Record> log_;        // of the last units
  std::vector<Bucket> buckets_;    // empty before the first records are added
  std::uint64_t piece_bytes_ = 0;  // of all buckets
  std::vector<Record> records_;    // of one bucket, while it is sorted
  std::vector<Record> other_records_;
  std::vector<std::uint32_t> lengths_;
  std::vector<Posting> postings_;  // of one term
  KeyTable known_;                 // the terms whose texts are kept
  std::deque<std::string> texts_;
  std::uint64_t text_bytes_ = 0;
};

}  // namespace noether::index
