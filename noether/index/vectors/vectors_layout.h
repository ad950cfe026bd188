// The sections of a file of vectors. docs/formats/index.md describes them.
#pragma once

#include <cstdint>

namespace noether::index::section {

enum OfVectors : std::uint32_t {
  vectors_header = 1,
  scales,
  high_bytes,
  low_bytes,
  vector_formula_ends,
  vector_formulas,
  tried_formulas,
  link_ends,
  links,
};

}  // namespace noether::index::section
