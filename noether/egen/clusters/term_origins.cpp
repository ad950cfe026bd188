#include "noether/egen/clusters/term_origins.h"

#include <algorithm>
#include <span>
#include <utility>

namespace noether::egen {
namespace {

using algebra::Head;
using algebra::Op;

bool is_number(const egraph::TermToken& token) { return Head(token.symbol).op() == Op::Number; }

bool commutes(Op op) {
  return op == Op::Add || op == Op::Multiply || op == Op::Min || op == Op::Max;
}

}  // namespace

void TermOrigins::find(const egraph::Term& term, RuleNumbers& rules) {
  rules.clear();
  done_.clear();
  const std::span tokens(term.tokens);
  for (std::size_t i = tokens.size(); i-- > 0;) {
    const auto arity = static_cast<std::ptrdiff_t>(tokens[i].arity);
    children_.assign(done_.rbegin(), done_.rbegin() + arity);
    done_.resize(done_.size() - children_.size());
    const bool is_quotient_of_numbers = Head(tokens[i].symbol).op() == Op::Divide &&
                                        is_number(tokens[i + 1]) && is_number(tokens[i + 2]);
    egraph::NodeId node = node_of(tokens[i].symbol);
    if (node == egraph::kNoId && is_quotient_of_numbers) {
      node = fraction(Head(tokens[i + 1].symbol), Head(tokens[i + 2].symbol));
    }
    done_.push_back(node == egraph::kNoId ? node : graph_.find(node));
    if (node == egraph::kNoId) continue;
    const std::uint32_t rule = graph_.origin(node);
    if (rule <= UINT16_MAX) rules.push_back(static_cast<std::uint16_t>(rule));
  }
  std::ranges::sort(rules);
  const auto repeated = std::ranges::unique(rules);
  rules.erase(repeated.begin(), repeated.end());
}

egraph::NodeId TermOrigins::node_of(egraph::Symbol symbol) {
  if (std::ranges::find(children_, egraph::kNoId) != children_.end()) return egraph::kNoId;
  const egraph::NodeId node = graph_.lookup_node(symbol, children_);
  if (node != egraph::kNoId || children_.size() != 2 || !commutes(Head(symbol).op())) return node;
  // Of twins the term has one, and the graph may have the other.
  std::swap(children_[0], children_[1]);
  return graph_.lookup_node(symbol, children_);
}

// A fraction is written as a quotient, and is one number in the graph.
egraph::NodeId TermOrigins::fraction(Head numerator, Head denominator) const {
  algebra::Vocabulary& words = graph_.analysis().facts().vocabulary();
  if (words.value(denominator).is_zero()) return egraph::kNoId;
  const Head number = words.number(words.value(numerator) / words.value(denominator));
  return graph_.lookup_node(number.code, {});
}

}  // namespace noether::egen
