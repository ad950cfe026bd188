// The role of each command in the source, for source_wholes.cpp: commands with rows as arguments,
// commands that change the text after them, and commands that belong to that text.
#pragma once

#include <string_view>

#include "noether/formula/latex/lexer.h"
#include "noether/formula/symbols.h"

namespace noether::formula {

// The number of arguments that are ordinary rows. Accents and fonts inspect their argument, and a
// mark in it would interfere.
int count_of_rows(std::string_view name);

// Whether the command changes the rest of its row.
bool is_switch(std::string_view name);

// Switches that also change the spaces between letters, so that no part can be separated.
bool is_face(std::string_view name);

// Raised and lowered characters: ², ₙ.
bool is_unicode_script(const Token& token);

// Whether the symbol is a sign. Adjacent signs are drawn as one, without the spaces around each.
bool is_sign(const Symbol* symbol);

// Whether the command applies to the whole formula or table.
bool is_barrier(std::string_view name);

// Spaces and similar commands without arguments.
bool takes_nothing(std::string_view name);

// Commands that have special arguments or change the meaning of other commands.
bool is_beyond_understanding(std::string_view name);

bool is_dots_command(const Token& token);
bool gets_space_after_dots(const Token& token);

// \big and its variants.
bool is_sized_delimiter(std::string_view name);

// Environments whose cells are ordinary rows, and those with {...} after their name.
bool has_cells(std::string_view name);
bool has_column_argument(std::string_view name);

}  // namespace noether::formula
