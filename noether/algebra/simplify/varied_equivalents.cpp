#include "noether/algebra/simplify/varied_equivalents.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/simplify/reading_cost.h"
#include "noether/algebra/simplify/usual_order.h"

namespace noether::algebra {
namespace {

constexpr std::size_t kFewestCandidates = 800;
constexpr std::size_t kCandidatesPerAnswer = 10;
constexpr std::uint64_t kSampleSeed = 1;

// The expression without its names and numbers, and without the order of commutative operands.
std::string shape_of(const Expressions& pool, ExprId root) {
  std::unordered_map<ExprId, std::string> shapes;
  std::vector<std::string> operands;
  for (const ExprId id : subexpressions(pool, root)) {
    const Op op = pool.op(id);
    std::string& shape = shapes[id];
    if (pool.operands(id).empty()) {
      shape = op == Op::Number ? "1" : "x";
      continue;
    }
    operands.clear();
    for (const ExprId operand : pool.operands(id)) operands.push_back(shapes[operand]);
    // A difference looks like a sum.
    const bool is_sum = op == Op::Add || op == Op::Subtract;
    if (is_sum || is_commutative(op)) std::ranges::sort(operands);
    shape = is_sum ? "+" : std::string(op_name(op));
    if (op == Op::Call) shape = pool.vocabulary().function_name(pool.head(id));
    shape += '(';
    for (const std::string& operand : operands) shape += operand + ' ';
    shape += ')';
  }
  return shapes[root];
}

// The text of an expression with its names, but without the order of terms and factors: -a-b and
// -b-a are equal.
class OrderFreeText {
 public:
  explicit OrderFreeText(const Expressions& pool) : pool_(pool) {}

  std::string of(ExprId id) {
    const Op op = pool_.op(id);
    if (pool_.operands(id).empty()) return expression_text(formula::Notation::Prefix, pool_, id);
    std::vector<std::string> parts;
    if (op == Op::Add || op == Op::Subtract) {
      terms(id, false, parts);
    } else if (op == Op::Multiply) {
      factors(id, parts);
    } else {
      for (const ExprId operand : pool_.operands(id)) parts.push_back(of(operand));
    }
    if (op == Op::Add || op == Op::Subtract || is_commutative(op)) std::ranges::sort(parts);
    std::string text(op == Op::Subtract ? op_name(Op::Add) : op_name(op));
    if (op == Op::Call) text = pool_.vocabulary().function_name(pool_.head(id));
    text += '(';
    for (const std::string& part : parts) text += part + ' ';
    return text + ')';
  }

 private:
  void terms(ExprId id, bool negative, std::vector<std::string>& out) {
    const Op op = pool_.op(id);
    if (op == Op::Add || op == Op::Subtract) {
      terms(pool_.operand(id, 0), negative, out);
      terms(pool_.operand(id, 1), negative != (op == Op::Subtract), out);
      return;
    }
    if (op == Op::Multiply && pool_.head(pool_.operand(id, 0)) == Vocabulary::kMinusOne) {
      return terms(pool_.operand(id, 1), !negative, out);
    }
    out.push_back((negative ? "-" : "") + of(id));
  }
  void factors(ExprId id, std::vector<std::string>& out) {
    if (pool_.op(id) != Op::Multiply) return out.push_back(of(id));
    factors(pool_.operand(id, 0), out);
    factors(pool_.operand(id, 1), out);
  }

  const Expressions& pool_;
};

struct Candidate {
  std::uint64_t cost;
  ExprId expression;
  std::string shape;
};

// A form that is more expensive than this, compared with the cheapest, is a curiosity and comes
// last.
std::uint64_t bearable(std::uint64_t cheapest) { return 3 * cheapest + 60; }

Op kind_of(const Expressions& pool, ExprId id) {
  const Op op = pool.op(id);
  // -x has the kind of x.
  if (op == Op::Multiply && pool.head(pool.operand(id, 0)) == Vocabulary::kMinusOne) {
    return kind_of(pool, pool.operand(id, 1));
  }
  return op == Op::Subtract ? Op::Add : op;
}

}  // namespace

std::vector<ExprId> varied_equivalents(Equivalents& equivalents, Expressions& pool,
                                       std::size_t how_many, std::uint32_t max_tokens) {
  const std::size_t wanted = std::max(kFewestCandidates, kCandidatesPerAnswer * how_many);
  std::set<ExprId> seen;
  std::map<Op, std::vector<Candidate>> kinds;
  std::vector<Candidate> others;  // forms like those already shown, and curiosities
  std::uint64_t cheapest = UINT64_MAX;
  for (const bool sampled : {false, true}) {
    const auto terms =
        sampled ? equivalents.sample(wanted, kSampleSeed) : equivalents.smallest(wanted);
    for (const egraph::Term& term : terms) {
      const ExprId written = to_expression(term, pool);
      const ExprId form = in_usual_order(pool, written);
      if (tree_size(pool, form, max_tokens + 1) <= max_tokens && seen.insert(form).second) {
        const std::uint64_t cost = reading_cost(pool, form);
        cheapest = std::min(cheapest, cost);
        kinds[kind_of(pool, form)].push_back({cost, form, shape_of(pool, form)});
      }
      if (seen.insert(written).second) {
        others.push_back({reading_cost(pool, written), written, shape_of(pool, written)});
      }
    }
  }
  std::set<std::string> shown;
  std::vector<std::vector<Candidate>*> turns;
  for (auto& [kind, candidates] : kinds) {
    std::ranges::stable_sort(candidates, {}, &Candidate::cost);
    std::ranges::reverse(candidates);  // the cheapest last
    turns.push_back(&candidates);
  }
  // The kind with the cheapest form comes first.
  std::ranges::stable_sort(turns, {}, [](const auto* kind) { return kind->back().cost; });
  std::vector<std::pair<std::uint64_t, ExprId>> chosen;
  for (bool found = true; found && chosen.size() < how_many;) {
    found = false;
    for (std::vector<Candidate>* const turn : turns) {
      std::vector<Candidate>& candidates = *turn;
      while (!candidates.empty() && (shown.contains(candidates.back().shape) ||
                                     candidates.back().cost > bearable(cheapest))) {
        others.push_back(std::move(candidates.back()));
        candidates.pop_back();
      }
      if (candidates.empty() || chosen.size() == how_many) continue;
      shown.insert(candidates.back().shape);
      chosen.emplace_back(candidates.back().cost, candidates.back().expression);
      candidates.pop_back();
      found = true;
    }
  }
  // Other shapes come first, then other forms of the same shape; forms that differ only in the
  // order of their terms come last.
  std::set<std::string> texts;
  OrderFreeText order_free(pool);
  for (const auto& [cost, expression] : chosen) texts.insert(order_free.of(expression));
  std::ranges::stable_sort(others, {}, &Candidate::cost);
  for (const bool again : {false, true}) {
    for (const Candidate& other : others) {
      if (chosen.size() == how_many) break;
      if (shown.insert(other.shape).second == again) continue;
      if (texts.insert(order_free.of(other.expression)).second) {
        chosen.emplace_back(other.cost, other.expression);
      }
    }
  }
  std::set<std::string> drawn;
  for (const auto& [cost, expression] : chosen) {
    drawn.insert(expression_text(formula::Notation::Latex, pool, expression));
  }
  for (const Candidate& other : others) {
    if (chosen.size() == how_many) break;
    if (drawn.insert(expression_text(formula::Notation::Latex, pool, other.expression)).second) {
      chosen.emplace_back(other.cost, other.expression);
    }
  }
  std::ranges::stable_sort(chosen, {}, &std::pair<std::uint64_t, ExprId>::first);
  std::vector<ExprId> expressions;
  for (const auto& [cost, expression] : chosen) expressions.push_back(expression);
  return expressions;
}

}  // namespace noether::algebra
