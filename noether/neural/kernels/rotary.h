// Rotary positions: pairs of a head's numbers are turned by angles that grow with the position, so
// that queries and keys meet by their distance.
#pragma once

#include <cstddef>
#include <vector>

namespace noether::neural {

class Rotary {
 public:
  Rotary() = default;
  // Number i of a head and number i + size / 2 are a pair, turned by position * base^(-2i / size).
  Rotary(std::size_t size, std::size_t positions, double base);

  // Rotates `heads` consecutive heads.
  void turn(float* row, std::size_t heads, std::size_t position) const;

 private:
  std::size_t half_ = 0;
  std::vector<float> cosines_;  // half_ for each position
  std::vector<float> sines_;
};

}  // namespace noether::neural
