// Names of functions that are typed as plain letters: sin(x), log_a b, gcd(a,b), a mod n.
// They are drawn as a product of letters, so the layout tree keeps the letters; only the operator
// grammar, which knows what follows them, reads them as one name. This is the one list of such
// names and of their required arguments.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "noether/formula/symbols.h"

namespace noether::formula {

enum class BareNeeds : std::uint8_t {
  Argument,  // anything a function can be applied to: sin x, det A
  Operand,   // a letter, a name, a number or a fence, and no power: lg n, Re z, but not Re^{it}
  Fence,     // an argument in parentheses, brackets or braces: tr(A), span{u, v}
  BothSides  // an operand before it and one after it: a mod n
};

struct BareName {
  std::string_view letters;
  std::string_view glyph;  // in symbols.def
  BareNeeds needs;
  // Also recognised next to a letter without a space: xsin(x), sinx, nlogn.
  bool glues;
};

// The longest run of letters in which names are looked for.
inline constexpr std::size_t kMaxBareRun = 24;

// The name that consists of all of the letters; nullptr if they are not a name.
const BareName* bare_name(std::string_view letters);
// The longest name that may touch its neighbours and that the letters begin with; nullptr if no
// name fits.
const BareName* gluing_name(std::string_view letters);
const Symbol* symbol_of(const BareName& name);

// Whether adjacent letters would spell a name that ends at the last of them. A writer separates
// such letters, so that a product of letters is read back as a product.
bool ends_in_bare_name(std::string_view letters);

}  // namespace noether::formula
