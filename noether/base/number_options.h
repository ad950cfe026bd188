// Options of commands that take numbers.
#pragma once

#include <CLI/CLI.hpp>
#include <cctype>
#include <string>

namespace noether::base {

// Refuses `nan` for every such option of the program, which no range of CLI11 does: it is neither
// below nor above anything. To be called once all commands are there.
inline void refuse_not_a_number(CLI::App& app) {
  const CLI::Validator is_number(
      [](const std::string& text) {
        const std::size_t at = text.find_first_not_of("+-");
        const bool is_nan = at != std::string::npos && text.size() - at >= 3 &&
                            std::tolower(static_cast<unsigned char>(text[at])) == 'n' &&
                            std::tolower(static_cast<unsigned char>(text[at + 1])) == 'a' &&
                            std::tolower(static_cast<unsigned char>(text[at + 2])) == 'n';
        return is_nan ? text + " is not a number" : std::string();
      },
      "");
  for (CLI::Option* option : app.get_options()) {
    if (option->get_type_name().find("FLOAT") != std::string::npos) option->check(is_number);
  }
  for (CLI::App* command : app.get_subcommands({})) refuse_not_a_number(*command);
}

}  // namespace noether::base
