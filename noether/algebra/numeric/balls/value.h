// The value of an expression at a point, as far as it is certain.
#pragma once

#include <acb.h>

#include <cstdint>
#include <string>

#include "noether/algebra/numeric/balls/exact.h"

namespace noether::algebra {

// A complex ball: a midpoint and a radius for the real and for the imaginary part (Arb's acb_t).
//
// A ball represents every number in it. An operation on balls gives a ball that contains all
// results of the operation on their members, so a property of the ball is a property of the true
// number.
class Ball {
 public:
  Ball() { acb_init(value_); }
  Ball(const Ball& other) {
    acb_init(value_);
    acb_set(value_, other.value_);
  }
  Ball(Ball&& other) noexcept {
    acb_init(value_);
    acb_swap(value_, other.value_);
  }
  Ball& operator=(const Ball& other) {
    acb_set(value_, other.value_);
    return *this;
  }
  Ball& operator=(Ball&& other) noexcept {
    acb_swap(value_, other.value_);
    return *this;
  }
  ~Ball() { acb_clear(value_); }

  acb_ptr raw() { return value_; }
  acb_srcptr raw() const { return value_; }
  arb_ptr real() { return acb_realref(value_); }
  arb_srcptr real() const { return acb_realref(value_); }
  arb_ptr imag() { return acb_imagref(value_); }
  arb_srcptr imag() const { return acb_imagref(value_); }

  bool is_real() const { return arb_is_zero(imag()) != 0; }
  bool is_finite() const { return acb_is_finite(value_) != 0; }

  // Decimal text for users: `0.3333333333`, `1 - 2.5*i`; uncertain digits are omitted.
  std::string to_string(int digits = 10) const;

 private:
  acb_t value_;
};

// Returns whether certainly no number is in both.
bool disjoint(const Ball& a, const Ball& b);

// Defined and Undefined are certain; Unclear is everything else.
enum class Definedness : std::uint8_t { Defined, Undefined, Unclear };

struct Value {
  Definedness definedness = Definedness::Unclear;
  Ball ball;    // contains the value if Defined; otherwise meaningless
  Exact exact;  // if Defined and known: the value itself

  bool defined() const { return definedness == Definedness::Defined; }
};

// Sets `out` to the number, or to the unit times one.
void set_number(const Rational& number, slong bits, Value& out);
void set_unit(ExactUnit unit, slong bits, Value& out);

// The answer to a comparison of a real value; it may be Unknown.
enum class Order : std::int8_t { Less = -1, Equal = 0, Greater = 1, Unknown = 2 };
enum class Truth : std::uint8_t { No, Yes, Unknown };

// Compares the real part of `value` with a machine integer.
Order compare(const Value& value, std::int64_t integer);
Order compare(const Value& a, const Value& b);
Truth is_zero(const Value& value);
Truth is_real(const Value& value);
Truth is_integer(const Value& value);
// Succeeds if is_integer() is Yes and the value fits into 62 bits.
bool get_integer(const Value& value, std::int64_t& integer);

}  // namespace noether::algebra
