#include "bench/identities/fungrim_reader.h"

#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "bench/identities/fungrim_predicate.h"
#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/expression/expression.h"

namespace noether::bench {
namespace {

using algebra::ExprId;
using algebra::Op;

constexpr std::int64_t kMaxDerivative = 8;

constexpr std::array<std::pair<std::string_view, Op>, 39> kFungrimFunctions{{
    {"Sub", Op::Subtract},
    {"Div", Op::Divide},
    {"Pow", Op::Power},
    {"Sqrt", Op::Sqrt},
    {"Abs", Op::Abs},
    {"Exp", Op::Exp},
    {"Log", Op::Ln},
    {"Sin", Op::Sin},
    {"Cos", Op::Cos},
    {"Tan", Op::Tan},
    {"Csc", Op::Csc},
    {"Sec", Op::Sec},
    {"Cot", Op::Cot},
    {"Asin", Op::Asin},
    {"Acos", Op::Acos},
    {"Atan", Op::Atan},
    {"Acsc", Op::Acsc},
    {"Asec", Op::Asec},
    {"Acot", Op::Acot},
    {"Sinh", Op::Sinh},
    {"Cosh", Op::Cosh},
    {"Tanh", Op::Tanh},
    {"Csch", Op::Csch},
    {"Sech", Op::Sech},
    {"Coth", Op::Coth},
    {"Asinh", Op::Asinh},
    {"Acosh", Op::Acosh},
    {"Atanh", Op::Atanh},
    {"Acsch", Op::Acsch},
    {"Asech", Op::Asech},
    {"Acoth", Op::Acoth},
    {"Factorial", Op::Factorial},
    {"Binomial", Op::Binomial},
    {"Gamma", Op::Gamma},
    {"Floor", Op::Floor},
    {"Ceil", Op::Ceil},
    {"Sign", Op::Sign},
    {"Min", Op::Min},
    {"Max", Op::Max},
}};

std::optional<Op> operator_of(std::string_view name, std::size_t operands) {
  for (const auto& [known, op] : kFungrimFunctions) {
    if (known == name && algebra::op_arity(op) == operands) return op;
  }
  return std::nullopt;
}

class Builder {
 public:
  Builder(algebra::Expressions& pool, std::set<std::string>& unknown)
      : pool_(pool), unknown_(unknown) {}

  ExprId build(const FungrimTerm& term) {
    if (term.is_number) {
      const auto value = algebra::Rational::parse(term.name);
      if (value) return pool_.number(*value);
      unknown_.insert("number " + term.name);
      return pool_.variable(term.name);
    }
    if (!term.is_call) return symbol(term.name);
    if (term.name == "Where" && !term.arguments.empty()) {
      const std::vector definitions(term.arguments.begin() + 1, term.arguments.end());
      for (const FungrimTerm& d : definitions) {
        if (!is_definition(d)) unknown_.insert("definition by " + d.name);
      }
      return build(apply_definitions(term.arguments[0], definitions));
    }
    if (const auto value = derivative(term)) return *value;
    if (const auto value = integral(term)) return *value;
    std::vector<ExprId> operands;
    for (const FungrimTerm& argument : term.arguments) operands.push_back(build(argument));
    if ((term.name == "Parentheses" || term.name == "Brackets" || term.name == "Braces") &&
        operands.size() == 1) {
      return operands[0];
    }
    if (term.name == "Neg" && operands.size() == 1) {
      if (pool_.is_number(operands[0])) return pool_.number(-pool_.value(operands[0]));
      return pool_.negate(operands[0]);
    }
    if (const auto op = chain_operator(term.name); op && !operands.empty()) {
      ExprId value = operands[0];
      for (std::size_t i = 1; i < operands.size(); ++i)
        value = pool_.make(*op, {value, operands[i]});
      return value;
    }
    if (const auto op = operator_of(term.name, operands.size())) {
      return pool_.make(algebra::Head(*op), operands);
    }
    unknown_.insert(term.name);
    return pool_.call(term.name, operands);
  }

 private:
  static std::optional<Op> chain_operator(std::string_view name) {
    if (name == "Add") return Op::Add;
    if (name == "Mul") return Op::Multiply;
    if (name == "Min") return Op::Min;
    if (name == "Max") return Op::Max;
    return std::nullopt;
  }

  ExprId symbol(const std::string& name) {
    if (name == "Pi" || name == "ConstPi") return pool_.leaf(Op::Pi);
    if (name == "ConstE") return pool_.leaf(Op::E);
    if (name == "ConstI") return pool_.leaf(Op::I);
    if (name == "GoldenRatio") {
      const ExprId root = pool_.make(Op::Sqrt, {pool_.number(5)});
      return pool_.make(Op::Divide,
                        {pool_.make(Op::Add, {pool_.number(1), root}), pool_.number(2)});
    }
    // Constants and sets have long capitalised names; C, N and C_1 are variables.
    const bool constant =
        name.size() > 2 && name[0] >= 'A' && name[0] <= 'Z' && name[1] >= 'a' && name[1] <= 'z';
    if (constant) unknown_.insert(name);
    return pool_.variable(name);
  }

  // ComplexDerivative(f, For(z, a)) and (f, For(z, a, n)).
  std::optional<ExprId> derivative(const FungrimTerm& term) {
    if (!term.name.ends_with("Derivative") || term.arguments.size() != 2) return std::nullopt;
    const FungrimTerm& range = term.arguments[1];
    if (!range.is("For") || range.arguments.size() < 2 || range.arguments.size() > 3 ||
        range.arguments[0].is_call) {
      return std::nullopt;
    }
    std::int64_t times = 1;
    if (range.arguments.size() == 3) {
      const ExprId order = build(range.arguments[2]);
      const auto whole = pool_.is_number(order) ? pool_.value(order).to_int() : std::nullopt;
      if (!whole || *whole < 0 || *whole > kMaxDerivative) {
        unknown_.insert("Derivative of any order");
        return pool_.number(0);
      }
      times = *whole;
    }
    const algebra::Head variable = pool_.vocabulary().variable(range.arguments[0].name);
    ExprId value = build(term.arguments[0]);
    const ExprId at = build(range.arguments[1]);
    if (at == pool_.leaf(variable)) {
      for (; times > 0; --times) value = pool_.make(Op::Derivative, {at, value});
      return value;
    }
    for (; times > 0; --times) value = algebra::differentiate(pool_, value, variable);
    return algebra::substitute(pool_, value, variable, at);
  }

  std::optional<ExprId> integral(const FungrimTerm& term) {
    if (term.name != "Integral" || term.arguments.size() != 2) return std::nullopt;
    const FungrimTerm& range = term.arguments[1];
    if (!range.is("For") || range.arguments.size() != 3 || range.arguments[0].is_call) {
      return std::nullopt;
    }
    return pool_.make(Op::DefiniteIntegral,
                      {build(term.arguments[0]), pool_.variable(range.arguments[0].name),
                       build(range.arguments[1]), build(range.arguments[2])});
  }

  algebra::Expressions& pool_;
  std::set<std::string>& unknown_;
};

// A Fungrim term as an expression of algebra.
// Functions without an operator in algebra become uninterpreted calls and are added to `unknown`.
ExprId fungrim_expression(const FungrimTerm& term, algebra::Expressions& pool,
                          std::set<std::string>& unknown) {
  return Builder(pool, unknown).build(term);
}

}  // namespace

base::Result<FungrimEntry> read_fungrim_entry(std::string_view line) {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (json.is_discarded()) return base::fail("not JSON");
  if (!json.is_object()) return base::fail("not an object");
  FungrimEntry entry;
  const auto formula = json.find("formula");
  if (formula == json.end() || !formula->is_string()) {
    return base::fail("`formula` is not a text");
  }
  entry.formula = formula->get<std::string>();
  if (const auto id = json.find("id"); id != json.end() && id->is_string()) {
    entry.id = id->get<std::string>();
  }
  const auto given = json.find("assumptions");
  if (given == json.end() || given->is_null()) return entry;
  const auto add = [&](const nlohmann::json& one) {
    if (one.is_string()) entry.assumptions.push_back(one.get<std::string>());
    return one.is_string();
  };
  const bool texts = given->is_array() ? std::ranges::all_of(*given, add) : add(*given);
  if (!texts) return base::fail("`assumptions` are neither a text nor a list of texts");
  return entry;
}

namespace {

using algebra::Assumptions;
using algebra::kNoExpr;
using algebra::VariableAssumption;

// A bound of an interval; kNoExpr if it is infinite or not a constant.
algebra::ExprId bound(const FungrimTerm& term, algebra::Expressions& pool) {
  std::set<std::string> unknown;
  const algebra::ExprId value = fungrim_expression(term, pool, unknown);
  return unknown.empty() && algebra::variables_of(pool, value).empty() ? value : kNoExpr;
}

// Converts a set into a range of values of one variable, from which points are drawn. The test at
// the point checks the rest of the condition.
VariableAssumption assumption(algebra::Head variable, const FungrimTerm& set,
                              algebra::Expressions& pool) {
  VariableAssumption result{.variable = variable, .kind = VariableAssumption::Kind::Complex};
  const std::string& name = set.name;
  if (name == "SetMinus" && !set.arguments.empty()) {
    return assumption(variable, set.arguments[0], pool);
  }
  if (name == "RR" || name == "QQ") result.kind = VariableAssumption::Kind::Real;
  if (name == "ZZ" || name == "NN" || name == "PP") result.kind = VariableAssumption::Kind::Integer;
  if (name == "NN") result.lower = pool.number(0);
  if (name == "PP") result.lower = pool.number(2);
  if (name == "NN" || name == "PP") result.lower_open = false;
  if ((name == "ZZGreaterEqual" || name == "ZZLessEqual") && set.arguments.size() == 1) {
    result.kind = VariableAssumption::Kind::Integer;
    const bool lower = name == "ZZGreaterEqual";
    (lower ? result.lower : result.upper) = bound(set.arguments[0], pool);
    (lower ? result.lower_open : result.upper_open) = false;
  }
  if ((name.ends_with("Interval") || name == "Range") && set.arguments.size() == 2) {
    result.kind =
        name == "Range" ? VariableAssumption::Kind::Integer : VariableAssumption::Kind::Real;
    result.lower = bound(set.arguments[0], pool);
    result.upper = bound(set.arguments[1], pool);
    result.lower_open = name.starts_with("Open");
    result.upper_open = name == "OpenInterval" || name == "ClosedOpenInterval";
  }
  return result;
}

void collect(const FungrimTerm& condition, algebra::Expressions& pool, Assumptions& found) {
  if (condition.is("And")) {
    for (const FungrimTerm& part : condition.arguments) collect(part, pool, found);
  } else if (condition.is("Element") && condition.arguments.size() == 2 &&
             !condition.arguments[0].is_call && !condition.arguments[0].is_number) {
    found.variables.push_back(assumption(pool.vocabulary().variable(condition.arguments[0].name),
                                         condition.arguments[1], pool));
  }
}

// Returns one case for each alternative of a condition whose top is an Or.
void add_cases(const FungrimTerm& condition, algebra::Expressions& pool,
               const std::set<std::string>& used, FungrimIdentity& identity) {
  if (condition.is("Or") || condition.is("List")) {
    for (const FungrimTerm& part : condition.arguments) add_cases(part, pool, used, identity);
    return;
  }
  Assumptions assumptions;
  collect(condition, pool, assumptions);
  for (const std::string& name : used) {
    const algebra::Head variable = pool.vocabulary().variable(name);
    bool assumed = false;
    for (const VariableAssumption& a : assumptions.variables) assumed |= a.variable == variable;
    if (!assumed) {
      assumptions.variables.push_back(
          {.variable = variable, .kind = VariableAssumption::Kind::Complex});
    }
  }
  // Evaluates the condition once at some values, to see whether all of it is supported.
  FungrimValues some;
  for (const VariableAssumption& a : assumptions.variables) {
    some[std::string(pool.vocabulary().variable_name(a.variable))] = 0.5;
  }
  std::set<std::string> unknown;
  fungrim_holds(condition, some, unknown);
  for (const std::string& name : unknown) identity.unknown.insert("assumption " + name);
  assumptions.accepts = [condition, &pool](const algebra::Point& point) {
    std::set<std::string> ignored;
    return fungrim_holds(condition, fungrim_values(pool, point), ignored).value_or(false);
  };
  identity.cases.push_back(std::move(assumptions));
}

}  // namespace

base::Result<FungrimIdentity> read_fungrim(std::string_view formula,
                                           const std::vector<std::string>& assumptions,
                                           algebra::Expressions& pool) {
  auto read = read_fungrim_term(formula);
  if (!read) return std::unexpected(read.error());
  FungrimTerm term = std::move(*read);
  std::vector<FungrimTerm> conditions;
  for (const std::string& text : assumptions) {
    auto condition = read_fungrim_term(text);
    if (!condition) return std::unexpected(condition.error());
    conditions.push_back(std::move(*condition));
  }
  FungrimIdentity identity;
  std::vector<FungrimTerm> premises;
  for (bool changed = true; changed;) {
    changed = false;
    if (term.is("Where") && term.arguments.size() > 1) {
      const std::vector definitions(term.arguments.begin() + 1, term.arguments.end());
      for (const FungrimTerm& d : definitions) {
        if (!is_definition(d)) identity.unknown.insert("definition by " + d.name);
      }
      FungrimTerm body = apply_definitions(term.arguments[0], definitions);
      term = std::move(body);
      changed = true;
    } else if (term.is("Implies") && term.arguments.size() == 2) {
      FungrimTerm conclusion = term.arguments[1];
      premises.push_back(term.arguments[0]);
      term = std::move(conclusion);
      changed = true;
    }
  }

  if (!term.is("Equal") || term.arguments.size() < 2) {
    identity.unknown.insert("no equation: " + term.name);
    return identity;
  }
  for (const FungrimTerm& side : term.arguments) {
    identity.sides.push_back(fungrim_expression(side, pool, identity.unknown));
  }
  std::set<std::string> used;
  for (const algebra::ExprId side : identity.sides) {
    for (const algebra::Head variable : algebra::variables_of(pool, side)) {
      used.insert(std::string(pool.vocabulary().variable_name(variable)));
    }
  }
  if (conditions.empty()) {
    conditions.emplace_back();
    conditions.back().name = "And";
    conditions.back().is_call = true;
  }
  for (FungrimTerm& condition : conditions) {
    if (!premises.empty()) {
      FungrimTerm both;
      both.name = "And";
      both.is_call = true;
      both.arguments = premises;
      both.arguments.push_back(std::move(condition));
      condition = std::move(both);
    }
    add_cases(condition, pool, used, identity);
  }
  return identity;
}

}  // namespace noether::bench
