// The meaning of names in Tangent-S operator trees, and labels inside Tangent-S strings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "noether/formula/operators.h"

namespace noether::formula {

// An operator with its label, if it has one.
struct TangentMeaning {
  Op op = Op::Missing;
  std::string label;

  friend bool operator==(const TangentMeaning&, const TangentMeaning&) = default;
};

// The meaning of V!name, F!name with this number of operands, -!name, C!name and O!name, given
// without the prefix.
TangentMeaning variable_meaning(std::string_view name);
TangentMeaning function_meaning(std::string_view name, std::size_t operands);
TangentMeaning symbol_meaning(std::string_view name);
TangentMeaning constant_meaning(std::string_view name);
TangentMeaning operator_meaning(std::string_view name);

// The name of a variable or function in Tangent-S: a single letter is mathematical italic.
std::string tangent_name(std::string_view label);

// Converts the label of M!D-fences, whose first character Tangent-S drops, and back. The latter is
// empty if the fences would not read back.
std::string fences_from_tangent(std::string_view fences);
std::string fences_to_tangent(std::string_view label);

// The big operator that an infix operator becomes with limits or a single operand: ∪ to ⋃.
// Op::Missing if there is no such operator.
TangentMeaning big_version(Op infix);
// The inverse; Op::Missing if there is no such operator.
Op infix_version(Op big, std::string_view label);

// arcsin for sin; empty for a function without a named inverse.
std::string tangent_inverse(std::string_view name);

// In labels inside Tangent-S strings, the signs , [ ] ? have a special meaning. Tangent-S writes
// those four as entities (&comma; &lsqb; &rsqb; &quest;) and keeps every other &. Noether adds
// entities for the characters that would break a line or a column, and doubles the & of a label
// that itself spells an entity, so that every label reads back.
void append_escaped(std::string& out, std::string_view label);
void append_unescaped(std::string& out, std::string_view escaped);

// Decodes a string from a CSV column: "[…]" or \"[…]\" with its quotes doubled. Returns the inside,
// decoded into `storage`, or `text` itself if it is not quoted.
std::string_view without_csv_quotes(std::string_view text, std::string& storage);

}  // namespace noether::formula
