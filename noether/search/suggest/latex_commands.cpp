#include "noether/search/suggest/latex_commands.h"

#include <array>
#include <set>

#include "noether/formula/symbols.h"

namespace noether::search {
namespace {

// The most used first, as far as one can tell.
constexpr std::array<std::string_view, 62> kTemplates = {"frac{}{}",
                                                         "sqrt{}",
                                                         "sum_{}^{}",
                                                         "int_{}^{}",
                                                         "lim_{}",
                                                         "infty",
                                                         "alpha",
                                                         "pi",
                                                         "sin",
                                                         "cos",
                                                         "left(\\right)",
                                                         "mathbb{}",
                                                         "cdot",
                                                         "le",
                                                         "ge",
                                                         "ne",
                                                         "in",
                                                         "to",
                                                         "theta",
                                                         "lambda",
                                                         "log",
                                                         "ln",
                                                         "exp",
                                                         "partial",
                                                         "times",
                                                         "prod_{}^{}",
                                                         "binom{}{}",
                                                         "text{}",
                                                         "mathcal{}",
                                                         "overline{}",
                                                         "epsilon",
                                                         "beta",
                                                         "gamma",
                                                         "delta",
                                                         "phi",
                                                         "mu",
                                                         "sigma",
                                                         "omega",
                                                         "tan",
                                                         "equiv",
                                                         "subset",
                                                         "cup",
                                                         "cap",
                                                         "forall",
                                                         "exists",
                                                         "Rightarrow",
                                                         "ldots",
                                                         "pm",
                                                         "sqrt[]{}",
                                                         "dfrac{}{}",
                                                         "hat{}",
                                                         "vec{}",
                                                         "bar{}",
                                                         "pmod{}",
                                                         "iint_{}",
                                                         "oint_{}",
                                                         "max_{}",
                                                         "min_{}",
                                                         "sup_{}",
                                                         "inf_{}",
                                                         "begin{pmatrix}  \\end{pmatrix}",
                                                         "begin{cases}  \\end{cases}"};

std::string name_of(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && ((text[end] | 0x20) >= 'a' && (text[end] | 0x20) <= 'z')) ++end;
  return std::string(text.substr(0, end));
}

bool is_word(std::string_view command) {
  return !command.empty() && name_of(command).size() == command.size();
}

}  // namespace

std::vector<PrefixTable::Entry> latex_commands() {
  std::vector<PrefixTable::Entry> entries;
  std::set<std::string, std::less<>> known;
  auto count = static_cast<std::uint32_t>(kTemplates.size());
  for (const std::string_view text : kTemplates) {
    entries.push_back({name_of(text), "\\" + std::string(text), count--});
    known.insert(std::string(text));
  }
  for (const formula::Symbol& symbol : formula::all_symbols()) {
    if (!is_word(symbol.command) || known.contains(symbol.command)) continue;
    entries.push_back({std::string(symbol.command), "\\" + std::string(symbol.command), 0});
  }
  return entries;
}

}  // namespace noether::search
