#include "noether/algebra/equivalents/equivalents.h"

#include <optional>
#include <unordered_map>

namespace noether::algebra {
namespace {

using egraph::ClassId;
using egraph::NodeView;
using egraph::Term;

// Marks in a variable's index the leaf of a bound variable. This leaf needs a separate symbol,
// because every node of a term graph is in only one class.
constexpr std::uint32_t kBoundBit = std::uint32_t{1} << 23;

// Numbers the classes in the order of discovery, and keeps a list of those still to be read.
class TermGraphMaker {
 public:
  explicit TermGraphMaker(const AlgebraGraph& graph) : graph_(graph) {}

  egraph::TermGraph make(ClassId root) {
    number_of(graph_.find(root));
    for (std::size_t next = 0; next < met_.size(); ++next) {
      const auto target = static_cast<std::uint32_t>(next);
      if (met_[next] == egraph::kNoId) continue;  // a number that is not in the graph
      graph_.for_each_node(met_[next], [&](egraph::NodeId, const NodeView& node) {
        const Head head(node.symbol);
        if (head.op() == Op::Number && !vocabulary().value(head).is_integer()) {
          add_fraction(target, vocabulary().value(head));
          return;
        }
        children_.clear();
        for (const ClassId child : node.children) children_.push_back(number_of(child));
        if (const auto place = place_of_bound_variable(head.op())) {
          const auto variable = variable_of(node.children[*place]);
          if (!variable) return;
          children_[*place] = leaf(Head(variable->code | kBoundBit));
        }
        builder_.add_node(target, node.symbol, children_);
      });
    }
    return builder_.build();
  }

 private:
  Vocabulary& vocabulary() const { return graph_.analysis().facts().vocabulary(); }

  std::uint32_t number_of(ClassId id) {
    const auto [at, is_new] = numbers_.emplace(id, static_cast<std::uint32_t>(met_.size()));
    if (is_new) {
      met_.push_back(id);
      builder_.add_class();
    }
    return at->second;
  }

  std::uint32_t number_of(const Rational& whole) {
    const Head head = vocabulary().number(whole);
    if (const auto known = graph_.lookup(head.code, {})) return number_of(graph_.find(*known));
    return leaf(head);
  }

  // A derivative by 0 - (0 - x) is meaningless: an operator that binds a variable must name it
  // directly.
  static std::optional<std::size_t> place_of_bound_variable(Op op) {
    if (op == Op::Derivative) return 0;
    if (op == Op::Integral || op == Op::DefiniteIntegral) return 1;
    return std::nullopt;
  }
  std::optional<Head> variable_of(ClassId id) const {
    std::optional<Head> found;
    graph_.for_each_node(graph_.find(id), [&](egraph::NodeId, const NodeView& node) {
      if (Head(node.symbol).op() == Op::Variable) found = Head(node.symbol);
    });
    return found;
  }

  // A class that holds only this leaf.
  std::uint32_t leaf(Head head) {
    const auto [at, is_new] = own_.emplace(head.code, static_cast<std::uint32_t>(met_.size()));
    if (is_new) {
      met_.push_back(egraph::kNoId);
      builder_.add_node(builder_.add_class(), head.code);
    }
    return at->second;
  }

  void add_fraction(std::uint32_t target, const Rational& value) {
    Rational numerator;
    Rational denominator;
    fmpz_set(fmpq_numref(numerator.raw()), fmpq_numref(value.raw()));
    fmpz_set(fmpq_numref(denominator.raw()), fmpq_denref(value.raw()));
    builder_.add_node(target, Head(Op::Divide).code,
                      {number_of(numerator), number_of(denominator)});
  }

  const AlgebraGraph& graph_;
  egraph::TermGraphBuilder builder_;
  std::unordered_map<ClassId, std::uint32_t> numbers_;
  std::unordered_map<std::uint32_t, std::uint32_t> own_;  // leaves, by head
  std::vector<ClassId> met_;
  std::vector<std::uint32_t> children_;
};

}  // namespace

egraph::TermGraph term_graph_of(const AlgebraGraph& graph, ClassId root) {
  return TermGraphMaker(graph).make(root);
}

const egraph::TermRules& term_rules() {
  static const egraph::TermRules rules = [] {
    const auto code = [](Op op) { return Head(op).code; };
    const std::uint32_t zero = Vocabulary::kZero.code;
    const std::uint32_t one = Vocabulary::kOne.code;
    egraph::TermRules made;
    made.commutative = {code(Op::Add), code(Op::Multiply), code(Op::Min), code(Op::Max)};
    made.padding = {{code(Op::Multiply), 0, one},  {code(Op::Multiply), 1, one},
                    {code(Op::Add), 0, zero},      {code(Op::Add), 1, zero},
                    {code(Op::Subtract), 1, zero}, {code(Op::Divide), 1, one},
                    {code(Op::Power), 1, one}};
    return made;
  }();
  return rules;
}

Equivalents::Equivalents(const AlgebraGraph& graph, ClassId root, std::uint32_t max_tokens)
    : graph_(term_graph_of(graph, root)),
      counts_(graph_, term_rules(), 0, max_tokens),
      ranking_(counts_, 0) {}

std::vector<Term> Equivalents::smallest(std::size_t how_many) {
  std::vector<Term> terms;
  egraph::TermEnumerator enumerator(ranking_);
  Term term;
  while (terms.size() < how_many && enumerator.next(term)) {
    terms.push_back(term);
    name_bound_variables(terms.back());
  }
  return terms;
}

std::vector<Term> Equivalents::sample(std::size_t how_many, std::uint64_t seed) {
  egraph::TermSampler sampler(ranking_, seed, egraph::Strata::SizeAndRootSymbol);
  std::vector<Term> terms = sampler.draw_distinct(how_many);
  for (Term& term : terms) name_bound_variables(term);
  return terms;
}

void name_bound_variables(Term& term) {
  for (egraph::TermToken& token : term.tokens) {
    if (Head(token.symbol).op() == Op::Variable) token.symbol &= ~kBoundBit;
  }
}

ExprId to_expression(const Term& term, Expressions& pool) {
  std::vector<ExprId> done;
  std::vector<ExprId> operands;
  for (std::size_t i = term.size(); i-- > 0;) {
    const auto arity = static_cast<std::ptrdiff_t>(term.tokens[i].arity);
    operands.assign(done.rbegin(), done.rbegin() + arity);
    done.resize(done.size() - operands.size());
    Head head(term.tokens[i].symbol);
    if (head.op() == Op::Variable) head.code &= ~kBoundBit;
    done.push_back(pool.make(head, operands));
  }
  return done.back();
}

}  // namespace noether::algebra
