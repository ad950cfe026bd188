// The tails of Student's t distribution, to the last digit of a double.
#pragma once

namespace noether::evaluation {

// The probability that |T| is at least |t| with this many degrees of freedom, which are positive.
double two_sided_student_t(double t, double degrees_of_freedom);

}  // namespace noether::evaluation
