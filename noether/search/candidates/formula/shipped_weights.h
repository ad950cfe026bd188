// The files of weights/, compiled into the library.
#pragma once

#include <span>
#include <string_view>

namespace noether::search {

struct ShippedWeightFile {
  std::string_view name;  // e.g. weights/formula.weights
  std::string_view text;
};

std::span<const ShippedWeightFile> shipped_weight_files();

}  // namespace noether::search
