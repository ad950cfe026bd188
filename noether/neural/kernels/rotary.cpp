#include "noether/neural/kernels/rotary.h"

#include <cmath>

namespace noether::neural {

Rotary::Rotary(std::size_t size, std::size_t positions, double base) : half_(size / 2) {
  cosines_.reserve(positions * half_);
  sines_.reserve(positions * half_);
  for (std::size_t position = 0; position < positions; ++position) {
    for (std::size_t i = 0; i < half_; ++i) {
      const double speed =
          std::pow(base, -2.0 * static_cast<double>(i) / static_cast<double>(size));
      const double angle = static_cast<double>(position) * speed;
      cosines_.push_back(static_cast<float>(std::cos(angle)));
      sines_.push_back(static_cast<float>(std::sin(angle)));
    }
  }
}

void Rotary::turn(float* row, std::size_t heads, std::size_t position) const {
  const float* cosines = cosines_.data() + position * half_;
  const float* sines = sines_.data() + position * half_;
  for (std::size_t head = 0; head < heads; ++head, row += 2 * half_) {
    for (std::size_t i = 0; i < half_; ++i) {
      const float first = row[i];
      const float second = row[half_ + i];
      row[i] = first * cosines[i] - second * sines[i];
      row[half_ + i] = second * cosines[i] + first * sines[i];
    }
  }
}

}  // namespace noether::neural
