// The names of places of formulas and of drawings in a collection: mostly numbers, and stored as
// such.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace noether::index {

// A name as a number: 0 for no name, 2 (n + 1) for the number n, odd for the texts of a pool.
using NameCode = std::uint64_t;

class NamePool {
 public:
  NameCode code(std::string_view name);
  // Lives as long as the pool; only of odd codes.
  std::string_view text(NameCode code) const { return texts_[code / 2]; }

 private:
  std::deque<std::string> texts_;
};

// Whether the name is how a number below 10^18 is written, and that number.
bool is_number_name(std::string_view name, std::uint64_t& number);

}  // namespace noether::index
