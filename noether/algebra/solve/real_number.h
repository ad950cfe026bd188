// Real numbers that are known exactly: the value of a constant expression, or a root of an
// irreducible polynomial that no formula of ours gives.
//
// Order and equality are certain or not given: numbers are told apart by disjoint balls, and found
// equal by normal forms or because they are the same root.
#pragma once

#include <arb.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/normal/rational_function.h"
#include "noether/algebra/numeric/evaluate.h"
#include "noether/algebra/solve/rational_form.h"
#include "noether/formula/formula_io.h"

namespace noether::algebra {

// Bits that are tried one after the other to tell numbers apart.
inline constexpr std::array<slong, 3> kRootPrecisions = {128, 512, 2048};

// Powers with an exponent 1/2 as roots, as people write them.
ExprId with_roots(Expressions& pool, ExprId root);

struct RealNumber {
  RealNumber() = default;
  explicit RealNumber(ExprId constant) : expression(constant) {}
  RealNumber(std::shared_ptr<const RationalPolynomial> irreducible, int number)
      : polynomial(std::move(irreducible)), index(number) {}

  ExprId expression = kNoExpr;  // constant
  // When there is no expression: the root with this number, ascending, among the real ones.
  std::shared_ptr<const RationalPolynomial> polynomial;
  int index = 0;
};

// The numbers of one question: what they are computed with, and how long.
class RealNumbers {
 public:
  RealNumbers(Expressions& pool, normal::Normalizer& normalizer, Deadline deadline,
              const std::function<bool()>* is_over = nullptr)
      : pool_(pool), normalizer_(normalizer), deadline_(deadline), is_over_(is_over) {}

  Expressions& pool() { return pool_; }
  bool is_out_of_time() const {
    return std::chrono::steady_clock::now() >= deadline_ ||
           (is_over_ != nullptr && *is_over_ && (*is_over_)());
  }
  // May be null.
  const std::function<bool()>* is_over() const { return is_over_; }
  Deadline deadline() const { return deadline_; }

  // The real zeros, each once, in no order. None when the polynomial is 0 or too large.
  std::optional<std::vector<RealNumber>> zeros(const RationalPolynomial& polynomial);
  // The same of a polynomial with constant expressions as coefficients, of ascending powers.
  std::optional<std::vector<RealNumber>> zeros(const std::vector<ExprId>& coefficients);

  // False when there is no value, or none close enough.
  bool enclose(const RealNumber& number, slong bits, arb_t ball);
  Order compare(const RealNumber& a, const RealNumber& b);
  // -1, 0, 1 of a constant expression, where it is certain.
  std::optional<int> sign(ExprId constant);
  // A rational number strictly between two that are not equal, the smaller one first; either may be
  // absent, for the end of the line.
  std::optional<Rational> between(const RealNumber* low, const RealNumber* high);

  // `-2`, `1/2`, `√2`, `5π/6`, `about 1.3247`; tokens where the lines are tokens.
  std::string text(const RealNumber& number, formula::Notation notation);

  // The value of a constant expression in a shorter form, where one is known.
  ExprId shortened(ExprId constant);
  RealNumber number(ExprId constant) { return RealNumber(shortened(constant)); }

 private:
  std::optional<std::vector<RealNumber>> formula_zeros(const std::vector<ExprId>& coefficients);
  void factor_zeros(const RationalPolynomial& factor, std::vector<RealNumber>& out);
  bool add_power_zeros(ExprId value, std::size_t degree, std::vector<RealNumber>& out);

  Expressions& pool_;
  normal::Normalizer& normalizer_;
  Deadline deadline_;
  const std::function<bool()>* is_over_;
};

// A constant as people write it in a sentence: 1/2, √2, 5π/6, (1+√5)/2.

// In the notation itself where that is tokens.
std::string number_words(Expressions& pool, ExprId constant, formula::Notation notation);

}  // namespace noether::algebra
