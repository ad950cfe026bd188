// What a collection calls the places of its formulas and what is drawn there: mostly numbers, and
// kept as such.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace noether::index {

// A name as a number: 0 for none, 2 (n + 1) for the number n, odd for the texts of a pool.
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
