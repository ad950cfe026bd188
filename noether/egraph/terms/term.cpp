#include "noether/egraph/terms/term.h"

#include <cassert>

namespace noether::egraph {

std::size_t Term::subterm_end(std::size_t begin) const {
  std::size_t end = begin;
  for (std::size_t missing = 1; missing > 0; ++end) {
    assert(end < tokens.size());
    missing += tokens[end].arity;
    --missing;
  }
  return end;
}

bool Term::is_complete() const {
  std::size_t missing = 1;
  for (const TermToken& token : tokens) {
    if (missing == 0) return false;
    missing += token.arity;
    --missing;
  }
  return missing == 0;
}

std::strong_ordering operator<=>(const Term& a, const Term& b) {
  if (a.size() != b.size()) return a.size() <=> b.size();
  return a.tokens <=> b.tokens;
}

std::string to_string(const Term& term, const std::function<std::string(std::uint32_t)>& name) {
  std::string text;
  std::vector<std::uint32_t> missing;  // arguments still to come, of every open parenthesis
  for (const TermToken& token : term.tokens) {
    if (!text.empty()) text += ' ';
    if (token.arity > 0) text += '(';
    text += name(token.symbol);
    missing.push_back(token.arity);
    while (!missing.empty() && missing.back() == 0) {
      missing.pop_back();
      if (!missing.empty()) {
        if (--missing.back() == 0) text += ')';
      }
    }
  }
  return text;
}

}  // namespace noether::egraph
