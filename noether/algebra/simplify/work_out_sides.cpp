#include "noether/algebra/simplify/work_out_sides.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "noether/algebra/expression/bound_names.h"
#include "noether/algebra/expression/call_names.h"
#include "noether/algebra/normal/rational_function.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/simplify/calculus.h"
#include "noether/algebra/simplify/usual_order.h"

namespace noether::algebra {
namespace {

constexpr std::uint64_t kMaxShownSize = 20;
constexpr std::uint64_t kMaxSize = 3000;

bool has_operator(const Expressions& pool, ExprId id) {
  return contains(pool, id, Op::Integral) || binds_names(pool, id);
}

// Of the kinds that are worked out at all.
std::string_view operator_word(const Expressions& pool, ExprId id) {
  switch (pool.op(id)) {
    case Op::Integral:
    case Op::DefiniteIntegral:
      return "integral";
    case Op::Call:
      break;
    default:
      return {};
  }
  if (is_call(pool, id, "sum:")) return "sum";
  if (is_call(pool, id, "product:")) return "product";
  if (is_call(pool, id, "limit:")) return "limit";
  return {};
}

// Whether no letter but that of the limit itself occurs.
bool is_limit_of_numbers(const Expressions& pool, ExprId limit) {
  if (pool.operands(limit).size() != 2) return false;
  const ExprId approach = pool.operand(limit, 1);
  if (!is_call(pool, approach, "to:") || pool.operands(approach).size() != 2) return false;
  const ExprId x = pool.operand(approach, 0);
  return std::ranges::all_of(variables_of(pool, pool.operand(limit, 0)),
                             [&](Head variable) { return variable == pool.head(x); }) &&
         variables_of(pool, pool.operand(approach, 1)).empty();
}

bool has_limit_with_letters(const Expressions& pool, ExprId root) {
  return std::ranges::any_of(subexpressions(pool, root), [&](ExprId id) {
    return is_call(pool, id, "limit:") && !is_limit_of_numbers(pool, id);
  });
}

class SideWorker {
 public:
  explicit SideWorker(Expressions& pool) : pool_(pool), normalizer_(pool, Field::Real) {}

  // The side itself when there is nothing to work out; none when something stays.
  std::optional<ExprId> worked(ExprId side) {
    if (!has_operator(pool_, side)) return side;
    if (has_limit_with_letters(pool_, side)) return std::nullopt;
    const WorkedOut out = work_out(pool_, normalizer_, side);
    if (!out.conditions.empty() || has_operator(pool_, out.expression)) return std::nullopt;
    return out.expression;
  }

  std::string words(ExprId side, ExprId value, std::string_view constant = {}) {
    const std::string_view word = operator_word(pool_, side);
    const ExprId shown = tidy(value);
    if (word.empty() || tree_size(pool_, shown, kMaxShownSize + 1) > kMaxShownSize) {
      return "integrals, sums and limits worked out";
    }
    const std::string text = pool_.is_number(shown)
                                 ? pool_.value(shown).to_string()
                                 : expression_text(formula::Notation::Latex, pool_, shown);
    return "the " + std::string(word) + " is " + text + std::string(constant);
  }

  // The constant of integration that `other` has beyond F.
  std::optional<ExprId> constant(ExprId antiderivative, ExprId other) {
    const auto rest = normalizer_.to_expression(pool_.make(Op::Subtract, {other, antiderivative}));
    if (!rest || pool_.op(*rest) != Op::Variable) return std::nullopt;
    const std::string_view name = pool_.vocabulary().variable_name(pool_.head(*rest));
    constexpr std::string_view letters = "CcKk";
    const bool is_constant = letters.contains(name.front()) && (name.size() == 1 || name[1] == '_');
    const auto own = variables_of(pool_, antiderivative);
    if (!is_constant || std::ranges::find(own, pool_.head(*rest)) != own.end()) return std::nullopt;
    return rest;
  }

 private:
  ExprId tidy(ExprId id) {
    return in_usual_order(pool_, normalizer_.to_expression(id).value_or(id));
  }

  Expressions& pool_;
  normal::Normalizer normalizer_;
};

}  // namespace

std::optional<WorkedSides> work_out_sides(Expressions& pool, ExprId left, ExprId right) {
  const std::array sides{left, right};
  if (std::ranges::none_of(sides, [&](ExprId side) { return has_operator(pool, side); }) ||
      std::ranges::any_of(
          sides, [&](ExprId side) { return tree_size(pool, side, kMaxSize) >= kMaxSize; })) {
    return std::nullopt;
  }
  SideWorker worker(pool);
  for (const bool swapped : {false, true}) {
    const ExprId integral = sides[swapped ? 1 : 0];
    const ExprId other = sides[swapped ? 0 : 1];
    if (!contains(pool, integral, Op::Integral)) continue;
    // What becomes of the constant is clear only where the integral stands alone.
    if (pool.op(integral) != Op::Integral || has_operator(pool, other)) return std::nullopt;
    const auto found = worker.worked(integral);
    if (!found) return std::nullopt;
    const auto constant = worker.constant(*found, other);
    if (!constant) return std::nullopt;
    const std::string name(pool.vocabulary().variable_name(pool.head(*constant)));
    const ExprId whole = pool.make(Op::Add, {*found, *constant});
    std::string words = worker.words(integral, *found, "+" + name);
    return WorkedSides{swapped ? other : whole, swapped ? whole : other, std::move(words)};
  }
  const auto new_left = worker.worked(left);
  if (!new_left) return std::nullopt;
  const auto new_right = worker.worked(right);
  if (!new_right) return std::nullopt;
  const bool is_left = *new_left != left;
  const bool is_both = is_left && *new_right != right;
  return WorkedSides{*new_left, *new_right,
                     is_both   ? "integrals, sums and limits worked out"
                     : is_left ? worker.words(left, *new_left)
                               : worker.words(right, *new_right)};
}

}  // namespace noether::algebra
