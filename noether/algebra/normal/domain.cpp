#include "noether/algebra/normal/domain.h"

#include <unordered_set>
#include <vector>

#include "noether/algebra/normal/workspace.h"

namespace noether::algebra::normal {
namespace {

using Kind = Obligation::Kind;

class Conditions {
 public:
  explicit Conditions(Workspace& workspace) : w_(workspace), pool_(workspace.pool()) {}

  void of(ExprId root) {
    std::vector<ExprId> stack{root};
    std::unordered_set<ExprId> seen;
    while (!stack.empty() && w_.meter().check()) {
      const ExprId id = stack.back();
      stack.pop_back();
      if (!seen.insert(id).second) continue;
      // The whole expression and all of its parts are defined everywhere.
      if (const auto range = w_.signs().range(id); range && range->defined == Defined::Always) {
        continue;
      }
      of_node(id);
      for (const ExprId operand : pool_.operands(id)) stack.push_back(operand);
    }
  }

  Domain take() {
    for (const ExprId f : implied_nonzero_) domain_.erase({Kind::Nonzero, f});
    Domain simpler;
    for (const Obligation& o : domain_) {
      const bool positive = domain_.contains({Kind::Positive, o.subject});
      const bool nonzero = domain_.contains({Kind::Nonzero, o.subject});
      if (o.kind == Kind::Nonzero &&
          (positive || domain_.contains({Kind::Nonnegative, o.subject}))) {
        continue;
      }
      if (o.kind == Kind::Nonnegative && (positive || nonzero)) {
        simpler.insert({Kind::Positive, o.subject});
        continue;
      }
      simpler.insert(o);
    }
    return simpler;
  }

 private:
  void put(Kind kind, ExprId subject) { domain_.insert({kind, subject}); }
  ExprId number(const Rational& value) { return pool_.number(value); }
  ExprId square(ExprId a) { return pool_.make(Op::Multiply, {a, a}); }
  ExprId minus(ExprId a, ExprId b) { return pool_.make(Op::Subtract, {a, b}); }

  void nonzero_factor(ExprId f) {
    // A power or absolute value is 0 only where its base is.
    while (pool_.op(f) == Op::Abs || pool_.op(f) == Op::Power) f = pool_.operand(f, 0);
    if (!w_.signs().nonzero(f)) put(Kind::Nonzero, f);
  }

  void nonzero(ExprId id) {
    const Factored parts = w_.factored(id);
    if (parts.content.is_zero()) return put(Kind::Never, kNoExpr);
    for (const Factored::Factor& f : parts.factors) {
      // A power in the denominator may stand for one in the numerator with the opposite exponent,
      // x^(-v) for x^v, and then it is 0 where its base is.
      const bool matters = f.exponent > 0 || pool_.op(f.expression) == Op::Power;
      if (matters && !f.positive) nonzero_factor(f.expression);
    }
  }

  // A factor to an even power, or one that is never negative, must only be nonzero.
  void positive(ExprId id) {
    const Factored parts = w_.factored(id);
    if (parts.content.is_zero()) return put(Kind::Never, kNoExpr);
    ExprId product = number(parts.content.sign());
    std::vector<ExprId> used;
    for (const Factored::Factor& f : parts.factors) {
      if (f.positive) continue;
      if (f.nonnegative || f.exponent % 2 == 0) {
        if (f.exponent > 0 || pool_.op(f.expression) == Op::Power) nonzero_factor(f.expression);
      } else {
        product = w_.multiply(product, f.expression);
        used.push_back(f.expression);
      }
    }
    signed_condition(Kind::Positive, product, used);
  }

  // f^2 g >= 0 is not equivalent to g >= 0, because it also holds where f is 0. Even powers
  // therefore stay, as squares.
  void nonnegative(ExprId id) {
    const Factored parts = w_.factored(id);
    if (parts.content.is_zero()) return;
    ExprId product = number(parts.content.sign());
    bool odd = parts.content.sign() < 0;
    // x^(-v) in the denominator is 0 where x^v in the numerator is undefined
    bool reversed = false;
    for (const Factored::Factor& f : parts.factors) {
      if (f.positive || (f.exponent < 0 && f.exponent % 2 == 0)) continue;
      const bool even = f.exponent % 2 == 0;
      odd |= !even && !f.nonnegative;
      reversed |= f.exponent < 0 && pool_.op(f.expression) == Op::Power;
      product = w_.multiply(product, w_.whole_power(f.expression, even ? 2 : 1));
    }
    if (odd) signed_condition(Kind::Nonnegative, reversed ? id : product, {});
  }

  void signed_condition(Kind kind, ExprId product, const std::vector<ExprId>& used) {
    const ExprId subject = w_.canonical(product).expression;
    if (w_.meter().exceeded()) return;
    if (kind == Kind::Positive ? w_.signs().positive(subject) : w_.signs().nonnegative(subject)) {
      return;
    }
    if (pool_.is_number(subject)) return put(Kind::Never, kNoExpr);
    put(kind, subject);
    if (kind == Kind::Positive) {
      implied_nonzero_.insert(implied_nonzero_.end(), used.begin(), used.end());
    }
  }

  void defined(ExprId id) {
    std::vector<ExprId> operands;
    for (const ExprId operand : pool_.operands(id)) {
      operands.push_back(operand);
    }
    for (ExprId& operand : operands) {
      if (pool_.op(operand) != Op::Variable) operand = w_.canonical(operand).expression;
    }
    if (!w_.meter().exceeded()) put(Kind::Defined, pool_.make(pool_.head(id), operands));
  }

  void power(ExprId id) {
    const bool real = w_.is_real_field();
    const ExprId base = pool_.operand(id, 0);
    const auto exponent = w_.number(pool_.operand(id, 1));
    if (w_.meter().exceeded()) return;
    if (exponent && (exponent->is_integer() || !real)) {
      if (exponent->sign() <= 0) nonzero(base);
    } else if (exponent) {
      exponent->sign() > 0 ? nonnegative(base) : positive(base);
    } else if (!w_.signs().positive(base) && !w_.signs().positive(w_.canonical(base).expression)) {
      defined(id);
    }
  }

  void of_node(ExprId id);
  void of_real_function(Op op, ExprId u);
  void of_complex_function(Op op, ExprId u);

  Workspace& w_;
  Expressions& pool_;
  Domain domain_;
  std::vector<ExprId> implied_nonzero_;
};

void Conditions::of_node(ExprId id) {
  const bool real = w_.is_real_field();
  const Op op = pool_.op(id);
  const auto operand = [&](std::size_t i) { return pool_.operand(id, i); };
  switch (op) {
    case Op::Number:
    case Op::Variable:
    case Op::Pi:
    case Op::E:
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::Abs:
    case Op::Exp:
    case Op::Sign:
      return;
    case Op::I:
      if (real) put(Kind::Never, kNoExpr);
      return;
    case Op::Divide:
      return nonzero(operand(1));
    case Op::Power:
      return power(id);
    case Op::Log:
      nonzero(minus(operand(0), number(1)));
      real ? positive(operand(0)) : nonzero(operand(0));
      return real ? positive(operand(1)) : nonzero(operand(1));
    case Op::Floor:
    case Op::Ceil:
    case Op::Min:
    case Op::Max:
      return real ? void() : defined(id);
    case Op::Binomial:
    case Op::Derivative:
    case Op::Integral:
    case Op::DefiniteIntegral:
    case Op::Call:
      return defined(id);
    default:
      return real ? of_real_function(op, operand(0)) : of_complex_function(op, operand(0));
  }
}

void Conditions::of_real_function(Op op, ExprId u) {
  const ExprId one = number(1);
  switch (op) {
    case Op::Sqrt:
      return nonnegative(u);
    case Op::Ln:
      return positive(u);
    case Op::Tan:
    case Op::Sec:
      return nonzero(pool_.make(Op::Cos, {u}));
    case Op::Cot:
    case Op::Csc:
      return nonzero(pool_.make(Op::Sin, {u}));
    case Op::Coth:
    case Op::Csch:
    case Op::Acsch:
      return nonzero(u);  // sinh u = 0 only at u = 0
    case Op::Asin:
    case Op::Acos:
      return nonnegative(minus(one, square(u)));
    case Op::Acsc:
    case Op::Asec:
      return nonnegative(minus(square(u), one));
    case Op::Acosh:
      return nonnegative(minus(u, one));
    case Op::Atanh:
      return positive(minus(one, square(u)));
    case Op::Asech:
      positive(u);
      return nonnegative(minus(one, u));
    case Op::Acoth:
      return positive(minus(square(u), one));
    case Op::Factorial:
    case Op::Gamma: {
      const ExprId at = w_.canonical(op == Op::Gamma ? u : w_.add(u, one)).expression;
      if (w_.meter().exceeded() || w_.signs().positive(at)) return;
      return put(Kind::NoPole, at);
    }
    default:  // sin, cos, sinh, cosh, tanh, sech, atan, asinh, acot: everywhere
      return;
  }
}

void Conditions::of_complex_function(Op op, ExprId u) {
  const ExprId one = number(1);
  switch (op) {
    case Op::Ln:
    case Op::Acsc:
    case Op::Asec:
    case Op::Asech:
      return nonzero(u);
    case Op::Tan:
    case Op::Sec:
      return nonzero(pool_.make(Op::Cos, {u}));
    case Op::Cot:
    case Op::Csc:
      return nonzero(pool_.make(Op::Sin, {u}));
    case Op::Tanh:
    case Op::Sech:
      return nonzero(pool_.make(Op::Cosh, {u}));
    case Op::Coth:
    case Op::Csch:
      return nonzero(pool_.make(Op::Sinh, {u}));
    case Op::Atan:
    case Op::Acot:
      return nonzero(pool_.make(Op::Add, {one, square(u)}));
    case Op::Atanh:
      return nonzero(minus(one, square(u)));
    case Op::Acsch:
      return nonzero(u);
    case Op::Acoth:
      nonzero(u);
      return nonzero(minus(square(u), one));
    case Op::Factorial:
    case Op::Gamma: {
      const ExprId at = w_.canonical(op == Op::Gamma ? u : w_.add(u, one)).expression;
      if (w_.meter().exceeded() || w_.signs().positive(at)) return;
      return put(Kind::NoPole, at);
    }
    default:  // sqrt and the entire functions, asin, acos, asinh, acosh: everywhere
      return;
  }
}

}  // namespace

std::optional<Domain> domain_of(Normalizer& normalizer, ExprId id, const Budget& budget) {
  Meter meter(budget);
  Workspace& workspace = normalizer.workspace();
  workspace.use(meter);
  Conditions conditions(workspace);
  conditions.of(id);
  if (meter.exceeded()) return std::nullopt;
  Domain domain = conditions.take();
  // If the expression is nowhere defined, the other conditions do not matter.
  if (domain.contains({Kind::Never, kNoExpr})) domain = {{Kind::Never, kNoExpr}};
  return domain;
}

bool same_domain(Normalizer& normalizer, ExprId a, ExprId b, const Budget& budget) {
  const auto of_a = domain_of(normalizer, a, budget);
  if (!of_a) return false;
  const auto of_b = domain_of(normalizer, b, budget);
  return of_b && *of_a == *of_b;
}

}  // namespace noether::algebra::normal
