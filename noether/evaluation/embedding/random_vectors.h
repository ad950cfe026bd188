// Random vectors for tests: single ones, and bunches around random centres.
#pragma once

#include <cstdint>

#include "noether/egraph/terms/random.h"
#include "noether/evaluation/embedding/vectors.h"

namespace noether::evaluation {

inline float random_float(egraph::Random& random) {
  return static_cast<float>(random.next() >> 40) * 0x1p-23F - 1;
}

inline Vectors random_unit_vectors(std::size_t count, std::size_t width, std::uint64_t seed) {
  egraph::Random random(seed);
  Vectors vectors(count, width);
  for (std::size_t i = 0; i < count; ++i) {
    for (float& value : vectors.row(i)) value = random_float(random);
    normalise(vectors.row(i));
  }
  return vectors;
}

// For each of `bunches` centres, `size` consecutive vectors that are no farther from it than about
// `spread`.
inline Vectors bunched_vectors(std::size_t bunches, std::size_t size, std::size_t width,
                               float spread, std::uint64_t seed) {
  const Vectors centres = random_unit_vectors(bunches, width, seed);
  const Vectors offsets = random_unit_vectors(bunches * size, width, seed + 1);
  Vectors vectors(bunches * size, width);
  for (std::size_t i = 0; i < vectors.count(); ++i) {
    for (std::size_t k = 0; k < width; ++k) {
      vectors.row(i)[k] = centres.row(i / size)[k] + spread * offsets.row(i)[k];
    }
    normalise(vectors.row(i));
  }
  return vectors;
}

}  // namespace noether::evaluation
