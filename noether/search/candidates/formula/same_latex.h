// Formulas of several segments that are written the same, put together: each segment has a number
// of its own for them, but to who searches they are one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"

namespace noether::search {

// The formulas in the order given, each with the later ones of the same LaTeX behind it.
base::Result<std::vector<std::vector<std::uint32_t>>> group_by_latex(
    const index::IndexReader& index, std::span<const std::uint32_t> formulas);

}  // namespace noether::search
