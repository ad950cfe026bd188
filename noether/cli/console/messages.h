// The output of every command: results on stdout, errors on stderr, and the exit code.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/base/json_text.h"
#include "noether/cli/commands.h"

namespace noether::cli {

using base::json_array;
using base::json_string;
using base::JsonObject;

// Prints `noether equiv: message`, the place in the text, and the hint to stderr.
void print_error(std::string_view command, const base::Error& error, std::string_view text = {});
// The same for a formula inside other input; the command continues without its invalid part.
void warn_of_formula(std::string_view command, base::Error problem, std::string_view latex);
[[noreturn]] void fail(std::string_view command, const base::Error& error, ExitCode code,
                       std::string_view text = {});

// Writes to stdout; ends the program if that fails.
void print_result(std::string_view command, std::string_view text);

// "1 document", "3 documents".
inline std::string counted(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// Adds --threads, from 0 (all processors) to the maximum.
void add_threads_option(CLI::App& command, unsigned& threads);

}  // namespace noether::cli
