// A complex ball: a midpoint and a radius for the real and for the imaginary part (Arb's acb_t).
//
// A ball stands for every number in it. An operation on balls gives a ball that holds all results
// of the operation on their members, so what is true of the ball is true of the number meant.
#pragma once

#include <acb.h>

#include <string>

namespace noether::algebra {

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

  // Decimal text for people: `0.3333333333`, `1 - 2.5*i`; digits that are not certain are left out.
  std::string to_string(int digits = 10) const;

 private:
  acb_t value_;
};

// Certain that no number is in both.
bool disjoint(const Ball& a, const Ball& b);

}  // namespace noether::algebra
