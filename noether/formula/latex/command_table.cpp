#include "noether/formula/latex/command_table.h"

#include <algorithm>

namespace noether::formula {

std::vector<std::string_view> CommandTable::names() const {
  std::vector<std::string_view> names;
  for (const auto& [name, command] : commands_) names.push_back(name);
  std::ranges::sort(names);
  return names;
}

const CommandTable& CommandTable::standard() {
  static const CommandTable table = [] {
    CommandTable made;
    for (const Symbol& symbol : all_symbols()) {
      if (!symbol.command.empty()) {
        made.commands_.emplace(symbol.command, Command{nullptr, {}, &symbol});
      }
    }
    register_accents(made);
    register_definitions(made);
    register_delimiters(made);
    register_environments(made);
    register_fonts(made);
    register_fractions(made);
    register_names(made);
    register_negations(made);
    register_roots(made);
    register_scripts(made);
    register_spacing(made);
    register_stacking(made);
    register_text(made);
    register_unicode(made);
    return made;
  }();
  return table;
}

}  // namespace noether::formula
