// A number of a column of numbers of one width, which the index keeps as bytes.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace noether::index {

template <typename T>
T load_number(std::string_view bytes, std::size_t at) {
  T number;
  std::memcpy(&number, bytes.data() + at, sizeof(T));
  return number;
}

}  // namespace noether::index
