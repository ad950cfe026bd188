#include "noether/algebra/solve/zeros.h"

#include <algorithm>
#include <set>

namespace noether::algebra {
namespace {

constexpr int kMaxZerosDepth = 8;
constexpr std::int64_t kMaxZerosDegree = 60;
constexpr std::size_t kMostZeros = 200;
constexpr double kNormalSeconds = 0.5;

bool append(std::vector<RealNumber>& all, std::optional<std::vector<RealNumber>> more) {
  if (!more || all.size() + more->size() > kMostZeros) return false;
  all.insert(all.end(), more->begin(), more->end());
  return true;
}

}  // namespace

bool ZeroFinder::depends(ExprId id) {
  const auto parts = subexpressions(pool_, id);
  return std::ranges::find(parts, leaf_) != parts.end();
}

ZeroFinder::Found ZeroFinder::zeros(ExprId expression) {
  return zeros_at_depth(expression, 0, Vanishing::PartsNothing);
}

ZeroFinder::Found ZeroFinder::zeros_at_depth(ExprId expression, int depth, Vanishing vanishing) {
  const auto vanished = [&]() -> Found {
    if (vanishing == Vanishing::SaysNothing) return std::nullopt;
    return std::vector<RealNumber>{};
  };
  if (depth > kMaxZerosDepth || numbers_.is_out_of_time()) return std::nullopt;
  if (const auto form = rational_form(pool_, expression, variable_)) {
    if (form->numerator.is_zero()) return vanished();
    return numbers_.zeros(form->numerator);
  }
  normal::Meter meter({.seconds = kNormalSeconds, .is_over = numbers_.is_over()});
  normal::Workspace& workspace = normalizer_.workspace();
  workspace.use(meter);
  const bool is_zero = workspace.canonical(expression).is_zero();
  if (meter.exceeded()) return std::nullopt;
  if (is_zero) return vanished();
  const normal::Factored parts = workspace.factored(expression);
  if (meter.exceeded()) return std::nullopt;
  std::vector<RealNumber> all;
  for (const auto& factor : parts.factors) {
    if (factor.exponent < 0 || factor.positive) continue;
    if (!append(all, factor_zeros(factor.expression, depth, vanishing))) return std::nullopt;
  }
  return all;
}

ZeroFinder::Found ZeroFinder::factor_zeros(ExprId factor, int depth, Vanishing vanishing) {
  if (const auto form = rational_form(pool_, factor, variable_)) {
    return numbers_.zeros(form->numerator);
  }
  normal::Meter meter({.seconds = kNormalSeconds, .is_over = numbers_.is_over()});
  normalizer_.workspace().use(meter);
  const std::vector<normal::Term> terms = normalizer_.workspace().canonical(factor).terms;
  if (meter.exceeded()) return std::nullopt;
  std::set<ExprId> atoms;
  for (const normal::Term& term : terms) {
    if (!term.whole || term.imaginary) return std::nullopt;
    for (const auto& [atom, exponent] : term.atoms) {
      if (exponent > kMaxZerosDegree || exponent < -kMaxZerosDegree) return std::nullopt;
      if (depends(atom)) atoms.insert(atom);
    }
  }
  if (atoms.empty()) return std::vector<RealNumber>{};  // a constant
  if (atoms.size() == 1)
    return zeros_through(*atoms.begin(), collect(terms, *atoms.begin()), depth);
  const auto is = [&](ExprId atom, Op op) { return pool_.op(atom) == op; };
  for (const ExprId atom : atoms) {
    const bool is_root = is(atom, Op::Power) && !depends(pool_.operand(atom, 1));
    if (is_root) return without_root(atom, collect(terms, atom), depth);
  }
  for (const ExprId atom : atoms) {
    if (is(atom, Op::Abs)) return without_absolute(atom, collect(terms, atom), depth, vanishing);
  }
  if (std::ranges::all_of(atoms, [&](ExprId atom) { return is(atom, Op::Ln); })) {
    return without_logarithms(terms, depth);
  }
  if (std::ranges::all_of(atoms,
                          [&](ExprId atom) { return is(atom, Op::Exp) || is(atom, Op::Power); })) {
    return without_exponentials(terms, depth);
  }
  return std::nullopt;
}

// The term without the powers of one atom.
ExprId ZeroFinder::rest_of(const normal::Term& term, ExprId without) {
  ExprId product = pool_.number(term.coefficient);
  for (const auto& [atom, exponent] : term.atoms) {
    if (atom == without) continue;
    const ExprId power =
        exponent == 1 ? atom : pool_.make(Op::Power, {atom, pool_.number(exponent)});
    product = pool_.make(Op::Multiply, {product, power});
  }
  return product;
}

ZeroFinder::Coefficients ZeroFinder::collect(const std::vector<normal::Term>& terms, ExprId atom) {
  const auto exponent_in = [&](const normal::Term& term) -> std::int64_t {
    for (const auto& [other, exponent] : term.atoms) {
      if (other == atom) return exponent;
    }
    return 0;
  };
  // A power that divides all terms stays, because its base may be 0.
  std::int64_t least = 0;
  std::int64_t most = 0;
  for (const normal::Term& term : terms) {
    least = std::min(least, exponent_in(term));
    most = std::max(most, exponent_in(term));
  }
  const ExprId zero = pool_.number(0);
  Coefficients coefficients(static_cast<std::size_t>(most - least) + 1, zero);
  for (const normal::Term& term : terms) {
    ExprId& sum = coefficients[static_cast<std::size_t>(exponent_in(term) - least)];
    const ExprId rest = rest_of(term, atom);
    sum = sum == zero ? rest : pool_.make(Op::Add, {sum, rest});
  }
  return coefficients;
}

// The expression depends on the variable only through the atom.
ZeroFinder::Found ZeroFinder::zeros_through(ExprId atom, const Coefficients& coefficients,
                                            int depth) {
  Coefficients constants;
  for (const ExprId coefficient : coefficients) {
    constants.push_back(numbers_.shortened(coefficient));
  }
  auto values = numbers_.zeros(constants);
  if (!values || atom == leaf_) return values;
  std::vector<RealNumber> all;
  for (const RealNumber& value : *values) {
    if (value.expression == kNoExpr) return std::nullopt;
    if (!append(all, inverse(atom, value.expression, depth))) return std::nullopt;
  }
  return all;
}

// Solves atom = value.
ZeroFinder::Found ZeroFinder::inverse(ExprId atom, ExprId value, int depth) {
  const auto solve = [&](ExprId argument, ExprId constant) {
    return zeros_at_depth(subtract(argument, numbers_.shortened(constant)), depth + 1);
  };
  const auto is_negative = numbers_.sign(value);
  if (!is_negative) return std::nullopt;
  const int sign = *is_negative;
  const ExprId first = pool_.operands(atom).empty() ? kNoExpr : pool_.operand(atom, 0);
  switch (pool_.op(atom)) {
    case Op::Exp:
      if (sign <= 0) return std::vector<RealNumber>{};
      return solve(first, pool_.make(Op::Ln, {value}));
    case Op::Ln:
      return solve(first, pool_.make(Op::Exp, {value}));
    case Op::Abs: {
      if (sign < 0) return std::vector<RealNumber>{};
      const ExprId less = subtract(first, value);
      return both(less, pool_.make(Op::Add, {first, value}), depth);
    }
    case Op::Atan:
      return solve(first, pool_.make(Op::Tan, {value}));
    case Op::Asin:
      return solve(first, pool_.make(Op::Sin, {value}));
    case Op::Acos:
      return solve(first, pool_.make(Op::Cos, {value}));
    case Op::Power: {
      const ExprId exponent = pool_.operand(atom, 1);
      if (!depends(exponent)) {
        // u^v with a non-integer v is not negative; but many people accept odd roots of negative
        // numbers, and the numbers where this matters are needed.
        if (sign == 0) return zeros_at_depth(first, depth + 1);
        const ExprId inverted = pool_.make(Op::Divide, {pool_.number(1), exponent});
        const bool is_odd_root =
            pool_.is_number(exponent) && pool_.value(exponent).has_odd_denominator();
        if (sign < 0 && !is_odd_root) return std::vector<RealNumber>{};
        const ExprId size = sign < 0 ? pool_.negate(value) : value;
        const ExprId constant = pool_.make(Op::Power, {size, inverted});
        if (!is_odd_root) return solve(first, constant);
        const ExprId less = subtract(first, numbers_.shortened(constant));
        return both(less, pool_.make(Op::Add, {first, numbers_.shortened(constant)}), depth);
      }
      if (depends(first) || sign <= 0 || numbers_.sign(first) != 1) return std::nullopt;
      const ExprId above = pool_.make(Op::Ln, {value});
      return solve(exponent, pool_.make(Op::Divide, {above, pool_.make(Op::Ln, {first})}));
    }
    default:
      return std::nullopt;
  }
}

// P + Q |u| is P + Q u or P - Q u; it changes between the two at a zero of u.
ZeroFinder::Found ZeroFinder::without_absolute(ExprId atom, const Coefficients& coefficients,
                                               int depth, Vanishing vanishing) {
  if (coefficients.size() != 2) return std::nullopt;
  const ExprId inside = pool_.operand(atom, 0);
  const ExprId part = pool_.make(Op::Multiply, {coefficients[1], inside});
  const ExprId sum = pool_.make(Op::Add, {coefficients[0], part});
  auto all = both(sum, subtract(coefficients[0], part), depth, vanishing);
  if (!all || !append(*all, zeros_at_depth(inside, depth + 1))) return std::nullopt;
  return all;
}

// Removes a root r from P + Q r.
ZeroFinder::Found ZeroFinder::without_root(ExprId atom, const Coefficients& coefficients,
                                           int depth) {
  if (coefficients.size() != 2) return std::nullopt;
  const ExprId inside = pool_.operand(atom, 0);
  const ExprId rest = coefficients[0];
  const ExprId factor = coefficients[1];
  const ExprId exponent = pool_.operand(atom, 1);
  if (!pool_.is_number(exponent)) return std::nullopt;
  const Rational power = pool_.value(exponent);
  Rational below;
  fmpz_set(fmpq_numref(below.raw()), fmpq_denref(power.raw()));
  const Rational above = power * below;
  if (power.sign() < 0 || below > Rational(6) || above > Rational(6)) return std::nullopt;
  // Q r = -P, raised to the power for which r^n is a power of u.
  const ExprId times = pool_.number(below);
  const ExprId left =
      pool_.make(Op::Multiply, {pool_.make(Op::Power, {factor, times}),
                                pool_.make(Op::Power, {inside, pool_.number(above)})});
  const ExprId right = pool_.make(Op::Power, {pool_.negate(rest), times});
  const ExprId norm = subtract(left, right);
  return zeros_at_depth(norm, depth + 1);
}

ZeroFinder::Found ZeroFinder::both(ExprId first, ExprId second, int depth, Vanishing vanishing) {
  auto all = zeros_at_depth(first, depth + 1, vanishing);
  if (!all || !append(*all, zeros_at_depth(second, depth + 1, vanishing))) return std::nullopt;
  return all;
}

// Solves a sum of rational multiples of logarithms and a constant.
ZeroFinder::Found ZeroFinder::without_logarithms(const std::vector<normal::Term>& terms,
                                                 int depth) {
  ExprId constant = pool_.number(0);
  Rational common(1);
  std::vector<std::pair<ExprId, Rational>> logarithms;
  for (const normal::Term& term : terms) {
    const bool is_constant =
        std::ranges::none_of(term.atoms, [&](const auto& atom) { return depends(atom.first); });
    if (is_constant) {
      constant = pool_.make(Op::Add, {constant, rest_of(term, kNoExpr)});
      continue;
    }
    if (term.atoms.size() != 1 || term.atoms[0].second != 1) return std::nullopt;
    logarithms.emplace_back(pool_.operand(term.atoms[0].first, 0), term.coefficient);
    fmpz_lcm(fmpq_numref(common.raw()), fmpq_numref(common.raw()),
             fmpq_denref(term.coefficient.raw()));
  }
  ExprId above = pool_.number(1);
  const ExprId scaled = pool_.make(Op::Multiply, {pool_.number(-common), constant});
  ExprId below = pool_.make(Op::Exp, {numbers_.shortened(scaled)});
  below = numbers_.shortened(below);
  for (const auto& [argument, coefficient] : logarithms) {
    const Rational times = coefficient * common;
    const Rational size = times.sign() < 0 ? -times : times;
    if (size > Rational(kMaxZerosDegree)) return std::nullopt;
    const ExprId power = pool_.make(Op::Power, {argument, pool_.number(size)});
    ExprId& side = times.sign() < 0 ? below : above;
    side = pool_.make(Op::Multiply, {side, power});
  }
  return zeros_at_depth(subtract(above, below), depth + 1);
}

// For two products of exponentials, the quotient is constant, and so is its logarithm.
ZeroFinder::Found ZeroFinder::without_exponentials(const std::vector<normal::Term>& terms,
                                                   int depth) {
  if (terms.size() != 2) return std::nullopt;
  ExprId exponent = pool_.number(0);
  ExprId ratio = pool_.number(-1);
  for (const std::size_t at : {0U, 1U}) {
    ExprId constant = pool_.number(terms[at].coefficient);
    for (const auto& [atom, times] : terms[at].atoms) {
      if (!depends(atom)) {
        const ExprId power = pool_.make(Op::Power, {atom, pool_.number(times)});
        constant = pool_.make(Op::Multiply, {constant, power});
        continue;
      }
      ExprId logarithm = pool_.operand(atom, 0);
      if (pool_.op(atom) == Op::Power) {
        if (depends(logarithm) || numbers_.sign(logarithm) != 1) return std::nullopt;
        logarithm =
            pool_.make(Op::Multiply, {pool_.make(Op::Ln, {logarithm}), pool_.operand(atom, 1)});
      }
      const Rational signed_times = Rational(at == 0 ? times : -times);
      exponent = pool_.make(
          Op::Add, {exponent, pool_.make(Op::Multiply, {pool_.number(signed_times), logarithm})});
    }
    ratio = at == 0 ? pool_.make(Op::Divide, {ratio, constant})
                    : pool_.make(Op::Multiply, {ratio, constant});
  }
  const auto sign = numbers_.sign(ratio);
  if (!sign) return std::nullopt;
  if (*sign <= 0) return std::vector<RealNumber>{};
  const ExprId value = numbers_.shortened(pool_.make(Op::Ln, {numbers_.shortened(ratio)}));
  return zeros_at_depth(subtract(exponent, value), depth + 1);
}

ZeroFinder::Found ZeroFinder::boundaries(ExprId expression) {
  std::vector<RealNumber> all;
  for (const ExprId id : subexpressions(pool_, expression)) {
    if (!depends(id)) continue;
    if (!append(all, node_boundaries(id))) return std::nullopt;
  }
  return all;
}

ZeroFinder::Found ZeroFinder::node_boundaries(ExprId id) {
  const auto zeros_of = [&](std::size_t operand) { return zeros(pool_.operand(id, operand)); };
  const auto ends = [&](std::size_t operand, const Rational& at) {
    return zeros(subtract(pool_.operand(id, operand), pool_.number(at)));
  };
  switch (pool_.op(id)) {
    case Op::Variable:
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::Exp:
    case Op::Sin:
    case Op::Cos:
    case Op::Atan:
    case Op::Sinh:
    case Op::Cosh:
    case Op::Tanh:
    case Op::Sech:
    case Op::Asinh:
      return std::vector<RealNumber>{};
    case Op::Divide:
      return zeros_of(1);
    case Op::Sqrt:
    case Op::Ln:
    case Op::Abs:
    case Op::Csch:
    case Op::Coth:
      return zeros_of(0);
    case Op::Log: {  // base, argument
      auto all = zeros_of(1);
      if (!all || !depends(pool_.operand(id, 0))) return all;
      if (!append(*all, zeros_of(0)) || !append(*all, ends(0, 1))) return std::nullopt;
      return all;
    }
    case Op::Asin:
    case Op::Acos:
    case Op::Atanh: {
      auto all = ends(0, -1);
      if (!all || !append(*all, ends(0, 1))) return std::nullopt;
      return all;
    }
    case Op::Power: {
      const ExprId exponent = pool_.operand(id, 1);
      if (!depends(exponent)) {
        const bool is_plain = pool_.is_number(exponent) && pool_.value(exponent).is_integer() &&
                              pool_.value(exponent).sign() > 0;
        if (is_plain) return std::vector<RealNumber>{};
        return zeros_of(0);
      }
      // A positive constant base has all powers.
      if (!depends(pool_.operand(id, 0)) && numbers_.sign(pool_.operand(id, 0)) == 1) {
        return std::vector<RealNumber>{};
      }
      return std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace noether::algebra
