// Four floats as one SIMD vector.
#pragma once

#include <cstddef>
#include <cstring>

namespace noether::evaluation {

inline constexpr std::size_t kLanes = 4;
using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));

inline Lanes load_lanes(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

inline float sum_of_lanes(Lanes lanes) { return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]); }

}  // namespace noether::evaluation
