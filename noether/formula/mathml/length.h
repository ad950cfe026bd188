// Lengths of MathML (1em, 10pt, +6.6pt, 0.167em, thickmathspace) in ems.
#pragma once

#include <optional>
#include <string_view>

namespace noether::formula {

// Nothing when the text is no length. A number without a unit counts in ems; one em is 10pt, the
// size LaTeXML computes with.
std::optional<double> length_in_ems(std::string_view text);

}  // namespace noether::formula
