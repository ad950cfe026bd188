#include "noether/algebra/rules/rule_instance.h"

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <unordered_map>

#include "noether/algebra/expression/differentiate.h"

namespace noether::algebra {
namespace {

constexpr std::string_view kInstanceNames[] = {"x", "y", "z"};
constexpr std::size_t kInstances = 16;
constexpr std::size_t kElementaryFunctions = 16;

// An elementary function of u, with two random coefficients.
ExprId elementary_function(Expressions& pool, std::size_t index, ExprId u,
                           std::mt19937_64& random) {
  const auto coefficient = [&] {
    // Braces, because the order of evaluation of arguments in parentheses differs between machines.
    return pool.number(Rational{1 + static_cast<std::int64_t>(random() % 7),
                                1 + static_cast<std::int64_t>(random() % 3)});
  };
  const ExprId a = coefficient();
  const ExprId b = coefficient();
  const ExprId one = pool.leaf(Vocabulary::kOne);
  const ExprId two = pool.leaf(Vocabulary::kTwo);
  const auto add = [&](ExprId f, ExprId g) { return pool.make(Op::Add, {f, g}); };
  const auto times = [&](ExprId f, ExprId g) { return pool.make(Op::Multiply, {f, g}); };
  const auto over = [&](ExprId f, ExprId g) { return pool.make(Op::Divide, {f, g}); };
  const auto square = pool.make(Op::Power, {u, two});
  const auto of = [&](Op op, ExprId f) { return pool.make(op, {f}); };
  switch (index % kElementaryFunctions) {
    case 0:
      return u;
    case 1:
      return of(Op::Sin, times(a, u));
    case 2:
      return add(square, add(times(a, u), b));
    case 3:
      return of(Op::Exp, times(b, u));
    case 4:
      return over(one, add(u, a));
    case 5:
      return of(Op::Ln, u);
    case 6:
      return add(times(a, u), b);
    case 7:
      return add(of(Op::Cos, u), two);
    case 8:
      return over(of(Op::Tanh, u), two);
    case 9:
      return of(Op::Sqrt, add(square, one));
    case 10:
      return a;
    case 11:
      return add(of(Op::Cosh, u), one);
    case 12:
      return of(Op::Atan, u);
    case 13:
      return over(one, add(square, two));
    case 14:
      return pool.negate(of(Op::Exp, pool.negate(u)));
    default:
      return times(u, of(Op::Exp, u));
  }
}

class CalculusInstances {
 public:
  CalculusInstances(Expressions& pool, const RuleInstance& rule, std::uint64_t seed)
      : pool_(pool), rule_(rule), random_(seed) {
    classify();
  }

  std::vector<RuleInstance> make() {
    std::vector<RuleInstance> instances;
    const std::size_t count = functions_.empty() ? 1 : kInstances;
    for (std::size_t i = 0; i < count; ++i) {
      if (auto made = instance(i)) instances.push_back(*std::move(made));
    }
    return instances;
  }

 private:
  // Determines the pattern variables that are variables of calculus, and those that are functions
  // of them.
  void classify() {
    for (const ExprId side : {rule_.left, rule_.right}) {
      for (const ExprId id : subexpressions(pool_, side)) {
        const Op op = pool_.op(id);
        if (op == Op::Derivative) add_variable(pool_.operand(id, 0));
        if (op == Op::Integral || op == Op::DefiniteIntegral) add_variable(pool_.operand(id, 1));
      }
    }
    for (const Condition& condition : rule_.conditions) {
      if (condition.predicate != Predicate::Free) continue;
      for (const Head head : variables_of(pool_, condition.terms[1])) {
        free_of_[head].insert(pool_.head(condition.terms[0]));
      }
    }
    for (const ExprId side : {rule_.left, rule_.right}) {
      for (const ExprId id : subexpressions(pool_, side)) {
        const Op op = pool_.op(id);
        if (op != Op::Derivative && op != Op::Integral && op != Op::DefiniteIntegral) continue;
        for (const Head head :
             variables_of(pool_, pool_.operand(id, op == Op::Derivative ? 1 : 0))) {
          if (!variables_.contains(head) && !is_number_like(head)) functions_.insert(head);
        }
      }
    }
  }

  void add_variable(ExprId id) {
    if (pool_.op(id) != Op::Variable || variables_.contains(pool_.head(id))) return;
    const std::size_t count = variables_.size();
    const ExprId name = count < std::size(kInstanceNames)
                            ? pool_.variable(kInstanceNames[count])
                            : pool_.variable("x" + std::to_string(count));
    variables_.emplace(pool_.head(id), name);
  }

  // Returns whether the variable is a number, or free of every variable of calculus: an unknown,
  // not a function.
  bool is_number_like(Head head) const {
    if (const auto it = free_of_.find(head); it != free_of_.end()) {
      if (std::ranges::all_of(variables_, [&](const auto& variable) {
            return it->second.contains(variable.first);
          })) {
        return true;
      }
    }
    return std::ranges::any_of(rule_.conditions, [&](const Condition& condition) {
      using enum Predicate;
      const Predicate p = condition.predicate;
      return (p == Constant || p == Integer || p == Even || p == Odd) &&
             pool_.head(condition.terms[0]) == head;
    });
  }

  // The argument of a function: the sum of the variables of calculus that it is not free of.
  ExprId argument_of(Head function) {
    ExprId argument = kNoExpr;
    const auto free = free_of_.find(function);
    for (const auto& [pattern, variable] : variables_) {
      if (free != free_of_.end() && free->second.contains(pattern)) continue;
      argument = argument == kNoExpr ? variable : pool_.make(Op::Add, {argument, variable});
    }
    return argument;
  }

  std::optional<RuleInstance> instance(std::size_t index) {
    std::vector<std::pair<Head, ExprId>> bindings(variables_.begin(), variables_.end());
    RuleInstance made = rule_;
    std::size_t place = 0;
    for (const Head function : functions_) {
      const std::size_t choice = index * (1 + 2 * place) + 3 * place;
      const ExprId bound = elementary_function(pool_, choice, argument_of(function), random_);
      bindings.emplace_back(function, bound);
      if (!made.bindings.empty()) made.bindings += ", ";
      made.bindings += std::string(pool_.vocabulary().variable_name(function)) + " = " +
                       pattern_text(pool_, bound);
      ++place;
    }
    const auto bind = [&](ExprId& id) {
      for (const auto& [head, bound] : bindings) id = substitute(pool_, id, head, bound);
    };
    bind(made.left);
    bind(made.right);
    std::erase_if(made.conditions, [](const Condition& condition) {
      return condition.predicate == Predicate::Free || condition.predicate == Predicate::Variable;
    });
    for (Condition& condition : made.conditions) std::ranges::for_each(condition.terms, bind);
    made.left = eliminate_derivatives(pool_, made.left);
    made.right = eliminate_derivatives(pool_, made.right);
    return without_integrals(made) ? std::optional(std::move(made)) : std::nullopt;
  }

  // Differentiates both sides if they have integrals. A remaining integral, as a factor of a term,
  // becomes an unknown; returns false if the sides do not have the same ones.
  bool without_integrals(RuleInstance& made) {
    const std::vector<ExprId> integrals = integrals_of(made.left);
    const std::vector<ExprId>& some = integrals.empty() ? integrals_of(made.right) : integrals;
    if (some.empty()) return true;
    const ExprId variable = pool_.operand(some[0], 1);
    for (ExprId* side : {&made.left, &made.right}) {
      *side = eliminate_derivatives(pool_, pool_.make(Op::Derivative, {variable, *side}));
    }
    const std::vector<ExprId> rest = integrals_of(made.left);
    if (rest != integrals_of(made.right)) return false;
    std::unordered_map<ExprId, ExprId> unknowns;
    for (const ExprId integral : rest) {
      unknowns.emplace(integral, pool_.variable("F" + std::to_string(unknowns.size())));
    }
    made.left = replace(made.left, unknowns);
    made.right = replace(made.right, unknowns);
    return true;
  }

  std::vector<ExprId> integrals_of(ExprId root) const {
    std::vector<ExprId> found;
    for (const ExprId id : subexpressions(pool_, root)) {
      if (pool_.op(id) == Op::Integral) found.push_back(id);
    }
    return found;
  }

  ExprId replace(ExprId root, const std::unordered_map<ExprId, ExprId>& by) {
    std::unordered_map<ExprId, ExprId> image;
    std::vector<ExprId> operands;
    for (const ExprId id : subexpressions(pool_, root)) {
      operands.clear();
      for (const ExprId operand : pool_.operands(id)) operands.push_back(image.at(operand));
      const auto it = by.find(id);
      image[id] = it == by.end() ? pool_.make(pool_.head(id), operands) : it->second;
    }
    return image.at(root);
  }

  Expressions& pool_;
  const RuleInstance& rule_;
  std::mt19937_64 random_;
  std::map<Head, ExprId> variables_;        // of calculus, and the variables bound to them
  std::set<Head> functions_;                // pattern variables that stand for functions
  std::map<Head, std::set<Head>> free_of_;  // the variables of calculus that they do not contain
};

}  // namespace

bool is_calculus(const Expressions& pool, const RuleText& rule) {
  return std::ranges::any_of(std::initializer_list<ExprId>{rule.lhs, rule.rhs}, [&](ExprId side) {
    return contains(pool, side, Op::Derivative) || contains(pool, side, Op::Integral) ||
           contains(pool, side, Op::DefiniteIntegral);
  });
}

std::vector<RuleInstance> rule_instances(const Expressions& pool, const RuleText& rule,
                                         Expressions& scratch, std::uint64_t seed) {
  RuleInstance plain{copy_expression(pool, rule.lhs, scratch),
                     copy_expression(pool, rule.rhs, scratch), rule.conditions, ""};
  for (Condition& condition : plain.conditions) {
    for (ExprId& term : condition.terms) term = copy_expression(pool, term, scratch);
  }
  if (!is_calculus(pool, rule)) return {std::move(plain)};
  return CalculusInstances(scratch, plain, seed).make();
}

ExprId copy_expression(const Expressions& from, ExprId root, Expressions& to) {
  std::unordered_map<ExprId, ExprId> image;
  std::vector<ExprId> operands;
  for (const ExprId id : subexpressions(from, root)) {
    operands.clear();
    for (const ExprId operand : from.operands(id)) operands.push_back(image.at(operand));
    image[id] = to.make(from.head(id), operands);
  }
  return image.at(root);
}

}  // namespace noether::algebra
