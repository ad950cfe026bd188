// The role of commands in the source, for source_wholes.cpp: those with rows as arguments, those
// that change the following text, and those that belong to it.
#pragma once

#include <string_view>

#include "noether/formula/latex/lexer.h"
#include "noether/formula/symbols.h"

namespace noether::formula {

// The number of arguments that are ordinary rows. Accents and fonts inspect their argument, and a
// mark in it would interfere.
int count_of_rows(std::string_view name);

// Whether it changes the rest of its row.
bool is_switch(std::string_view name);

// Switches that also change the spaces between letters, so that no part can be separated.
bool is_face(std::string_view name);

// Raised and lowered characters: ², ₙ.
bool is_unicode_script(const Token& token);

// Several signs in a row are drawn as one, without the spaces that each would have.
bool is_sign(const Symbol* symbol);

// Says something of the whole formula or table.
bool is_barrier(std::string_view name);

// Spaces and similar commands without arguments.
bool takes_nothing(std::string_view name);

// Commands with special arguments, or that change the meaning of commands.
bool is_beyond_understanding(std::string_view name);

bool is_dots_command(const Token& token);
bool gets_space_after_dots(const Token& token);

// \big and its like.
bool is_sized_delimiter(std::string_view name);

// Environments whose cells are ordinary rows, and those with {...} after their name.
bool has_cells(std::string_view name);
bool has_column_argument(std::string_view name);

}  // namespace noether::formula
