// What commands are to the source they stand in: which take rows, which change what follows them,
// which belong to what follows. For source_wholes.cpp.
#pragma once

#include <string_view>

#include "noether/formula/latex/lexer.h"
#include "noether/formula/symbols.h"

namespace noether::formula {

// Whose arguments are rows like any other. Accents and fonts look at what is in their argument, and
// a mark in it would be in their way.
int count_of_rows(std::string_view name);

// Changes what follows it in its row.
bool is_switch(std::string_view name);

// Switches after which the spaces between letters are others too, so that nothing can be told
// apart.
bool is_face(std::string_view name);

// Raised and lowered characters: ², ₙ.
bool is_unicode_script(const Token& token);

// Several signs in a row are drawn as one, without the spaces that each would have.
bool is_sign(const Symbol* symbol);

// Says something of the whole formula or table.
bool is_barrier(std::string_view name);

// Spaces and the like, which take nothing.
bool takes_nothing(std::string_view name);

// What reads its arguments in ways of its own, or changes what commands mean.
bool is_beyond_understanding(std::string_view name);

bool is_dots_command(const Token& token);
bool gets_space_after_dots(const Token& token);

// \big and its like.
bool is_sized_delimiter(std::string_view name);

// Environments whose cells are rows like any other, and those with {...} behind their name.
bool has_cells(std::string_view name);
bool has_column_argument(std::string_view name);

}  // namespace noether::formula
