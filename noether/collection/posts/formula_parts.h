// Cuts LaTeX by its tokens, without parsing it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace noether::collection {

// Commands and characters, but no more of them than `most`. Braces that group are not counted:
// x_{i} is as long as x_i.
std::size_t count_latex_tokens(std::string_view latex, std::size_t most);

// The parts between the relation symbols of symbols.def (=, \in, \to, \Rightarrow, ...) and between
// the rows of alignments. Relations inside braces, brackets, scripts and other environments do not
// cut, so braces are balanced in each part. No part is empty.
std::vector<std::string> cut_at_relations(std::string_view latex);

}  // namespace noether::collection
