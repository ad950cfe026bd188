// Something of the query found in a document.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/base/error.h"

namespace noether::search {

struct Match {
  std::uint32_t clause = 0;  // in the query
  std::uint32_t field = 0;   // in the document
  base::Span span;           // bytes of the field's text; of a formula its LaTeX alone
  bool is_formula = false;
  std::vector<base::Span> parts;  // of a formula: what of it is like the query's; same bytes
  // From 0 to 1: of a formula, how much it is like the query's; of words, how rare they are.
  double score = 1;

  friend bool operator==(const Match&, const Match&) = default;
};

}  // namespace noether::search
