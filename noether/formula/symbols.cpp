#include "noether/formula/symbols.h"

#include <array>
#include <unordered_map>

#include "noether/base/name_hash.h"

namespace noether::formula {
namespace {

constexpr auto kSymbols = std::to_array<Symbol>({
#define NOETHER_SYMBOL(command, glyph, role, op, letter) \
  {command, glyph, SymbolRole::role, Op::op, letter},
#include "noether/formula/symbols.def"
#undef NOETHER_SYMBOL
});

using SymbolTable = std::unordered_map<std::string_view, const Symbol*, base::NameHash>;

struct GlyphTable {
  std::array<const Symbol*, 128> ascii{};  // most symbols of most formulas are one ASCII character
  SymbolTable others;
};

}  // namespace

std::span<const Symbol> all_symbols() { return kSymbols; }

const Symbol* symbol_by_command(std::string_view command) {
  static const SymbolTable index = [] {
    SymbolTable made;
    for (const Symbol& symbol : kSymbols) {
      if (!symbol.command.empty()) made.emplace(symbol.command, &symbol);
    }
    return made;
  }();
  const auto it = index.find(command);
  return it == index.end() ? nullptr : it->second;
}

const Symbol* symbol_by_glyph(std::string_view glyph) {
  static const GlyphTable table = [] {
    GlyphTable made;
    for (const Symbol& symbol : kSymbols) {
      if (symbol.glyph.size() == 1) {
        const Symbol*& slot = made.ascii[static_cast<unsigned char>(symbol.glyph[0]) & 0x7F];
        if (slot == nullptr) slot = &symbol;
      } else {
        made.others.emplace(symbol.glyph, &symbol);
      }
    }
    return made;
  }();
  if (glyph.size() == 1) {
    const auto byte = static_cast<unsigned char>(glyph[0]);
    return byte < 128 ? table.ascii[byte] : nullptr;
  }
  const auto it = table.others.find(glyph);
  return it == table.others.end() ? nullptr : it->second;
}

}  // namespace noether::formula
