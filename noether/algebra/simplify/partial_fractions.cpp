#include "noether/algebra/simplify/closed_forms.h"

#include <algorithm>
#include <utility>

#include "noether/algebra/normal/workspace.h"

namespace noether::algebra {
namespace {

using Coefficients = std::vector<Rational>;

constexpr std::size_t kMaxFractionDegree = 24;

Coefficients product(const Coefficients& a, const Coefficients& b) {
  Coefficients result(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) result[i + j] = result[i + j] + a[i] * b[j];
  }
  return result;
}

// Returns the quotient; `a` becomes the remainder.
Coefficients divide(Coefficients& a, const Coefficients& b) {
  if (a.size() < b.size()) return {};
  Coefficients quotient(a.size() - b.size() + 1);
  for (std::size_t i = quotient.size(); i-- > 0;) {
    quotient[i] = a[i + b.size() - 1] / b.back();
    for (std::size_t j = 0; j < b.size(); ++j) a[i + j] = a[i + j] - quotient[i] * b[j];
  }
  a.resize(b.size() - 1);
  return quotient;
}

// Solves by elimination; the columns are the unknowns. Returns nothing if there is no unique
// solution.
std::optional<Coefficients> solve(std::vector<Coefficients> rows, Coefficients right) {
  const std::size_t n = right.size();
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t pivot = column;
    while (pivot < n && rows[pivot][column].is_zero()) ++pivot;
    if (pivot == n) return std::nullopt;
    std::swap(rows[pivot], rows[column]);
    std::swap(right[pivot], right[column]);
    for (std::size_t row = 0; row < n; ++row) {
      if (row == column || rows[row][column].is_zero()) continue;
      const Rational factor = rows[row][column] / rows[column][column];
      for (std::size_t i = column; i < n; ++i) {
        rows[row][i] = rows[row][i] - factor * rows[column][i];
      }
      right[row] = right[row] - factor * right[column];
    }
  }
  for (std::size_t i = 0; i < n; ++i) right[i] = right[i] / rows[i][i];
  return right;
}

struct Factor {
  Coefficients polynomial;
  std::int64_t exponent;
};

class FractionIntegral {
 public:
  FractionIntegral(Expressions& pool, Head variable) : pool_(pool), x_(pool.leaf(variable)) {}

  std::optional<ExprId> integrate(Coefficients above, const std::vector<Factor>& factors) {
    Coefficients below{Rational(1)};
    for (const Factor& factor : factors) {
      for (std::int64_t i = 0; i < factor.exponent; ++i) below = product(below, factor.polynomial);
    }
    if (below.size() > kMaxFractionDegree || above.size() > kMaxFractionDegree) return std::nullopt;
    const Coefficients whole = divide(above, below);
    above.resize(below.size() - 1);
    // above / below = sum of (unknown) / factor^k; multiplied by `below`, this is a linear system.
    std::vector<Coefficients> columns;
    struct Part {
      const Factor* factor;
      std::int64_t power;
      int degree;
    };
    std::vector<Part> parts;
    for (const Factor& factor : factors) {
      for (std::int64_t power = 1; power <= factor.exponent; ++power) {
        Coefficients rest = below;
        for (std::int64_t i = 0; i < power; ++i) {
          Coefficients remaining = rest;
          rest = divide(remaining, factor.polynomial);
        }
        for (int degree = 0; degree + 1 < static_cast<int>(factor.polynomial.size()); ++degree) {
          Coefficients column = rest;
          column.insert(column.begin(), static_cast<std::size_t>(degree), Rational(0));
          column.resize(below.size() - 1);
          columns.push_back(std::move(column));
          parts.push_back({&factor, power, degree});
        }
      }
    }
    if (columns.size() != below.size() - 1) return std::nullopt;
    std::vector<Coefficients> rows(columns.size(), Coefficients(columns.size()));
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (std::size_t column = 0; column < columns.size(); ++column) {
        rows[row][column] = columns[column][row];
      }
    }
    const auto solved = solve(std::move(rows), above);
    if (!solved) return std::nullopt;
    ExprId sum = integral_of_polynomial(whole);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Coefficients& p = parts[i].factor->polynomial;
      if (p.size() == 2) {
        sum = add(sum, over_linear((*solved)[i], p, parts[i].power));
      } else if (parts[i].degree == 0) {
        sum = add(sum, over_quadratic((*solved)[i], (*solved)[i + 1], p));
      }
    }
    return sum;
  }

 private:
  ExprId number(const Rational& value) { return pool_.number(value); }
  ExprId multiply(const Rational& by, ExprId id) {
    return by.is_zero() ? number(0) : pool_.make(Op::Multiply, {number(by), id});
  }
  ExprId add(ExprId a, ExprId b) {
    if (pool_.head(b) == Vocabulary::kZero) return a;
    if (pool_.head(a) == Vocabulary::kZero) return b;
    return pool_.make(Op::Add, {a, b});
  }
  ExprId written(const Coefficients& p) {
    ExprId sum = number(0);
    for (std::size_t i = p.size(); i-- > 0;) {
      if (p[i].is_zero()) continue;
      const ExprId power =
          i == 1 ? x_ : pool_.make(Op::Power, {x_, number(static_cast<std::int64_t>(i))});
      sum = add(sum, i == 0 ? number(p[i]) : multiply(p[i], power));
    }
    return sum;
  }
  ExprId integral_of_polynomial(const Coefficients& p) {
    Coefficients whole{Rational(0)};
    for (std::size_t i = 0; i < p.size(); ++i) {
      whole.push_back(p[i] / Rational(static_cast<std::int64_t>(i) + 1));
    }
    return written(whole);
  }
  ExprId over_linear(const Rational& above, const Coefficients& p, std::int64_t power) {
    if (above.is_zero()) return number(0);
    const ExprId below = written(p);
    if (power == 1) {
      return multiply(above / p[1], pool_.make(Op::Ln, {pool_.make(Op::Abs, {below})}));
    }
    return multiply(above / (p[1] * Rational(1 - power)),
                    pool_.make(Op::Power, {below, number(1 - power)}));
  }
  // (constant + linear x) / (c + b x + a x^2), where the denominator has no real zero.
  ExprId over_quadratic(const Rational& constant, const Rational& linear, const Coefficients& p) {
    const Rational logarithm = linear / (Rational(2) * p[2]);
    const Rational rest = constant - logarithm * p[1];
    const Rational discriminant = Rational(4) * p[2] * p[0] - p[1] * p[1];
    const ExprId first =
        logarithm.is_zero() ? number(0) : multiply(logarithm, pool_.make(Op::Ln, {written(p)}));
    if (rest.is_zero()) return first;
    const ExprId root = pool_.make(Op::Sqrt, {number(discriminant)});
    const Coefficients slope{p[1], Rational(2) * p[2]};
    const ExprId angle = pool_.make(Op::Divide, {written(slope), root});
    const ExprId second =
        pool_.make(Op::Divide, {multiply(Rational(2) * rest, pool_.make(Op::Atan, {angle})), root});
    return add(first, second);
  }

  Expressions& pool_;
  ExprId x_;
};

}  // namespace

std::optional<std::vector<Rational>> polynomial_coefficients(Expressions& pool,
                                                             normal::Normalizer& normalizer,
                                                             ExprId id, Head variable) {
  normal::Meter meter{normal::Budget{}};
  normal::Workspace& workspace = normalizer.workspace();
  workspace.use(meter);
  const normal::Canonical canonical = workspace.canonical(id);
  if (meter.exceeded()) return std::nullopt;
  Coefficients coefficients(1);
  for (const normal::Term& term : canonical.terms) {
    if (term.imaginary || !term.whole || term.atoms.size() > 1) return std::nullopt;
    std::size_t degree = 0;
    if (term.atoms.size() == 1) {
      const auto& [atom, exponent] = term.atoms[0];
      if (pool.head(atom) != variable || exponent < 0 ||
          exponent >= static_cast<std::int64_t>(kMaxFractionDegree)) {
        return std::nullopt;
      }
      degree = static_cast<std::size_t>(exponent);
    }
    if (coefficients.size() <= degree) coefficients.resize(degree + 1);
    coefficients[degree] = term.coefficient;
  }
  return coefficients;
}

std::optional<ExprId> integrate_fraction(Expressions& pool, normal::Normalizer& normalizer,
                                         ExprId fraction, Head variable) {
  normal::Meter meter{normal::Budget{}};
  normal::Workspace& workspace = normalizer.workspace();
  workspace.use(meter);
  const normal::Factored parts = workspace.factored(fraction);
  if (meter.exceeded()) return std::nullopt;
  Coefficients above{parts.content};
  std::vector<Factor> below;
  for (const auto& factor : parts.factors) {
    const auto coefficients =
        polynomial_coefficients(pool, normalizer, factor.expression, variable);
    if (!coefficients || coefficients->size() < 2) return std::nullopt;
    if (factor.exponent > 0) {
      for (std::int64_t i = 0; i < factor.exponent; ++i) {
        if (above.size() > kMaxFractionDegree) return std::nullopt;
        above = product(above, *coefficients);
      }
      continue;
    }
    const bool quadratic = coefficients->size() == 3 && factor.exponent == -1;
    if (coefficients->size() != 2 && !quadratic) return std::nullopt;
    if (quadratic) {
      const Coefficients& p = *coefficients;
      if ((p[1] * p[1] - Rational(4) * p[2] * p[0]).sign() >= 0) return std::nullopt;
      if (p[2].sign() < 0) return std::nullopt;
    }
    if (factor.exponent < -static_cast<std::int64_t>(kMaxFractionDegree)) return std::nullopt;
    below.push_back({*coefficients, -factor.exponent});
  }
  if (below.empty()) return std::nullopt;
  return FractionIntegral(pool, variable).integrate(std::move(above), below);
}

}  // namespace noether::algebra
