#include "bench/identities/fungrim_expression.h"

#include <array>
#include <optional>
#include <utility>

#include "noether/algebra/expression/differentiate.h"

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

}  // namespace

ExprId fungrim_expression(const FungrimTerm& term, algebra::Expressions& pool,
                          std::set<std::string>& unknown) {
  return Builder(pool, unknown).build(term);
}

}  // namespace noether::bench
