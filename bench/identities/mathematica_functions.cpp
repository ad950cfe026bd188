#include "bench/identities/mathematica_functions.h"

#include <array>
#include <utility>

namespace noether::bench {
namespace {

using algebra::Op;

constexpr std::array<std::pair<std::string_view, Op>, 38> kMathematicaFunctions{{
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
    {"ArcSin", Op::Asin},
    {"ArcCos", Op::Acos},
    {"ArcTan", Op::Atan},
    {"ArcCsc", Op::Acsc},
    {"ArcSec", Op::Asec},
    {"ArcCot", Op::Acot},
    {"Sinh", Op::Sinh},
    {"Cosh", Op::Cosh},
    {"Tanh", Op::Tanh},
    {"Csch", Op::Csch},
    {"Sech", Op::Sech},
    {"Coth", Op::Coth},
    {"ArcSinh", Op::Asinh},
    {"ArcCosh", Op::Acosh},
    {"ArcTanh", Op::Atanh},
    {"ArcCsch", Op::Acsch},
    {"ArcSech", Op::Asech},
    {"ArcCoth", Op::Acoth},
    {"Factorial", Op::Factorial},
    {"Binomial", Op::Binomial},
    {"Gamma", Op::Gamma},
    {"Floor", Op::Floor},
    {"Ceiling", Op::Ceil},
    {"Sign", Op::Sign},
    {"Min", Op::Min},
    {"Max", Op::Max},
    {"Power", Op::Power},
    {"Divide", Op::Divide},
}};

}  // namespace

std::optional<Op> mathematica_operator(std::string_view name, std::size_t operands) {
  if (name == "Log" && operands == 2) return Op::Log;
  for (const auto& [known, op] : kMathematicaFunctions) {
    if (known == name && algebra::op_arity(op) == operands) return op;
  }
  return std::nullopt;
}

std::optional<Op> mathematica_constant(std::string_view name) {
  if (name == "Pi") return Op::Pi;
  if (name == "E") return Op::E;
  if (name == "I") return Op::I;
  return std::nullopt;
}

}  // namespace noether::bench
