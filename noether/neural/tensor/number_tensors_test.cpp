#include "noether/neural/tensor/number_tensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace noether::neural {
namespace {

TEST(HalfFloats, AreReadByTheirBits) {
  EXPECT_EQ(float_of_float16(0x3C00), 1.0F);
  EXPECT_EQ(float_of_float16(0xC000), -2.0F);
  EXPECT_EQ(float_of_float16(0x7BFF), 65504.0F);
  EXPECT_EQ(float_of_float16(0x3555), 0.333251953125F);
  EXPECT_EQ(float_of_float16(0x0001), 0x1p-24F);
  EXPECT_EQ(float_of_float16(0x83FF), -1023 * 0x1p-24F);
  EXPECT_EQ(float_of_float16(0x0400), 0x1p-14F);
  EXPECT_EQ(float_of_float16(0xFC00), -std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(float_of_float16(0x7E00)));
  EXPECT_TRUE(std::signbit(float_of_float16(0x8000)));
  EXPECT_EQ(float_of_bfloat16(0x3F80), 1.0F);
  EXPECT_EQ(float_of_bfloat16(0xC049), -3.140625F);
}

TEST(HalfFloats, AreInTheOrderOfTheirBits) {
  for (std::uint16_t bits = 0; bits < 0x7C00; ++bits) {
    ASSERT_LT(float_of_float16(bits), float_of_float16(static_cast<std::uint16_t>(bits + 1)));
  }
}

TEST(FloatsOf, TakesFloatsOfAnySizeAndNothingElse) {
  const std::string halves("\x00\x3C\x00\xC0", 4);
  EXPECT_EQ(floats_of({"a", TensorType::F16, {2}, halves}).value(), (std::vector{1.0F, -2.0F}));
  EXPECT_EQ(floats_of({"a", TensorType::BF16, {1}, std::string_view("\x80\x3F", 2)}).value(),
            std::vector{1.0F});
  EXPECT_TRUE(floats_of({"a", TensorType::F32, {0}, ""}).value().empty());
  const auto refusal = [](TensorType type, std::string_view bytes) {
    return floats_of({"a.b", type, {}, bytes}).error().message;
  };
  EXPECT_EQ(refusal(TensorType::I32, "1234"), "tensor 'a.b' is of type I32, not F32, F16 or BF16");
  EXPECT_EQ(refusal(TensorType::F16, std::string_view("\x00\x7C", 2)),
            "tensor 'a.b' has a number that is not finite");
}

}  // namespace
}  // namespace noether::neural
