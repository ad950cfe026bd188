#include "noether/index/vectors/sum_of_products.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "noether/base/test_seed.h"
#include "noether/index/vectors/vector_code.h"

namespace noether::index {
namespace {

std::vector<std::int8_t> random_bytes(std::size_t size, std::mt19937& random) {
  std::vector<std::int8_t> bytes(size);
  for (auto& byte : bytes) {
    byte = static_cast<std::int8_t>(std::uniform_int_distribution(-128, 127)(random));
  }
  return bytes;
}

TEST(SumOfProducts, IsExactForEverySize) {
  const auto seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  for (std::size_t size = 0; size < 200; ++size) {
    const auto a = random_bytes(size, random);
    const auto b = random_bytes(size, random);
    std::int32_t expected = 0;
    for (std::size_t i = 0; i < size; ++i) expected += a[i] * b[i];
    EXPECT_EQ(sum_of_products(a, b), expected) << size;
    EXPECT_EQ(sum_of_products_portable(a, b), expected) << size;
  }
}

TEST(SumOfProducts, IsExactAtTheEndsOfTheRange) {
  for (const int left : {-128, 127}) {
    for (const int right : {-128, 127}) {
      const std::vector<std::int8_t> a(kMaxVectorWidth, static_cast<std::int8_t>(left));
      const std::vector<std::int8_t> b(kMaxVectorWidth, static_cast<std::int8_t>(right));
      const int expected = left * right * static_cast<int>(kMaxVectorWidth);
      EXPECT_EQ(sum_of_products(a, b), expected);
      EXPECT_EQ(sum_of_products_portable(a, b), expected);
    }
  }
}

}  // namespace
}  // namespace noether::index
