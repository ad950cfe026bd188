// For tests: small random graphs and all their terms, listed in the most obvious way, as a
// reference for the optimised algorithms.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "noether/egraph/terms/term.h"
#include "noether/egraph/terms/term_graph.h"

namespace noether::egraph::testing {

using TermSet = std::set<Term>;

// Symbols below 4 are leaves; 4 is unary; 5 and 6 have two children, 7 has three.
inline constexpr std::uint32_t kLeaves = 4;
inline const TermRules kNoRules{};
inline const TermRules kTwins{.commutative = {5}, .padding = {}};
inline const TermRules kPadding{.commutative = {},
                                .padding = {{5, 0, 0}, {5, 1, 0}, {6, 1, 1}, {7, 2, 0}, {4, 0, 2}}};
inline const TermRules kTwinsAndPadding{.commutative = {5, 6},
                                        .padding = {{5, 0, 0}, {5, 1, 0}, {6, 1, 1}, {7, 1, 1}}};

// Cycles and classes without a finite term are allowed. No node is in two classes, not even with
// its children exchanged; within a class, some nodes occur twice.
inline TermGraph random_graph(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::uint32_t>(random() % n); };
  TermGraphBuilder builder;
  const std::uint32_t classes = 1 + below(5);
  for (std::uint32_t c = 0; c < classes; ++c) builder.add_class();
  std::set<std::vector<std::uint32_t>> seen;
  for (std::uint32_t i = 0, nodes = classes + below(8); i < nodes; ++i) {
    const std::uint32_t symbol = below(2) == 0 ? below(kLeaves) : below(8);
    const std::uint32_t arity = symbol < 4 ? 0 : symbol == 4 ? 1 : symbol < 7 ? 2 : 3;
    std::vector<std::uint32_t> children(arity);
    for (std::uint32_t& child : children) child = below(classes);
    std::vector<std::uint32_t> key = children;
    std::ranges::sort(key);
    key.push_back(symbol);
    if (!seen.insert(key).second) continue;
    const std::uint32_t owner = below(classes);
    builder.add_node(owner, symbol, children);
    if (below(4) == 0) builder.add_node(owner, symbol, children);
    if (arity == 2 && below(2) == 0) {
      std::ranges::reverse(children);
      builder.add_node(owner, symbol, children);
    }
  }
  return builder.build();
}

class BruteForce {
 public:
  BruteForce(const TermGraph& graph, std::uint32_t max_size) {
    for (std::uint32_t size = 1; size <= max_size; ++size) {
      for (std::uint32_t c = 0; c < graph.class_count(); ++c) {
        TermSet terms;
        for (const std::uint32_t node : graph.nodes(c)) {
          Term term;
          const auto children = graph.children(node);
          term.tokens.push_back({graph.symbol(node), static_cast<std::uint32_t>(children.size())});
          extend(term, children, size, terms);
        }
        terms_[{c, size}] = std::move(terms);
      }
    }
  }

  // The wanted terms; of each set of twins, the one that is smallest when sorted.
  TermSet wanted(std::uint32_t class_id, std::uint32_t size, const TermRules& rules) const {
    TermSet wanted;
    for (const Term& term : terms_.at({class_id, size})) {
      if (!is_padded(term, rules)) wanted.insert(sorted(term, rules));
    }
    return wanted;
  }

  static Term sorted(const Term& term, const TermRules& rules) {
    return sorted_from(term, 0, rules);
  }

  static bool is_padded(const Term& term, const TermRules& rules) {
    for (std::size_t begin = 0; begin < term.size(); ++begin) {
      const TermToken token = term.tokens[begin];
      std::size_t child = begin + 1;
      for (std::uint32_t position = 0; position < token.arity; ++position) {
        for (const Padding& padding : rules.padding) {
          const bool is_here = padding.position == position ||
                               (token.arity == 2 && rules.is_commutative(token.symbol));
          if (padding.symbol == token.symbol && is_here &&
              term.tokens[child] == TermToken{padding.leaf, 0}) {
            return true;
          }
        }
        child = term.subterm_end(child);
      }
    }
    return false;
  }

 private:
  void extend(const Term& prefix, std::span<const std::uint32_t> rest, std::uint32_t size,
              TermSet& terms) const {
    if (rest.empty()) {
      if (prefix.size() == size) terms.insert(prefix);
      return;
    }
    for (std::uint32_t part = 1; prefix.size() + part <= size; ++part) {
      const auto found = terms_.find({rest.front(), part});
      if (found == terms_.end()) continue;
      for (const Term& argument : found->second) {
        Term longer = prefix;
        longer.tokens.insert(longer.tokens.end(), argument.tokens.begin(), argument.tokens.end());
        extend(longer, rest.subspan(1), size, terms);
      }
    }
  }

  static Term sorted_from(const Term& term, std::size_t begin, const TermRules& rules) {
    const TermToken token = term.tokens[begin];
    std::vector<Term> arguments;
    std::size_t child = begin + 1;
    for (std::uint32_t i = 0; i < token.arity; ++i) {
      arguments.push_back(sorted_from(term, child, rules));
      child = term.subterm_end(child);
    }
    if (token.arity == 2 && rules.is_commutative(token.symbol)) std::ranges::sort(arguments);
    Term whole{{token}};
    for (const Term& argument : arguments) {
      whole.tokens.insert(whole.tokens.end(), argument.tokens.begin(), argument.tokens.end());
    }
    return whole;
  }

  std::map<std::pair<std::uint32_t, std::uint32_t>, TermSet> terms_;
};

}  // namespace noether::egraph::testing
