// P(|T| >= t) is the regularised incomplete beta function I_x(v/2, 1/2) at x = v/(v + t*t). Arb
// computes it with an error bound, so the digits are the same on every machine.
#include "noether/evaluation/statistics/student_t.h"

#include <arb.h>
#include <arb_hypgeom.h>

#include <cmath>

#include "noether/algebra/numeric/thread_memory.h"

namespace noether::evaluation {

namespace {

class Ball {
 public:
  Ball() { arb_init(value_); }
  Ball(const Ball&) = delete;
  Ball& operator=(const Ball&) = delete;
  ~Ball() { arb_clear(value_); }
  arb_ptr get() { return value_; }

 private:
  arb_t value_;
};

}  // namespace

double two_sided_student_t(double t, double degrees_of_freedom) {
  if (std::isnan(t) || !(degrees_of_freedom > 0)) return std::nan("");
  if (t == 0) return 1;
  if (std::isinf(t)) return 0;
  constexpr slong kPrecision = 192;
  // Tests are made in threads that end, and Arb keeps constants for each.
  const algebra::ThreadMemory memory;
  Ball square, sum, half, freedom, result;
  arb_set_d(square.get(), t);
  arb_mul(square.get(), square.get(), square.get(), kPrecision);
  arb_set_d(freedom.get(), degrees_of_freedom);
  arb_add(sum.get(), square.get(), freedom.get(), kPrecision);
  arb_set_d(half.get(), 0.5);
  // Near x = 1 the other tail is computed, as the series in x would converge slowly there.
  const bool is_small = t * t < degrees_of_freedom;
  Ball x;
  arb_div(x.get(), is_small ? square.get() : freedom.get(), sum.get(), kPrecision);
  arb_mul_2exp_si(freedom.get(), freedom.get(), -1);
  if (is_small) {
    arb_hypgeom_beta_lower(result.get(), half.get(), freedom.get(), x.get(), 1, kPrecision);
    arb_sub_ui(result.get(), result.get(), 1, kPrecision);
    arb_neg(result.get(), result.get());
  } else {
    arb_hypgeom_beta_lower(result.get(), freedom.get(), half.get(), x.get(), 1, kPrecision);
  }
  return arf_get_d(arb_midref(result.get()), ARF_RND_NEAR);
}

}  // namespace noether::evaluation
