#include "noether/algebra/expression/operators.h"

#include <array>
#include <unordered_map>

namespace noether::algebra {
namespace {

struct OpInfo {
  std::string_view name;
  std::uint8_t arity;
};

constexpr std::array<OpInfo, kOpCount> kOps = {{
#define NOETHER_ALGEBRA_OP(id, name, arity) {name, arity},
#include "noether/algebra/expression/operators.def"
}};

}  // namespace

std::string_view op_name(Op op) { return kOps[static_cast<std::size_t>(op)].name; }

std::uint8_t op_arity(Op op) { return kOps[static_cast<std::size_t>(op)].arity; }

std::optional<Op> op_by_name(std::string_view name) {
  static const auto* const by_name = [] {
    auto* map = new std::unordered_map<std::string_view, Op>;
    for (std::size_t i = 0; i < kOpCount; ++i) {
      const auto op = static_cast<Op>(i);
      if (!has_index(op)) map->emplace(kOps[i].name, op);
    }
    return map;
  }();
  const auto it = by_name->find(name);
  if (it == by_name->end()) return std::nullopt;
  return it->second;
}

namespace {

struct FunctionName {
  std::string_view name;
  Op op;
};

// The first name of an operator is the one that is written.
constexpr auto kNames = std::to_array<FunctionName>({
    {"exp", Op::Exp},       {"ln", Op::Ln},
    {"sin", Op::Sin},       {"cos", Op::Cos},
    {"tan", Op::Tan},       {"tg", Op::Tan},
    {"csc", Op::Csc},       {"cosec", Op::Csc},
    {"sec", Op::Sec},       {"cot", Op::Cot},
    {"ctg", Op::Cot},       {"cotg", Op::Cot},
    {"arcsin", Op::Asin},   {"asin", Op::Asin},
    {"arccos", Op::Acos},   {"acos", Op::Acos},
    {"arctan", Op::Atan},   {"atan", Op::Atan},
    {"arctg", Op::Atan},    {"arccsc", Op::Acsc},
    {"acsc", Op::Acsc},     {"arccosec", Op::Acsc},
    {"arcsec", Op::Asec},   {"asec", Op::Asec},
    {"arccot", Op::Acot},   {"acot", Op::Acot},
    {"arcctg", Op::Acot},   {"sinh", Op::Sinh},
    {"sh", Op::Sinh},       {"cosh", Op::Cosh},
    {"ch", Op::Cosh},       {"tanh", Op::Tanh},
    {"th", Op::Tanh},       {"csch", Op::Csch},
    {"cosech", Op::Csch},   {"sech", Op::Sech},
    {"coth", Op::Coth},     {"cth", Op::Coth},
    {"arcsinh", Op::Asinh}, {"arsinh", Op::Asinh},
    {"asinh", Op::Asinh},   {"arsh", Op::Asinh},
    {"arccosh", Op::Acosh}, {"arcosh", Op::Acosh},
    {"acosh", Op::Acosh},   {"arch", Op::Acosh},
    {"arctanh", Op::Atanh}, {"artanh", Op::Atanh},
    {"atanh", Op::Atanh},   {"arth", Op::Atanh},
    {"arccsch", Op::Acsch}, {"arcsch", Op::Acsch},
    {"acsch", Op::Acsch},   {"arcsech", Op::Asech},
    {"arsech", Op::Asech},  {"asech", Op::Asech},
    {"arccoth", Op::Acoth}, {"arcoth", Op::Acoth},
    {"acoth", Op::Acoth},   {"gamma", Op::Gamma},
    {"Γ", Op::Gamma},       {"Gamma", Op::Gamma},
    {"sgn", Op::Sign},      {"sign", Op::Sign},
    {"signum", Op::Sign},   {"abs", Op::Abs},
    {"sqrt", Op::Sqrt},     {"floor", Op::Floor},
    {"ceil", Op::Ceil},     {"factorial", Op::Factorial},
});

bool has_formula_operator(Op op) {
  return op == Op::Abs || op == Op::Sqrt || op == Op::Floor || op == Op::Ceil ||
         op == Op::Factorial;
}

}  // namespace

std::optional<Op> function_by_name(std::string_view name) {
  static const auto* const index = [] {
    auto* names = new std::unordered_map<std::string_view, Op>;
    for (const FunctionName& entry : kNames) names->emplace(entry.name, entry.op);
    return names;
  }();
  const auto it = index->find(name);
  if (it == index->end()) return std::nullopt;
  return it->second;
}

std::string_view function_name(Op op) {
  static const auto* const index = [] {
    auto* names = new std::array<std::string_view, kOpCount>{};
    for (const FunctionName& entry : kNames) {
      std::string_view& name = (*names)[static_cast<std::size_t>(entry.op)];
      if (name.empty() && !has_formula_operator(entry.op)) name = entry.name;
    }
    return names;
  }();
  return (*index)[static_cast<std::size_t>(op)];
}

}  // namespace noether::algebra
