#include "bench/identities/fungrim_reader.h"

#include <memory>

#include "bench/identities/fungrim_expression.h"
#include "bench/identities/fungrim_predicate.h"

namespace noether::bench {
namespace {

using algebra::Assumptions;
using algebra::kNoExpr;
using algebra::VariableAssumption;

// A bound of an interval; kNoExpr when it is infinite or not a constant.
algebra::ExprId bound(const FungrimTerm& term, algebra::Expressions& pool) {
  std::set<std::string> unknown;
  const algebra::ExprId value = fungrim_expression(term, pool, unknown);
  return unknown.empty() && algebra::variables_of(pool, value).empty() ? value : kNoExpr;
}

// What a set says about the values of one variable, so that points are drawn from it; whatever more
// it says is left to the test at the point.
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

// One case for each alternative of a condition that is an Or at the top.
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
  // Tried once at some values, to learn whether the condition is understood.
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
