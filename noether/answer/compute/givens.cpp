#include "noether/answer/compute/givens.h"

#include <algorithm>
#include <unordered_map>

#include "noether/algebra/expression/call_names.h"

namespace noether::answer {
namespace {

using algebra::ExprId;
using algebra::Op;

constexpr int kMostRounds = 8;
constexpr std::uint64_t kMostNodes = 2000;

bool has_variable(const algebra::Expressions& pool, ExprId expression, algebra::Head variable) {
  const auto variables = algebra::variables_of(pool, expression);
  return std::ranges::find(variables, variable) != variables.end();
}

}  // namespace

void Givens::add(ExprId left, ExprId right) {
  const algebra::Expressions& pool = *pool_;
  const auto is_function = [&](ExprId side) {
    return pool.op(side) == Op::Call && pool.operands(side).size() == 1 &&
           pool.op(pool.operand(side, 0)) == Op::Variable &&
           !algebra::operator_of_call(pool.vocabulary().function_name(pool.head(side)));
  };
  const auto is_value = [&](ExprId side, ExprId other) {
    return pool.op(side) == Op::Variable && !has_variable(pool, other, pool.head(side));
  };
  if (is_function(left)) {
    functions_.push_back({pool.head(left), pool.head(pool.operand(left, 0)), right});
  } else if (is_value(left, right)) {
    values_.emplace_back(pool.head(left), right);
  } else if (is_value(right, left)) {
    values_.emplace_back(pool.head(right), left);
  } else {
    equations_.push_back({algebra::Relation::Kind::Equal, left, right});
  }
}

ExprId Givens::put_in(ExprId expression) const {
  for (int round = 0; round < kMostRounds; ++round) {
    const ExprId next = once(expression);
    if (next == expression) return expression;
    if (algebra::tree_size(*pool_, next, kMostNodes) >= kMostNodes) break;
    expression = next;
  }
  return algebra::kNoExpr;
}

ExprId Givens::once(ExprId expression) const {
  std::unordered_map<ExprId, ExprId> image;
  std::vector<ExprId> operands;
  for (const ExprId id : algebra::subexpressions(*pool_, expression)) {
    operands.clear();
    for (const ExprId operand : pool_->operands(id)) operands.push_back(image[operand]);
    const algebra::Head head = pool_->head(id);
    const auto function =
        std::ranges::find_if(functions_, [&](const Function& f) { return f.name == head; });
    const auto value =
        std::ranges::find_if(values_, [&](const auto& given) { return given.first == head; });
    if (function != functions_.end() && operands.size() == 1) {
      image[id] = algebra::substitute(*pool_, function->body, function->parameter, operands[0]);
    } else if (value != values_.end()) {
      image[id] = value->second;
    } else {
      image[id] = pool_->make(head, operands);
    }
  }
  return image[expression];
}

}  // namespace noether::answer
