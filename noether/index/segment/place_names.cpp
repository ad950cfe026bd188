#include "noether/index/segment/place_names.h"

namespace noether::index {

bool is_number_name(std::string_view name, std::uint64_t& number) {
  constexpr std::size_t kMostDigits = 18;
  if (name.empty() || name.size() > kMostDigits || (name[0] == '0' && name.size() > 1)) {
    return false;
  }
  number = 0;
  for (const char c : name) {
    if (c < '0' || c > '9') return false;
    number = 10 * number + static_cast<std::uint64_t>(c - '0');
  }
  return true;
}

NameCode NamePool::code(std::string_view name) {
  if (name.empty()) return 0;
  std::uint64_t number = 0;
  if (is_number_name(name, number)) return 2 * (number + 1);
  // Places of one formula come one after the other, and often have one name for what is drawn.
  if (texts_.empty() || texts_.back() != name) texts_.emplace_back(name);
  return 2 * (texts_.size() - 1) + 1;
}

}  // namespace noether::index
