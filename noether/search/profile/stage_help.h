// What stages a search can be made of, for people.
#pragma once

#include <string>

#include "noether/search/profile/profile.h"

namespace noether::search {

// A line for each stage, and one below for each of its options, all indented by two blanks.
std::string stage_help(const StageRegistry& stages = shipped_stages());

// The same as rows of the tables of docs/profiles.md: name, what it does, options, explanation.
std::string stage_table(const StageRegistry& stages = shipped_stages());

}  // namespace noether::search
