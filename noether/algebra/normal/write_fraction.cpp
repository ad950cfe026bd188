// Converts fractions back to expressions: the output of Generators.
//
// Exponentials and powers of one base are combined into one, so that the result does not depend on
// the basis that the rest of the expression required.
#include <flint/fmpz_poly.h>

#include "noether/algebra/normal/generators.h"

namespace noether::algebra::normal {
namespace {

void add_multiple(Combination& to, const Combination& v, std::int64_t times) {
  for (const auto& [direction, amount] : v) {
    Rational& entry = to[direction];
    entry = entry + amount * Rational(times);
    if (entry.is_zero()) to.erase(direction);
  }
}

}  // namespace

Term Generators::write_term(const Polynomial& p, std::size_t index, const Fraction* over) {
  Workspace& w = *workspace_;
  Term term;
  term.coefficient = p.coefficient(index);
  const auto unsigned_exponents = p.exponents(index);
  std::vector<std::int64_t> exponents(unsigned_exponents.begin(), unsigned_exponents.end());
  ExprId below = one_;
  if (over != nullptr) {
    for (const auto& [factor, exponent] : over->denominator) {
      const auto g = field_->generator_of(factor);
      if (g && generators_[*g].kind != Kind::Sin && generators_[*g].kind != Kind::Cos) {
        exponents[*g] -= exponent;
      } else {
        below = w.multiply(below, w.whole_power(write(field_->factor(factor)), exponent));
      }
    }
  }
  Combination exponential;
  std::map<ExprId, Combination> powers;
  ExprId above = one_;
  const auto put = [&](ExprId atom, std::int64_t exponent) {
    term.atoms.emplace_back(atom, exponent);
    ExprId& side = exponent > 0 ? above : below;
    side = w.multiply(side, w.whole_power(atom, exponent > 0 ? exponent : -exponent));
  };
  for (std::size_t g = 0; g < generators_.size(); ++g) {
    const Generator& generator = generators_[g];
    if (exponents[g] == 0) continue;
    switch (generator.kind) {
      case Kind::Plain:
      case Kind::Sin:
      case Kind::Cos:
        if (pool_->op(generator.atom) == Op::I && exponents[g] == 1) {
          term.imaginary = true;
        } else {
          put(generator.atom, exponents[g]);
        }
        break;
      case Kind::Exp:
        add_multiple(exponential, generator.exponent, exponents[g]);
        break;
      case Kind::Root:
      case Kind::Power:
        add_multiple(powers[generator.base], generator.exponent, exponents[g]);
        break;
    }
  }
  const auto written = [&](const Combination& v) { return w.canonical(w.sum_of(v)).expression; };
  for (const auto& [base, v] : powers) {
    if (v.empty()) continue;
    const ExprId exponent = written(v);
    if (pool_->is_number(exponent) && pool_->value(exponent).is_integer()) {
      const auto whole = pool_->value(exponent).to_int();
      if (!w.meter().check(whole.has_value())) break;
      put(base, *whole);
    } else {
      put(pool_->make(Op::Power, {base, exponent}), 1);
    }
  }
  if (!exponential.empty()) put(pool_->make(Op::Exp, {written(exponential)}), 1);
  term.monomial = w.divide(above, below);
  term.whole = true;
  if (over != nullptr) {
    for (const auto& [factor, exponent] : over->denominator) {
      const auto g = field_->generator_of(factor);
      term.whole &= g && generators_[*g].kind != Kind::Sin && generators_[*g].kind != Kind::Cos;
    }
  }
  return term;
}

std::vector<Term> Generators::terms_of(const Fraction& value) {
  std::vector<Term> terms;
  for (std::size_t i = 0; i < value.numerator.length() && workspace_->meter().check(); ++i) {
    terms.push_back(write_term(value.numerator, i, &value));
  }
  return terms;
}

ExprId Generators::write(const Fraction& value) { return workspace_->sum_of(terms_of(value)); }

ExprId Generators::write(const Polynomial& value) {
  std::vector<Term> terms;
  for (std::size_t i = 0; i < value.length() && workspace_->meter().check(); ++i) {
    terms.push_back(write_term(value, i, nullptr));
  }
  return workspace_->sum_of(terms);
}

// A polynomial in one real quantity without a real root has the sign of its leading term
// everywhere.
int Generators::definite_sign(const Polynomial& value) {
  if (value.is_constant()) return value.is_zero() ? 0 : value.constant().sign();
  const auto degrees = value.degrees();
  std::size_t used = kNone;
  for (std::size_t g = 0; g < degrees.size(); ++g) {
    if (degrees[g] == 0) continue;
    if (used != kNone) return 0;
    used = g;
  }
  if (degrees[used] % 2 != 0 || !workspace_->signs().real(generators_[used].atom)) return 0;
  for (std::size_t i = 0; i < value.length(); ++i) {
    if (!value.coefficient(i).is_integer()) return 0;
  }
  fmpz_poly_t univariate;
  fmpz_poly_init(univariate);
  for (std::size_t i = 0; i < value.length(); ++i) {
    const Rational c = value.coefficient(i);
    fmpz_poly_set_coeff_fmpz(univariate, static_cast<slong>(value.exponents(i)[used]),
                             fmpq_numref(c.raw()));
  }
  const bool definite =
      fmpz_poly_is_squarefree(univariate) != 0 && fmpz_poly_num_real_roots(univariate) == 0;
  fmpz_poly_clear(univariate);
  return definite ? value.coefficient(0).sign() : 0;
}

}  // namespace noether::algebra::normal
