// Finds the places of ids in a list by hash. Judgements and runs are joined with it.
//
// The table uses open addressing over 64-bit hashes and places; the ids themselves stay in the
// list. The hash of an id is computed once and serves every table. Scoring a run consists mostly of
// these look-ups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace noether::evaluation {

std::uint64_t id_hash(std::string_view id);

class IdTable {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // The place of the id with this hash for which `is_it(place)` holds.
  template <typename IsIt>
  std::uint32_t find(std::uint64_t hash, IsIt is_it) const {
    if (slots_.empty()) return kNone;
    for (std::size_t i = hash & (slots_.size() - 1); slots_[i].place != kNone;
         i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i].hash == hash && is_it(slots_[i].place)) return slots_[i].place;
    }
    return kNone;
  }
  // The id must not be in the table yet.
  void add(std::uint64_t hash, std::uint32_t place);
  // Empties the table, and makes room for that many ids.
  void reset(std::size_t expected);

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t place = kNone;
  };

  void grow();

  std::vector<Slot> slots_;  // a power of two, at most half full
  std::size_t used_ = 0;
};

}  // namespace noether::evaluation
