#include "noether/algebra/numeric/critical_points.h"

#include <algorithm>
#include <optional>

#include "noether/algebra/expression/differentiate.h"

namespace noether::algebra {
namespace {

// The critical points of deep chains of functions are of no use.
constexpr int kMaxInversions = 40;
constexpr std::uint64_t kMaxSolvedSize = 2000;

struct ValueEquation {
  ExprId operand;
  ExprId value;
};

class Solver {
 public:
  Solver(Expressions& pool, Head variable) : pool_(pool), variable_(variable) {}

  // A solution of operand = value, as an expression in the other variables.
  std::optional<ExprId> solve(ExprId operand, ExprId value) {
    for (int i = 0; i < kMaxInversions; ++i) {
      if (pool_.head(operand) == variable_) return value;
      const auto operands = pool_.operands(operand);
      const auto holder = std::ranges::find_if(operands, [&](ExprId id) { return depends(id); });
      if (holder == operands.end()) return std::nullopt;
      if (std::ranges::any_of(holder + 1, operands.end(), [&](ExprId id) { return depends(id); })) {
        return solve_linear(operand, value);
      }
      const auto place = static_cast<std::size_t>(holder - operands.begin());
      const auto next = invert(operand, place, value);
      if (!next) return std::nullopt;
      operand = pool_.operand(operand, place);
      value = *next;
    }
    return std::nullopt;
  }

 private:
  bool depends(ExprId id) const {
    const std::vector<Head> found = variables_of(pool_, id);
    return std::ranges::find(found, variable_) != found.end();
  }

  std::optional<ExprId> solve_linear(ExprId operand, ExprId value) {
    const ExprId slope = differentiate(pool_, operand, variable_);
    if (depends(slope)) return std::nullopt;
    const ExprId constant = substitute(pool_, operand, variable_, pool_.leaf(Vocabulary::kZero));
    return pool_.make(Op::Divide, {pool_.make(Op::Subtract, {value, constant}), slope});
  }

  // The value of the operand at `place` for which the operator gives `value`.
  std::optional<ExprId> invert(ExprId id, std::size_t place, ExprId value) {
    const auto operands = pool_.operands(id);
    const ExprId other = operands.size() == 2 ? operands[1 - place] : kNoExpr;
    switch (pool_.op(id)) {
      case Op::Add:
        return pool_.make(Op::Subtract, {value, other});
      case Op::Subtract:
        return place == 0 ? pool_.make(Op::Add, {value, other})
                          : pool_.make(Op::Subtract, {other, value});
      case Op::Multiply:
        return pool_.make(Op::Divide, {value, other});
      case Op::Divide:
        return place == 0 ? pool_.make(Op::Multiply, {value, other})
                          : pool_.make(Op::Divide, {other, value});
      case Op::Power:
        if (place == 1) return std::nullopt;
        if (pool_.head(value) == Vocabulary::kZero) return value;
        return pool_.make(Op::Power, {value, pool_.make(Op::Divide, {one(), other})});
      default:
        break;
    }
    if (operands.size() != 1) return std::nullopt;
    if (const auto inverse = inverse_of(pool_.op(id))) return pool_.make(*inverse, {value});
    if (pool_.op(id) == Op::Sqrt) return pool_.make(Op::Multiply, {value, value});
    if (pool_.op(id) == Op::Abs) return value;
    return std::nullopt;
  }

  static std::optional<Op> inverse_of(Op op) {
    static constexpr std::pair<Op, Op> kInverses[] = {
        {Op::Exp, Op::Ln},     {Op::Sin, Op::Asin},   {Op::Cos, Op::Acos},   {Op::Tan, Op::Atan},
        {Op::Csc, Op::Acsc},   {Op::Sec, Op::Asec},   {Op::Cot, Op::Acot},   {Op::Sinh, Op::Asinh},
        {Op::Cosh, Op::Acosh}, {Op::Tanh, Op::Atanh}, {Op::Csch, Op::Acsch}, {Op::Sech, Op::Asech},
        {Op::Coth, Op::Acoth},
    };
    for (const auto& [a, b] : kInverses) {
      if (op == a) return b;
      if (op == b) return a;
    }
    return std::nullopt;
  }

  ExprId one() { return pool_.leaf(Vocabulary::kOne); }

  Expressions& pool_;
  Head variable_;
};

// The values of operands at which the operator may be undefined.
void add_equations(Expressions& pool, ExprId id, std::vector<ValueEquation>& equations) {
  const ExprId zero = pool.leaf(Vocabulary::kZero);
  const ExprId one = pool.leaf(Vocabulary::kOne);
  const ExprId minus_one = pool.leaf(Vocabulary::kMinusOne);
  const auto at = [&](std::size_t place, ExprId value) {
    equations.push_back({pool.operand(id, place), value});
  };
  switch (pool.op(id)) {
    case Op::Divide:
      return at(1, zero);
    case Op::Power:
    case Op::Sqrt:
    case Op::Ln:
    case Op::Abs:
    case Op::Sign:
      // Points on both sides of the end of a domain, or of a kink, are as informative as the place
      // itself.
      at(0, one);
      at(0, minus_one);
      return at(0, zero);
    case Op::Min:
    case Op::Max: {
      const ExprId difference = pool.make(Op::Subtract, {pool.operand(id, 0), pool.operand(id, 1)});
      equations.push_back({difference, one});
      return equations.push_back({difference, minus_one});
    }
    case Op::Csch:
    case Op::Coth:
    case Op::Acsch:
    case Op::Cot:
    case Op::Csc:
    case Op::Gamma:
      return at(0, zero);
    case Op::Log:
      at(0, zero);
      at(0, one);
      return at(1, zero);
    case Op::Tan:
    case Op::Sec:
      return at(0, pool.make(Op::Divide, {pool.leaf(Op::Pi), pool.leaf(Vocabulary::kTwo)}));
    case Op::Asin:
    case Op::Acos:
    case Op::Acsc:
    case Op::Asec:
    case Op::Atanh:
    case Op::Acoth:
      at(0, one);
      return at(0, minus_one);
    case Op::Acosh:
      return at(0, one);
    case Op::Asech:
      at(0, zero);
      return at(0, one);
    case Op::Factorial:
      return at(0, minus_one);
    default:
      return;
  }
}

}  // namespace

std::vector<Point> critical_points(Expressions& pool, ExprId root,
                                   const std::vector<Head>& variables, std::size_t max_points) {
  std::vector<ValueEquation> equations;
  for (const ExprId id : subexpressions(pool, root)) add_equations(pool, id, equations);
  std::vector<Point> points;
  for (const ValueEquation& equation : equations) {
    for (const Head variable : variables) {
      if (points.size() >= max_points) return points;
      auto solution = Solver(pool, variable).solve(equation.operand, equation.value);
      if (!solution) continue;
      Point point;
      std::int64_t next = 3;
      for (const Head other : variables) {
        if (other == variable) continue;
        const ExprId value = pool.number(Rational(next, 7));
        next += 2;
        point.coordinates.emplace_back(other, value);
        solution = substitute(pool, *solution, other, value);
      }
      if (tree_size(pool, *solution, kMaxSolvedSize) >= kMaxSolvedSize) continue;
      point.coordinates.emplace_back(variable, *solution);
      points.push_back(std::move(point));
    }
  }
  return points;
}

}  // namespace noether::algebra
