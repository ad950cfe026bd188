// Adds a whole term to a graph, and looks up a term that the graph already holds.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "noether/egraph/core.h"
#include "noether/egraph/ids.h"
#include "noether/egraph/terms/term.h"

namespace noether::egraph {

namespace detail {

// `node(symbol, children)` returns an optional class, given the classes of the children.
template <typename MakeNode>
std::optional<ClassId> fold_term(const Term& term, MakeNode&& node) {
  std::vector<ClassId> done;
  std::vector<ClassId> children;
  for (std::size_t i = term.size(); i-- > 0;) {
    // Read backwards, the children of a token are the last ones done, the first child on top.
    const auto arity = static_cast<std::ptrdiff_t>(term.tokens[i].arity);
    children.assign(done.rbegin(), done.rbegin() + arity);
    done.resize(done.size() - children.size());
    const std::optional<ClassId> made = node(term.tokens[i].symbol, children);
    if (!made) return std::nullopt;
    done.push_back(*made);
  }
  return done.back();
}

}  // namespace detail

// The term must be complete.
template <typename Graph>
ClassId add_term(Graph& graph, const Term& term) {
  return *detail::fold_term(term, [&](Symbol symbol, const std::vector<ClassId>& children) {
    return std::optional(graph.add(symbol, children));
  });
}

inline std::optional<ClassId> lookup_term(const EGraphCore& graph, const Term& term) {
  return detail::fold_term(term, [&](Symbol symbol, const std::vector<ClassId>& children) {
    return graph.lookup(symbol, children);
  });
}

}  // namespace noether::egraph
