#include "noether/formula/notation/egen_names.h"

#include <array>
#include <unordered_map>

namespace noether::formula {
namespace {

constexpr auto kEgenNames = std::to_array<EgenName>({
    {"sin", Op::Call, "sin"},       {"asin", Op::Call, "arcsin"},   {"cos", Op::Call, "cos"},
    {"acos", Op::Call, "arccos"},   {"tan", Op::Call, "tan"},       {"atan", Op::Call, "arctan"},
    {"cot", Op::Call, "cot"},       {"acot", Op::Call, "arccot"},   {"sec", Op::Call, "sec"},
    {"asec", Op::Call, "arcsec"},   {"csc", Op::Call, "csc"},       {"acsc", Op::Call, "arccsc"},
    {"sinh", Op::Call, "sinh"},     {"asinh", Op::Call, "arcsinh"}, {"cosh", Op::Call, "cosh"},
    {"acosh", Op::Call, "arccosh"}, {"tanh", Op::Call, "tanh"},     {"atanh", Op::Call, "arctanh"},
    {"coth", Op::Call, "coth"},     {"acoth", Op::Call, "arccoth"}, {"sech", Op::Call, "sech"},
    {"asech", Op::Call, "arcsech"}, {"csch", Op::Call, "csch"},     {"acsch", Op::Call, "arccsch"},
    {"ln", Op::Call, "ln"},         {"exp", Op::Call, "exp"},       {"sqrt", Op::Root, ""},
    {"pi", Op::Variable, "π"},
});

}  // namespace

const EgenName* egen_name(std::string_view egen) {
  static const auto index = [] {
    std::unordered_map<std::string_view, const EgenName*> names;
    for (const EgenName& name : kEgenNames) names.emplace(name.egen, &name);
    return names;
  }();
  const auto it = index.find(egen);
  return it == index.end() ? nullptr : it->second;
}

const EgenName* egen_name_of(Op op, std::string_view label) {
  static const auto index = [] {
    std::unordered_map<std::string_view, const EgenName*> names;
    for (const EgenName& name : kEgenNames) names.emplace(name.label, &name);
    return names;
  }();
  const auto it = index.find(label);
  return it == index.end() || it->second->op != op ? nullptr : it->second;
}

}  // namespace noether::formula
