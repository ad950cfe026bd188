// What the commands that sample from a whole corpus have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "noether/egen/member_table.h"

namespace noether::cli {

// Reads the corpus with a progress bar; says what is wrong with it and ends the program.
egen::MemberTable read_members(std::string_view command, const std::string& path);

// --threads, from 0 (all there are) to the most that are started.
void add_threads_option(CLI::App& command, unsigned& threads);

// What a command says about its result: on stdout, or on stderr when the result itself is there.
void print_summary(std::string_view command, std::string_view text, const std::string& result_path);

}  // namespace noether::cli
