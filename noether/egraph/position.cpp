#include "noether/egraph/position.h"

namespace noether::egraph {

std::optional<std::size_t> subterm_begin(const Term& term, const Position& position) {
  std::size_t at = 0;
  for (const std::uint32_t child : position) {
    if (at >= term.size() || child >= term.tokens[at].arity) return std::nullopt;
    ++at;
    for (std::uint32_t i = 0; i < child; ++i) at = term.subterm_end(at);
  }
  if (at >= term.size()) return std::nullopt;
  return at;
}

}  // namespace noether::egraph
