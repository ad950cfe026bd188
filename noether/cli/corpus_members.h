// What the commands that sample from a whole corpus have in common.
#pragma once

#include <string>
#include <string_view>

#include "noether/egen/member_table.h"

namespace noether::cli {

// Reads the corpus with a progress bar; says what is wrong with it and ends the program.
egen::MemberTable read_members(std::string_view command, const std::string& path);

// 0 stands for as many as the machine runs at once.
unsigned thread_count(unsigned asked);

}  // namespace noether::cli
