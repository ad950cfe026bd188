// What the engine must know of a language: how its symbols are written.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/egraph/ids.h"

namespace noether::egraph {

template <typename L>
concept Language = requires(L& language, const L& constant, std::string_view name,
                            std::size_t arity, Symbol symbol) {
  // The symbol of that name with so many children; an error when the language has none.
  { language.symbol(name, arity) } -> std::same_as<base::Result<Symbol>>;
  { constant.name(symbol) } -> std::convertible_to<std::string>;
};

// The language of all names: a symbol is given to each in the order they are met.
class SymbolTable {
 public:
  base::Result<Symbol> symbol(std::string_view name, std::size_t) { return intern(name); }
  Symbol intern(std::string_view name) {
    const auto [at, is_new] =
        symbols_.emplace(std::string(name), static_cast<Symbol>(names_.size()));
    if (is_new) names_.emplace_back(name);
    return at->second;
  }
  const std::string& name(Symbol symbol) const { return names_[symbol]; }

 private:
  std::unordered_map<std::string, Symbol> symbols_;
  std::vector<std::string> names_;
};

static_assert(Language<SymbolTable>);

}  // namespace noether::egraph
