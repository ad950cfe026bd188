// Random vectors in clusters, and a made-up model that gives every formula one, for tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "noether/base/hash.h"
#include "noether/index/writing/embed_segment.h"

namespace noether::index {

class ClusteredVectors {
 public:
  ClusteredVectors(std::uint64_t seed, std::uint32_t clusters, std::uint32_t width)
      : random_(seed), width_(width) {
    for (std::uint32_t i = 0; i < clusters; ++i) centres_.push_back(numbers());
  }

  std::vector<float> next() {
    std::vector<float> vector = numbers();
    const std::vector<float>& centre = centres_[random_() % centres_.size()];
    for (std::uint32_t i = 0; i < width_; ++i) vector[i] = centre[i] + vector[i] / 2;
    return vector;
  }

 private:
  std::vector<float> numbers() {
    std::normal_distribution<float> normal;
    std::vector<float> numbers(width_);
    for (float& number : numbers) number = normal(random_);
    return numbers;
  }

  std::mt19937_64 random_;
  std::uint32_t width_;
  std::vector<std::vector<float>> centres_;
};

inline float cosine_of(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  double squares_a = 0;
  double squares_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = static_cast<double>(a[i]);
    const double y = static_cast<double>(b[i]);
    sum += x * y;
    squares_a += x * x;
    squares_b += y * y;
  }
  return static_cast<float>(sum / std::sqrt(squares_a * squares_b));
}

// The same text always has the same vector.
inline std::vector<float> made_up_vector(std::string_view text, std::uint32_t width) {
  std::mt19937_64 random(base::digest_of(text).low);
  std::normal_distribution<float> normal;
  std::vector<float> vector(width);
  for (float& number : vector) number = normal(random);
  return vector;
}

inline FormulaEmbedding made_up_embedding(const std::string& name, const std::string& unreadable,
                                          std::uint32_t width = 24) {
  FormulaEmbedding embedding;
  embedding.model = {base::digest_of(name), width, name};
  embedding.embed = [=](std::span<const std::string> latex,
                        std::span<float> vectors) -> base::Result<std::vector<bool>> {
    std::vector<bool> readable;
    for (std::size_t i = 0; i < latex.size(); ++i) {
      readable.push_back(!latex[i].starts_with(unreadable));
      const std::vector<float> vector = made_up_vector(name + latex[i], width);
      std::ranges::copy(vector, vectors.begin() + static_cast<std::ptrdiff_t>(i * width));
    }
    return readable;
  };
  return embedding;
}

}  // namespace noether::index
