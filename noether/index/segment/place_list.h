// The places of the formulas of a segment, and their names in the collection.
// The places of one formula follow those of another, and the beginning is recorded for every
// kPlacesSample formulas. The names of places and of drawings are mostly numbers, and are stored as
// differences.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/index/entry.h"

namespace noether::index {

// A name as a number: 0 for no name, 2 (n + 1) for the number n, odd for the texts of a pool.
using NameCode = std::uint64_t;

class NamePool {
 public:
  NameCode code(std::string_view name);
  // The text is valid as long as the pool. `code` must be odd.
  std::string_view text(NameCode code) const { return texts_[code / 2]; }

 private:
  std::deque<std::string> texts_;
};

// Whether the name is a number below 10^18 in its usual notation; if so, sets `number`.
bool is_number_name(std::string_view name, std::uint64_t& number);

// The interval, in formulas, at which the beginning of the places is recorded.
inline constexpr std::uint32_t kPlacesSample = 16;

// A place while it is collected; the codes are of one NamePool.
struct CodedPlace {
  Place place;
  NameCode id = 0;
  NameCode visual_id = 0;
};

class PlaceListWriter {
 public:
  // Adds the places of the next formula, ascending.
  void add(std::span<const CodedPlace> places, const NamePool& names);

  const std::string& offsets() const { return offsets_; }  // 8 bytes each
  const std::string& bytes() const { return bytes_; }

 private:
  std::string offsets_;
  std::string bytes_;
  std::uint32_t count_ = 0;
};

// Reads the places of formula `number`, counted from the sample where the bytes begin. Returns
// false if the bytes are inconsistent; `documents` is the number of documents.
bool read_places(std::string_view bytes, std::uint32_t number, std::uint32_t documents,
                 std::vector<Place>& places);
bool read_places(std::string_view bytes, std::uint32_t number, std::uint32_t documents,
                 std::vector<NamedPlace>& places);

}  // namespace noether::index
