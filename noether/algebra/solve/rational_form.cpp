#include "noether/algebra/solve/rational_form.h"

#include <unordered_map>

namespace noether::algebra {
namespace {

constexpr slong kMaxRationalDegree = 120;
constexpr slong kMaxCoefficientBits = 4000;
constexpr std::int64_t kMaxExponent = 60;

struct Quotient {
  RationalPolynomial above;
  RationalPolynomial below;
};

class FormMaker {
 public:
  FormMaker(const Expressions& pool, Head variable) : pool_(pool), variable_(variable) {}

  std::optional<RationalForm> make(ExprId root) {
    for (const ExprId id : subexpressions(pool_, root)) {
      auto quotient = node(id);
      if (!quotient || !is_small(*quotient)) return std::nullopt;
      quotients_.emplace(id, *std::move(quotient));
    }
    Quotient whole = quotients_.at(root);
    return RationalForm{std::move(whole.above), std::move(whole.below), std::move(divisors_)};
  }

 private:
  static bool is_small(const Quotient& q) {
    return q.above.degree() <= kMaxRationalDegree && q.below.degree() <= kMaxRationalDegree &&
           _fmpz_vec_max_bits(q.above.raw()->coeffs, q.above.raw()->length) < kMaxCoefficientBits &&
           _fmpz_vec_max_bits(q.below.raw()->coeffs, q.below.raw()->length) < kMaxCoefficientBits;
  }

  static Quotient constant(const Rational& value) {
    return {RationalPolynomial(value), RationalPolynomial(Rational(1))};
  }

  static Quotient reduced(Quotient q) {
    RationalPolynomial common;
    fmpq_poly_gcd(common.raw(), q.above.raw(), q.below.raw());
    if (common.degree() > 0) {
      fmpq_poly_div(q.above.raw(), q.above.raw(), common.raw());
      fmpq_poly_div(q.below.raw(), q.below.raw(), common.raw());
    }
    return q;
  }

  static Quotient product(const Quotient& a, const Quotient& b) {
    Quotient result;
    fmpq_poly_mul(result.above.raw(), a.above.raw(), b.above.raw());
    fmpq_poly_mul(result.below.raw(), a.below.raw(), b.below.raw());
    return reduced(std::move(result));
  }

  static Quotient sum(const Quotient& a, const Quotient& b, bool subtract) {
    Quotient result;
    RationalPolynomial other;
    fmpq_poly_mul(result.above.raw(), a.above.raw(), b.below.raw());
    fmpq_poly_mul(other.raw(), b.above.raw(), a.below.raw());
    if (subtract) {
      fmpq_poly_sub(result.above.raw(), result.above.raw(), other.raw());
    } else {
      fmpq_poly_add(result.above.raw(), result.above.raw(), other.raw());
    }
    fmpq_poly_mul(result.below.raw(), a.below.raw(), b.below.raw());
    return reduced(std::move(result));
  }

  std::optional<Quotient> inverse(const Quotient& q) {
    if (q.above.is_zero()) return std::nullopt;
    if (q.above.degree() > 0) divisors_.push_back(q.above);
    return Quotient{q.below, q.above};
  }

  std::optional<Quotient> power(const Quotient& base, ExprId exponent) {
    const auto number = quotients_.find(exponent);
    if (number == quotients_.end()) return std::nullopt;
    const Quotient& q = number->second;
    if (q.above.degree() > 0 || q.below.degree() > 0) return std::nullopt;
    const Rational value = q.above.coefficient(0) / q.below.coefficient(0);
    const auto whole = value.to_int();
    if (!whole || *whole > kMaxExponent || *whole < -kMaxExponent) return std::nullopt;
    const auto times = static_cast<std::uint64_t>(*whole < 0 ? -*whole : *whole);
    if (times == 0) {  // 0^0 has no value
      if (!inverse(base)) return std::nullopt;
      return constant(1);
    }
    if (static_cast<slong>(times) * std::max(base.above.degree(), base.below.degree()) >
        kMaxRationalDegree) {
      return std::nullopt;
    }
    Quotient result;
    fmpq_poly_pow(result.above.raw(), base.above.raw(), times);
    fmpq_poly_pow(result.below.raw(), base.below.raw(), times);
    return *whole < 0 ? inverse(result) : std::optional(std::move(result));
  }

  std::optional<Quotient> node(ExprId id) {
    const auto operand = [&](std::size_t i) -> const Quotient& {
      return quotients_.at(pool_.operand(id, i));
    };
    switch (pool_.op(id)) {
      case Op::Number:
        return constant(pool_.value(id));
      case Op::Variable: {
        if (pool_.head(id) != variable_) return std::nullopt;
        Quotient q = constant(0);
        fmpq_poly_set_coeff_si(q.above.raw(), 1, 1);
        return q;
      }
      case Op::Add:
      case Op::Subtract:
        return sum(operand(0), operand(1), pool_.op(id) == Op::Subtract);
      case Op::Multiply:
        return product(operand(0), operand(1));
      case Op::Divide: {
        const auto below = inverse(operand(1));
        if (!below) return std::nullopt;
        return product(operand(0), *below);
      }
      case Op::Power:
        return power(operand(0), pool_.operand(id, 1));
      default:
        return std::nullopt;
    }
  }

  const Expressions& pool_;
  const Head variable_;
  std::unordered_map<ExprId, Quotient> quotients_;
  std::vector<RationalPolynomial> divisors_;
};

}  // namespace

std::optional<RationalForm> rational_form(const Expressions& pool, ExprId root, Head variable) {
  return FormMaker(pool, variable).make(root);
}

}  // namespace noether::algebra
