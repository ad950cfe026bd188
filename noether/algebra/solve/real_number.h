// Exact real numbers: the value of a constant expression, or a root of an irreducible polynomial
// without a supported formula.
//
// Order and equality are either certain or absent: numbers are distinguished by disjoint balls, and
// found equal by normal forms or because they are the same root.
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

// The precisions, in bits, that are tried in turn to distinguish numbers.
inline constexpr std::array<slong, 3> kRootPrecisions = {128, 512, 2048};

struct RealNumber {
  RealNumber() = default;
  explicit RealNumber(ExprId constant) : expression(constant) {}
  RealNumber(std::shared_ptr<const RationalPolynomial> irreducible, int number)
      : polynomial(std::move(irreducible)), index(number) {}

  ExprId expression = kNoExpr;  // constant
  // Without an expression: the root with this number, in ascending order of the real ones.
  std::shared_ptr<const RationalPolynomial> polynomial;
  int index = 0;
};

// The context for the numbers of one question: the pool and the time limit.
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

  // Returns the real zeros, each once, in no particular order; nothing if the polynomial is 0 or
  // too large.
  std::optional<std::vector<RealNumber>> zeros(const RationalPolynomial& polynomial);
  // Likewise for a polynomial whose coefficients, in ascending order of powers, are constant
  // expressions.
  std::optional<std::vector<RealNumber>> zeros(const std::vector<ExprId>& coefficients);

  // Returns false if there is no value, or no sufficiently close enclosure.
  bool enclose(const RealNumber& number, slong bits, arb_t ball);
  Order compare(const RealNumber& a, const RealNumber& b);
  // Returns -1, 0 or 1 for a constant expression, if it is certain.
  std::optional<int> sign(ExprId constant);
  // Returns a rational number strictly between two unequal ones, the smaller given first; either
  // may be null for the end of the line.
  std::optional<Rational> between(const RealNumber* low, const RealNumber* high);

  // `-2`, `1/2`, `√2`, `5π/6`, `about 1.3247`; tokens if the notation is tokens.
  std::string text(const RealNumber& number, formula::Notation notation);

  // Returns the value of a constant expression in a shorter form, if one is known.
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

}  // namespace noether::algebra
