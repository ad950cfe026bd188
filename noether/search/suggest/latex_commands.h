// What people type after a backslash, with the places they fill in.
#pragma once

#include <vector>

#include "noether/search/suggest/prefix_table.h"

namespace noether::search {

// Key: the name without its backslash. Text: what is put in, as \frac{}{}. The count says only what
// comes first: constructions and frequent functions before the rest of the symbols.
std::vector<PrefixTable::Entry> latex_commands();

}  // namespace noether::search
