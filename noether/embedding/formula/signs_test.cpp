#include "noether/embedding/formula/signs.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace noether::embedding {
namespace {

// The definition: sign i belongs to bit i mod 64 of a number that is made from the key and from the
// place at which these 64 bits begin.
float sign_at(std::uint64_t key, std::size_t i) {
  const std::uint64_t bits = base::split_mix(key + i / 64 * 64);
  return ((bits >> (i % 64)) & 1) == 0 ? 1.0F : -1.0F;
}

TEST(Signs, AreAddedAsOneByOne) {
  for (const std::size_t size : {1U, 7U, 8U, 13U, 60U, 64U, 65U, 200U, 512U}) {
    for (const std::uint64_t key : {std::uint64_t{0}, std::uint64_t{1}, UINT64_MAX - 3}) {
      std::vector<float> sum(size);
      for (std::size_t i = 0; i < size; ++i) sum[i] = 0.1F * static_cast<float>(i);
      std::vector<float> expected = sum;
      for (std::size_t i = 0; i < size; ++i) expected[i] += sign_at(key, i) * 0.3F;
      add_signs(key, 0.3F, sum);
      EXPECT_EQ(sum, expected) << size << " " << key;
    }
  }
}

TEST(Signs, AreTurnedAndAddedAsOneByOne) {
  for (const std::size_t size : {1U, 8U, 13U, 60U, 64U, 72U, 512U}) {
    std::vector<float> vector(size);
    for (std::size_t i = 0; i < size; ++i) vector[i] = 1.0F / static_cast<float>(i + 3);
    for (std::size_t shift = 0; shift < size; ++shift) {
      std::vector<float> sum(size, 0.25F);
      std::vector<float> expected = sum;
      for (std::size_t i = 0; i < size; ++i) {
        expected[(i + shift) % size] += sign_at(99, i) * vector[i];
      }
      add_turned_signs(99, vector, shift, sum);
      EXPECT_EQ(sum, expected) << size << " " << shift;
    }
  }
}

}  // namespace
}  // namespace noether::embedding
