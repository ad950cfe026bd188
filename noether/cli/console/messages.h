// How every command speaks: results on stdout, errors on stderr, and the exit code behind them.
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

// `noether equiv: message`, the place in the text, and the hint; on stderr.
void print_error(std::string_view command, const base::Error& error, std::string_view text = {});
// The same for a formula among other things, which go on without what is wrong in it.
void warn_of_formula(std::string_view command, base::Error problem, std::string_view latex);
[[noreturn]] void fail(std::string_view command, const base::Error& error, ExitCode code,
                       std::string_view text = {});

// Writes to stdout; ends the program when that fails.
void print_result(std::string_view command, std::string_view text);

// "1 document", "3 documents".
inline std::string counted(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// --threads, from 0 (all there are) to the most that are started.
void add_threads_option(CLI::App& command, unsigned& threads);

}  // namespace noether::cli
