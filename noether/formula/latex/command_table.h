// The registry of LaTeX commands; it maps each command to the family that reads it.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/name_hash.h"
#include "noether/formula/latex/parser.h"
#include "noether/formula/symbols.h"

namespace noether::formula {

// A handler has read the command's own token and reads the arguments. `detail` is the text given at
// registration: a glyph, a pair of fences, a variant.
using CommandHandler = void (*)(LatexParser& parser, const Token& command, std::string_view detail);

struct Command {
  CommandHandler handler = nullptr;  // null: `symbol` is the whole meaning
  std::string_view detail;
  const Symbol* symbol = nullptr;
};

class CommandTable {
 public:
  void add(std::string_view name, CommandHandler handler, std::string_view detail = {}) {
    commands_.insert_or_assign(name, Command{handler, detail, nullptr});
  }
  const Command* find(std::string_view name) const {
    const auto it = commands_.find(name);
    return it == commands_.end() ? nullptr : &it->second;
  }

  // The names in alphabetical order.
  std::vector<std::string_view> names() const;

  // Every family registered, then every symbol whose command no family claims.
  static const CommandTable& standard();

 private:
  std::unordered_map<std::string_view, Command, base::NameHash> commands_;
};

// The environments that \begin accepts, without their starred forms.
std::vector<std::string_view> environment_names();

void register_accents(CommandTable& table);
void register_definitions(CommandTable& table);
void register_delimiters(CommandTable& table);
void register_environments(CommandTable& table);
void register_fonts(CommandTable& table);
void register_fractions(CommandTable& table);
void register_names(CommandTable& table);
void register_negations(CommandTable& table);
void register_roots(CommandTable& table);
void register_scripts(CommandTable& table);
void register_spacing(CommandTable& table);
void register_stacking(CommandTable& table);
void register_text(CommandTable& table);
void register_unicode(CommandTable& table);

}  // namespace noether::formula
