#include "noether/evaluation/id_table.h"

#include <xxhash.h>

#include <algorithm>
#include <bit>

namespace noether::evaluation {

std::uint64_t id_hash(std::string_view id) { return ::XXH3_64bits(id.data(), id.size()); }

void IdTable::add(std::uint64_t hash, std::uint32_t place) {
  if ((used_ + 1) * 2 > slots_.size()) grow();
  std::size_t i = hash & (slots_.size() - 1);
  while (slots_[i].place != kNone) i = (i + 1) & (slots_.size() - 1);
  slots_[i] = {hash, place};
  ++used_;
}

void IdTable::reset(std::size_t expected) {
  slots_.assign(std::bit_ceil(std::max<std::size_t>(16, expected * 2)), Slot{});
  used_ = 0;
}

void IdTable::grow() {
  const std::vector<Slot> old = std::move(slots_);
  reset(old.size());
  for (const Slot& slot : old) {
    if (slot.place != kNone) add(slot.hash, slot.place);
  }
}

}  // namespace noether::evaluation
