#include "noether/embedding/adorned_names.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "noether/algebra/expression/call_names.h"
#include "noether/algebra/notation/write_expression.h"

namespace noether::embedding {
namespace {

using algebra::Expressions;
using algebra::ExprId;
using algebra::Op;

constexpr auto kAccents = std::to_array<std::string_view>({"¯", "^", "~", "˙", "¨", "ˇ"});

// Of a variable, which is the first operand.
bool is_adornment(const Expressions& pool, ExprId call) {
  const std::string_view name = pool.vocabulary().function_name(pool.head(call));
  const auto named = algebra::operator_of_call(name);
  if (!named) return std::ranges::find(kAccents, name) != kAccents.end();
  switch (named->op) {
    case formula::Op::Subscript:
    case formula::Op::Prime:
      return true;
    case formula::Op::Superscript:  // x^* and x^{(n)}; x^{(n^2)} may be a power
      return pool.operands(call).size() == 2 && pool.operands(pool.operand(call, 1)).empty();
    default:
      return false;
  }
}

// As it is written in LaTeX, with signs as wide characters: in prefix texts + is no part of a name.
base::Result<std::string> name_of(const Expressions& pool, ExprId adorned) {
  const auto latex = algebra::write_expression(formula::Notation::Latex, pool, adorned);
  if (!latex) return latex;
  std::string name;
  for (const char c : *latex) {
    if (c == ' ') continue;
    if (algebra::is_token_name(std::string(2, c))) {
      name += c;
    } else {  // U+FF01 to U+FF5E are ! to ~
      const unsigned wide = 0xFF00U + static_cast<unsigned char>(c) - 0x20U;
      name += static_cast<char>(0xE0U | wide >> 12U);
      name += static_cast<char>(0x80U | (wide >> 6U & 0x3FU));
      name += static_cast<char>(0x80U | (wide & 0x3FU));
    }
  }
  return name;
}

}  // namespace

ExprId with_adorned_names(Expressions& pool, ExprId root) {
  if (!algebra::contains(pool, root, Op::Call)) return root;
  for (const Op op : {Op::Derivative, Op::Integral, Op::DefiniteIntegral}) {
    if (algebra::contains(pool, root, op)) return root;
  }
  const std::vector<ExprId> ids = algebra::subexpressions(pool, root);
  std::unordered_set<ExprId> names;
  for (const ExprId id : ids) {
    if (pool.op(id) == Op::Variable) names.insert(id);
    if (pool.op(id) != Op::Call || pool.operands(id).empty()) continue;
    if (names.contains(pool.operand(id, 0)) && is_adornment(pool, id)) names.insert(id);
  }
  // A name is not looked into: written out at every depth, nested ones would grow without bound.
  std::unordered_map<ExprId, ExprId> made = {{root, root}};
  for (const ExprId id : ids | std::views::reverse) {
    if (!made.contains(id) || names.contains(id)) continue;
    for (const ExprId operand : pool.operands(id)) made.emplace(operand, operand);
  }
  std::vector<ExprId> operands;
  for (const ExprId id : ids) {
    const auto place = made.find(id);
    if (place == made.end() || pool.op(id) == Op::Variable) continue;
    if (names.contains(id)) {
      if (const auto name = name_of(pool, id)) place->second = pool.variable(*name);
      continue;
    }
    operands.clear();
    for (const ExprId operand : pool.operands(id)) operands.push_back(made.at(operand));
    place->second = pool.make(pool.head(id), operands);
  }
  return made.at(root);
}

}  // namespace noether::embedding
