// Rotary positions: pairs of a head's numbers are rotated by angles that grow with the position, so
// that the product of a query and a key depends on their distance.
#pragma once

#include <cstddef>
#include <vector>

namespace noether::neural {

class Rotary {
 public:
  Rotary() = default;
  // Numbers i and i + size / 2 of a head are a pair, which is rotated by position * base^(-2i /
  // size).
  Rotary(std::size_t size, std::size_t positions, double base);

  // Rotates `heads` consecutive heads.
  void turn(float* row, std::size_t heads, std::size_t position) const;

 private:
  std::size_t half_ = 0;
  std::vector<float> cosines_;  // half_ for each position
  std::vector<float> sines_;
};

}  // namespace noether::neural
