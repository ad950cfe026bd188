// Names in the order a reader expects: A.9 before A.10.
#pragma once

#include <string_view>

namespace noether::evaluation {

// Digits compare as the numbers they write, everything else as bytes. Names that differ in leading
// zeros only are in the order of their bytes, so two different names are never equal.
bool natural_less(std::string_view first, std::string_view second);

}  // namespace noether::evaluation
