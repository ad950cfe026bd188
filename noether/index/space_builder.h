// The postings of one space while they are collected: a log that is sorted by term at the end.
#pragma once

#include <cstdint>
#include <deque>
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

  const Space& space() const { return space_; }
  // Units in ascending order; a unit may be left out, but not come twice.
  void add(std::uint32_t unit, std::uint32_t length, std::span<const Term> terms);
  std::uint64_t memory() const;

  // The space, as this one of the segment, which has so many units.
  [[nodiscard]] base::Result<void> write(SegmentWriter& segment, std::uint32_t number,
                                         std::uint32_t units);

 private:
  struct Record {
    std::uint32_t term;
    std::uint32_t weight;
  };
  void add_again(std::uint32_t term, std::uint32_t weight);
  std::vector<Posting> sort_by_term(std::vector<std::uint64_t>& ends);

  Space space_;
  KeyTable keys_;  // the note of a key is the last unit that had it
  std::vector<Record> log_;
  std::vector<std::uint64_t> ends_;  // of the records of each unit
  std::vector<std::uint32_t> lengths_;
  std::deque<std::string> texts_;
  std::uint64_t text_bytes_ = 0;
};

}  // namespace noether::index
