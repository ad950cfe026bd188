#include "noether/embedding/text/latex_tokens.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "noether/formula/latex/command_table.h"
#include "noether/formula/symbols.h"

namespace noether::embedding {
namespace {

using formula::Symbol;
using neural::tokens::formula_token;
using neural::tokens::NewToken;

// Commands that the parser reads by itself, and characters that LaTeX reads only after a backslash.
constexpr auto kOtherCommands = std::to_array<std::string_view>(
    {"\\", "end", "over", "choose", "atop", "above", "brace", "brack", "displaylimits", "$", "_"});

std::string command_text(std::string_view name) { return "\\" + std::string(name); }

// Whether the glyph may be written as well: ≤, sin, <=. A single ASCII character is a token of
// every model.
bool may_be_written(std::string_view glyph) {
  return glyph.size() > 1 && glyph.find_first_of("\\ ") == std::string_view::npos;
}

// The ways to write each symbol, commands first.
std::vector<std::vector<std::string>> ways_of_symbols() {
  std::vector<std::vector<std::string>> all;
  std::map<std::pair<std::string_view, formula::SymbolRole>, std::size_t> places;
  for (const Symbol& symbol : formula::all_symbols()) {
    const auto [place, is_new] = places.try_emplace({symbol.glyph, symbol.role}, all.size());
    if (is_new) all.emplace_back();
    if (!symbol.command.empty()) all[place->second].push_back(command_text(symbol.command));
  }
  for (const auto& [symbol, place] : places) {
    if (may_be_written(symbol.first)) all[place].emplace_back(symbol.first);
  }
  std::erase_if(all, [](const auto& ways) { return ways.empty(); });
  return all;
}

}  // namespace

std::vector<NewToken> latex_tokens() {
  std::vector<NewToken> tokens = neural::tokens::formula_letters();
  std::set<std::string> written;
  const auto add = [&](std::vector<std::string> ways) {
    // Two symbols may have the same glyph; it belongs to the first.
    std::erase_if(ways, [&](const std::string& way) { return !written.insert(way).second; });
    if (!ways.empty()) tokens.push_back(formula_token(std::move(ways)));
  };
  for (auto& ways : ways_of_symbols()) add(std::move(ways));
  for (const std::string_view name : formula::CommandTable::standard().names()) {
    if (name.find_first_of(" \t\n") == std::string_view::npos) add({command_text(name)});
  }
  for (const std::string_view name : kOtherCommands) add({command_text(name)});
  for (const std::string_view name : formula::environment_names()) {
    for (const std::string_view command : {"\\begin", "\\end"}) {
      const std::string head = std::string(command) + "{" + std::string(name);
      add({head + "}", head + "*}"});
    }
  }
  return tokens;
}

}  // namespace noether::embedding
