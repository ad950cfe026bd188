// Options of commands that take numbers.
#pragma once

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdlib>
#include <string>

namespace noether::base {

// Refuses `nan` for every floating-point option of the program. The range checks of CLI11 accept
// it, because it is neither below nor above any bound. Call this after all commands are registered.
inline void refuse_not_a_number(CLI::App& app) {
  const CLI::Validator is_number(
      [](const std::string& text) {
        const bool is_nan = std::isnan(std::strtod(text.c_str(), nullptr));
        return is_nan ? text + " is not a number" : std::string();
      },
      "");
  for (CLI::Option* option : app.get_options()) {
    if (option->get_type_name().find("FLOAT") != std::string::npos) option->check(is_number);
  }
  for (CLI::App* command : app.get_subcommands({})) refuse_not_a_number(*command);
}

}  // namespace noether::base
