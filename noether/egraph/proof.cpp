#include "noether/egraph/proof.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <utility>

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

namespace {

class Explainer {
 public:
  Explainer(const ProofForest& forest, const ProofLimits& limits)
      : forest_(forest), limits_(limits) {}

  base::Result<Proof> explain(NodeId a, NodeId b) {
    proof_.start = term(a);
    current_ = proof_.start;
    if (!within_limits_) return too_long();
    rewrite(a, b);
    if (!connected_) return base::fail("the terms are not known to be equal");
    if (!within_limits_) return too_long();
    cut_loops();
    return std::move(proof_);
  }

 private:
  base::Result<Proof> too_long() const {
    return base::fail(
        fmt::format("the proof has more than {} steps or terms of more than {} symbols",
                    limits_.steps, limits_.term_size));
  }

  Term term(NodeId id) {
    Term term;
    std::vector<NodeId> open = {id};
    while (!open.empty() && within_limits_) {
      const NodeView node = forest_.term(open.back());
      open.pop_back();
      term.tokens.push_back({node.symbol, static_cast<std::uint32_t>(node.children.size())});
      open.insert(open.end(), node.children.rbegin(), node.children.rend());
      if (term.size() > limits_.term_size) within_limits_ = false;
    }
    return term;
  }

  // At the current position, the current term has the term of `from`. Rewrites it to the term of
  // `to`.
  void rewrite(NodeId from, NodeId to) {
    if (from == to) return;
    const auto path = forest_.path(from, to);
    if (!path) {
      connected_ = false;
      return;
    }
    for (const ProofForest::Edge& edge : *path) {
      if (!connected_ || !within_limits_) return;
      if (edge.reason.kind == Reason::Kind::Congruence) {
        rewrite_children(edge.from, edge.to);
      } else {
        take_step(edge);
      }
    }
  }

  void rewrite_children(NodeId from, NodeId to) {
    const std::span<const NodeId> before = forest_.term(from).children;
    const std::span<const NodeId> after = forest_.term(to).children;
    for (std::uint32_t i = 0; i < before.size(); ++i) {
      position_.push_back(i);
      rewrite(before[i], after[i]);
      position_.pop_back();
    }
  }

  void take_step(const ProofForest::Edge& edge) {
    const std::size_t begin = *subterm_begin(current_, position_);
    const auto first = current_.tokens.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last =
        current_.tokens.begin() + static_cast<std::ptrdiff_t>(current_.subterm_end(begin));
    const Term replacement = term(edge.to);
    const auto at = current_.tokens.erase(first, last);
    current_.tokens.insert(at, replacement.tokens.begin(), replacement.tokens.end());
    proof_.steps.push_back({edge.reason, edge.forward, position_, current_});
    if (proof_.steps.size() > limits_.steps || current_.size() > limits_.term_size) {
      within_limits_ = false;
    }
  }

  // A chain that returns to an earlier term contains a useless loop.
  void cut_loops() {
    std::map<Term, std::size_t> last;  // the number of steps after which the term stands there
    last[proof_.start] = 0;
    for (std::size_t i = 0; i < proof_.steps.size(); ++i) last[proof_.steps[i].after] = i + 1;
    std::vector<ProofStep> kept;
    std::size_t at = last[proof_.start];
    while (at < proof_.steps.size()) {
      kept.push_back(std::move(proof_.steps[at]));
      at = last[kept.back().after];
    }
    proof_.steps = std::move(kept);
  }

  const ProofForest& forest_;
  const ProofLimits& limits_;
  Proof proof_;
  Term current_;
  Position position_;
  bool connected_ = true;
  bool within_limits_ = true;
};

std::string reason_name(const Reason& reason, std::span<const Rule> rules) {
  switch (reason.kind) {
    case Reason::Kind::Rule:
      return reason.index < rules.size() ? rules[reason.index].name : "an unknown rule";
    case Reason::Kind::Analysis:
      return fmt::format("analysis {}", reason.index);
    case Reason::Kind::Given:
      return fmt::format("given {}", reason.index);
    case Reason::Kind::Congruence:
      return "congruence";
  }
  return "";
}

}  // namespace

base::Result<Proof> explain(const EGraphCore& graph, NodeId a, NodeId b,
                            const ProofLimits& limits) {
  if (graph.proofs() == nullptr) return base::fail("the graph was made without proofs");
  return Explainer(*graph.proofs(), limits).explain(a, b);
}

std::string to_string(const Proof& proof, std::span<const Rule> rules,
                      const std::function<std::string(Symbol)>& name) {
  std::string text = to_string(proof.start, name) + "\n";
  for (const ProofStep& step : proof.steps) {
    text += fmt::format("  = {}    by {}{} at [{}]\n", to_string(step.after, name),
                        reason_name(step.reason, rules), step.forward ? "" : " (backwards)",
                        fmt::join(step.position, " "));
  }
  return text;
}

}  // namespace noether::egraph
