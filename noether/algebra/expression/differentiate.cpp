#include "noether/algebra/expression/differentiate.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/algebra/expression/call_names.h"

namespace noether::algebra {
namespace {

// Arithmetic that drops obviously neutral operands: + 0, * 1, * 0.
class TidyArithmetic {
 public:
  explicit TidyArithmetic(Expressions& pool) : pool_(pool) {}

  ExprId number(std::int64_t numerator, std::int64_t denominator = 1) {
    return pool_.number(Rational(numerator, denominator));
  }
  bool is(ExprId id, std::int64_t value) const {
    return pool_.is_number(id) && pool_.value(id) == Rational(value);
  }
  ExprId add(ExprId a, ExprId b) {
    if (is(a, 0)) return b;
    if (is(b, 0)) return a;
    if (is_negated(b)) return pool_.make(Op::Subtract, {a, pool_.operand(b, 1)});
    return pool_.make(Op::Add, {a, b});
  }
  ExprId subtract(ExprId a, ExprId b) {
    if (is(b, 0)) return a;
    if (is(a, 0)) return negate(b);
    if (is_negated(b)) return pool_.make(Op::Add, {a, pool_.operand(b, 1)});
    return pool_.make(Op::Subtract, {a, b});
  }
  ExprId multiply(ExprId a, ExprId b) {
    if (is(a, 0) || is(b, 0)) return number(0);
    if (is(a, 1)) return b;
    if (is(b, 1)) return a;
    if (pool_.is_number(b)) std::swap(a, b);
    if (pool_.is_number(a)) return scale(a, b);
    if (has_coefficient(b)) {
      const ExprId coefficient = pool_.operand(b, 0);
      return scale(coefficient, pool_.make(Op::Multiply, {a, pool_.operand(b, 1)}));
    }
    if (has_coefficient(a)) {
      const ExprId coefficient = pool_.operand(a, 0);
      return scale(coefficient, pool_.make(Op::Multiply, {pool_.operand(a, 1), b}));
    }
    return pool_.make(Op::Multiply, {a, b});
  }
  ExprId divide(ExprId a, ExprId b) {
    if (is(a, 0) || is(b, 1)) return a;
    return pool_.make(Op::Divide, {a, b});
  }
  ExprId add(OperandPair pair) { return add(pair.first, pair.second); }
  ExprId subtract(OperandPair pair) { return subtract(pair.first, pair.second); }
  ExprId multiply(OperandPair pair) { return multiply(pair.first, pair.second); }
  ExprId divide(OperandPair pair) { return divide(pair.first, pair.second); }
  ExprId power(ExprId base, ExprId exponent) {
    if (is(exponent, 1)) return base;
    return pool_.make(Op::Power, {base, exponent});
  }
  ExprId square(ExprId a) { return pool_.make(Op::Power, {a, number(2)}); }
  ExprId negate(ExprId a) { return multiply(number(-1), a); }
  ExprId reciprocal(ExprId a) { return divide(number(1), a); }
  ExprId of(Op op, ExprId a) { return pool_.make(op, {a}); }
  ExprId sqrt(ExprId a) { return of(Op::Sqrt, a); }

  // A number times an expression other than 0 and 1; numbers are combined in front.
  ExprId scale(ExprId factor, ExprId a) {
    const bool coefficient = has_coefficient(a);
    if (coefficient || pool_.is_number(a)) {
      const Rational product =
          pool_.value(factor) * pool_.value(coefficient ? pool_.operand(a, 0) : a);
      if (product.bits() <= kMaxNumberBits) {
        const ExprId number = pool_.number(product);
        if (!coefficient) return number;
        return is(number, 1) ? pool_.operand(a, 1)
                             : pool_.make(Op::Multiply, {number, pool_.operand(a, 1)});
      }
    }
    return pool_.make(Op::Multiply, {factor, a});
  }
  bool has_coefficient(ExprId id) const {
    return pool_.op(id) == Op::Multiply && pool_.is_number(pool_.operand(id, 0)) &&
           !pool_.value(pool_.operand(id, 0)).is_zero();
  }
  bool is_negated(ExprId id) const { return has_coefficient(id) && is(pool_.operand(id, 0), -1); }

 protected:
  Expressions& pool_;
};

// The name of the derivative of a function with respect to its operand number `index`, from 1.
// Repeated derivatives are sorted, because partial derivatives commute.
std::string derivative_name(std::string_view function, std::size_t index) {
  std::vector<std::size_t> indices{index};
  for (;;) {
    std::size_t inner = 0;
    const char* end = function.data() + function.size();
    if (!function.starts_with('D')) break;
    const auto read = std::from_chars(function.data() + 1, end, inner);
    if (read.ec != std::errc() || read.ptr == end || *read.ptr != ':') break;
    indices.push_back(inner);
    function.remove_prefix(static_cast<std::size_t>(read.ptr - function.data()) + 1);
  }
  std::ranges::sort(indices);
  std::string name;
  for (const std::size_t i : indices) name += "D" + std::to_string(i) + ":";
  return name + std::string(function);
}

class Differentiator : TidyArithmetic {
 public:
  Differentiator(Expressions& pool, Head variable)
      : TidyArithmetic(pool), leaf_(pool.leaf(variable)) {}

  ExprId derivative(ExprId body) {
    for (const ExprId id : subexpressions(pool_, body)) {
      const bool depends = depends_on_variable(id);
      depends_[id] = depends;
      derivatives_[id] = depends ? rule(id) : number(0);
    }
    return derivatives_[body];
  }

 private:
  bool depends_on_variable(ExprId id) {
    // y' or a sum may depend on variables that do not occur in it.
    if (pool_.op(id) == Op::Call && is_operator(id)) return true;
    const auto operands = pool_.operands(id);
    if (pool_.op(id) == Op::DefiniteIntegral && operands[1] == leaf_) {
      return depends_[operands[2]] || depends_[operands[3]];
    }
    return id == leaf_ ||
           std::ranges::any_of(operands, [&](ExprId operand) { return depends_[operand]; });
  }

  ExprId prime(ExprId id) { return derivatives_[id]; }
  ExprId undone(ExprId id) { return pool_.make(Op::Derivative, {leaf_, id}); }

  ExprId rule(ExprId id) {
    const Op op = pool_.op(id);
    // The operands are copied, because they move when the arena grows.
    const std::vector<ExprId> operands(pool_.operands(id).begin(), pool_.operands(id).end());
    const ExprId u = operands.empty() ? kNoExpr : operands[0];
    const ExprId v = operands.size() < 2 ? kNoExpr : operands[1];
    switch (op) {
      case Op::Variable:
        return number(1);
      case Op::Add:
        return add({prime(u), prime(v)});
      case Op::Subtract:
        return subtract({prime(u), prime(v)});
      case Op::Multiply:
        return add({multiply(prime(u), v), multiply(u, prime(v))});
      case Op::Divide:
        return quotient(u, v);
      case Op::Power:
        return power_rule(id, u, v);
      case Op::Log:
        return logarithm(u, v);
      case Op::Integral:
        if (v == leaf_) return u;
        return undone(id);
      case Op::DefiniteIntegral:
        return leibniz(id, operands);
      case Op::Call:
        return call(id, operands);
      case Op::Binomial:
      case Op::Floor:
      case Op::Ceil:
      case Op::Sign:
      case Op::Min:
      case Op::Max:
      case Op::Derivative:
        return undone(id);
      default:
        return multiply({outer(id, op, u), prime(u)});
    }
  }

  ExprId quotient(ExprId u, ExprId v) {
    if (!depends_[v]) return divide(prime(u), v);
    return divide({subtract({multiply(prime(u), v), multiply(u, prime(v))}), square(v)});
  }

  ExprId power_rule(ExprId id, ExprId u, ExprId v) {
    if (!depends_[v]) {
      const ExprId less =
          pool_.is_number(v) ? pool_.number(pool_.value(v) - Rational(1)) : subtract(v, number(1));
      return multiply({multiply(v, power(u, less)), prime(u)});
    }
    const ExprId ln = pool_.op(u) == Op::E ? number(1) : of(Op::Ln, u);
    if (!depends_[u]) return multiply({multiply(id, ln), prime(v)});
    return multiply(id, add({multiply(prime(v), ln), divide(multiply(v, prime(u)), u)}));
  }

  // log_u v = ln v / ln u
  ExprId logarithm(ExprId u, ExprId v) {
    const ExprId ln_u = of(Op::Ln, u);
    if (!depends_[u]) return divide({prime(v), multiply(v, ln_u)});
    const ExprId ln_v = of(Op::Ln, v);
    const ExprId top =
        subtract({multiply(divide(prime(v), v), ln_u), multiply(ln_v, divide(prime(u), u))});
    return divide(top, square(ln_u));
  }

  // The derivative of a function of one operand, at u.
  ExprId outer(ExprId id, Op op, ExprId u) {
    const ExprId one = number(1);
    const auto f = [&](Op function) { return of(function, u); };
    const auto inverse_root = [&](ExprId under) { return reciprocal(sqrt(under)); };
    // 1 / (u^2 sqrt(1 - u^-2)), which is 1 / (|u| sqrt(u^2 - 1)) on the reals and holds on the
    // branches of the complex functions, too.
    const auto reciprocal_argument = [&](ExprId under) {
      return reciprocal(multiply({square(u), sqrt(under)}));
    };
    const auto u_to_minus_two = [&] { return reciprocal(square(u)); };
    switch (op) {
      case Op::Sqrt:
        return reciprocal(multiply(number(2), id));
      case Op::Abs:
        return divide(u, id);
      case Op::Exp:
        return id;
      case Op::Ln:
        return reciprocal(u);
      case Op::Sin:
        return f(Op::Cos);
      case Op::Cos:
        return negate(f(Op::Sin));
      case Op::Tan:
        return square(f(Op::Sec));
      case Op::Csc:
        return negate(multiply(id, f(Op::Cot)));
      case Op::Sec:
        return multiply(id, f(Op::Tan));
      case Op::Cot:
        return negate(square(f(Op::Csc)));
      case Op::Asin:
        return inverse_root(subtract(one, square(u)));
      case Op::Acos:
        return negate(inverse_root(subtract(one, square(u))));
      case Op::Atan:
        return reciprocal(add(one, square(u)));
      case Op::Acsc:
        return negate(reciprocal_argument(subtract(one, u_to_minus_two())));
      case Op::Asec:
        return reciprocal_argument(subtract(one, u_to_minus_two()));
      case Op::Acot:
        return negate(reciprocal(add(one, square(u))));
      case Op::Sinh:
        return f(Op::Cosh);
      case Op::Cosh:
        return f(Op::Sinh);
      case Op::Tanh:
        return square(f(Op::Sech));
      case Op::Csch:
        return negate(multiply(id, f(Op::Coth)));
      case Op::Sech:
        return negate(multiply(id, f(Op::Tanh)));
      case Op::Coth:
        return negate(square(f(Op::Csch)));
      case Op::Asinh:
        return inverse_root(add(square(u), one));
      case Op::Acosh:
        return reciprocal(multiply({sqrt(subtract(u, one)), sqrt(add(u, one))}));
      case Op::Atanh:
      case Op::Acoth:
        return reciprocal(subtract(one, square(u)));
      case Op::Acsch:
        return negate(reciprocal_argument(add(one, u_to_minus_two())));
      case Op::Asech: {
        const ExprId w = reciprocal(u);
        const ExprId roots = multiply({sqrt(subtract(w, one)), sqrt(add(w, one))});
        return negate(reciprocal(multiply(square(u), roots)));
      }
      case Op::Gamma:
        return multiply(id, digamma(u));
      case Op::Factorial:
        return multiply(id, digamma(add(u, one)));
      default:
        return undone(id);
    }
  }

  ExprId digamma(ExprId u) { return pool_.call("digamma", std::span(&u, 1)); }

  // An integral whose integrand contains the variable at most as a bound one: f(b) b' - f(a) a'.
  ExprId leibniz(ExprId id, std::span<const ExprId> operands) {
    const ExprId body = operands[0];
    const bool simple = (operands[1] == leaf_ || !depends_[body]) && !binds_names(body);
    if (!simple) return undone(id);
    const Head bound = pool_.head(operands[1]);
    const auto end = [&](ExprId at) {
      if (!depends_[at]) return number(0);
      return multiply({substitute(pool_, body, bound, at), prime(at)});
    };
    const ExprId upper = end(operands[3]);
    return subtract(upper, end(operands[2]));
  }

  // Returns whether a binder inside could capture a substituted variable.
  bool binds_names(ExprId body) const {
    return std::ranges::any_of(subexpressions(pool_, body), [&](ExprId id) {
      const Op op = pool_.op(id);
      return op == Op::Integral || op == Op::DefiniteIntegral || op == Op::Derivative ||
             (op == Op::Call && is_operator(id));
    });
  }

  bool is_operator(ExprId call) const {
    return operator_of_call(pool_.vocabulary().function_name(pool_.head(call))).has_value();
  }

  ExprId call(ExprId id, std::span<const ExprId> operands) {
    if (is_operator(id)) return undone(id);  // it may bind the variable
    const std::string name(pool_.vocabulary().function_name(pool_.head(id)));
    ExprId sum = number(0);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (!depends_[operands[i]]) continue;
      const ExprId partial = pool_.call(derivative_name(name, i + 1), operands);
      sum = add(sum, multiply(partial, prime(operands[i])));
    }
    return sum;
  }

  ExprId leaf_;
  std::unordered_map<ExprId, ExprId> derivatives_;
  std::unordered_map<ExprId, bool> depends_;
};

}  // namespace

ExprId differentiate(Expressions& pool, ExprId body, Head variable) {
  return Differentiator(pool, variable).derivative(body);
}

ExprId eliminate_derivatives(Expressions& pool, ExprId root, std::size_t max_new_nodes) {
  const std::size_t limit = pool.size() + max_new_nodes;
  std::unordered_map<ExprId, ExprId> image;
  std::vector<ExprId> operands;
  for (const ExprId id : subexpressions(pool, root)) {
    operands.clear();
    for (const ExprId operand : pool.operands(id)) operands.push_back(image[operand]);
    const Head head = pool.head(id);
    const bool possible =
        head.op() == Op::Derivative && pool.op(operands[0]) == Op::Variable && pool.size() <= limit;
    image[id] = possible ? differentiate(pool, operands[1], pool.head(operands[0]))
                         : pool.make(head, operands);
  }
  return image[root];
}

}  // namespace noether::algebra
