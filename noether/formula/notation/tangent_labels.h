// Labels inside Tangent-S strings, where , [ ] ? have a special meaning.
// Tangent-S writes those four as entities (&comma; &lsqb; &rsqb; &quest;) and leaves every other &
// alone. Noether adds entities for the characters that would break a line or a column, and doubles
// the & of a label that itself spells an entity, so that every label reads back.
#pragma once

#include <string>
#include <string_view>

namespace noether::formula {

void append_escaped(std::string& out, std::string_view label);
void append_unescaped(std::string& out, std::string_view escaped);

// A string that came out of a CSV column: "[…]" or \"[…]\" with its quotes doubled. Returns the
// inside, decoded into `storage`, or `text` itself when it is not quoted.
std::string_view without_csv_quotes(std::string_view text, std::string& storage);

}  // namespace noether::formula
