// Joins formulas of several segments with the same LaTeX: each segment numbers them separately, but
// a user sees one formula.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"

namespace noether::search {

// The formulas in the given order, each followed by the later ones with the same LaTeX.
base::Result<std::vector<std::vector<std::uint32_t>>> group_by_latex(
    const index::IndexReader& index, std::span<const std::uint32_t> formulas);

}  // namespace noether::search
