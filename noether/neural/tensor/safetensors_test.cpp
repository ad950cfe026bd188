#include "noether/neural/tensor/safetensors.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace noether::neural {
namespace {

using testing::HasSubstr;

std::string file_of(std::string_view header, std::string_view data = {}) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(header.size() >> (8 * i) & 255);
  return bytes.append(header).append(data);
}

std::string refusal(const std::string& bytes) {
  const auto file = Safetensors::parse(bytes);
  return file ? "read" : file.error().message;
}

TEST(Safetensors, ReadsTypeShapeAndBytes) {
  const std::string bytes = file_of(
      R"({"b":{"dtype":"I8","shape":[3],"data_offsets":[8,11]},)"
      R"("a":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]},"__metadata__":{"k":"v"}}   )",
      "01234567abc");
  const auto file = Safetensors::parse(bytes);
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file->tensors().size(), 2);
  EXPECT_EQ(file->tensors()[0].name, "a");
  const Tensor* b = file->find("b");
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(b->type, TensorType::I8);
  EXPECT_EQ(b->bytes, "abc");
  EXPECT_EQ(file->find("a")->count(), 2);
  EXPECT_EQ(file->find("c"), nullptr);
  EXPECT_EQ(file->metadata().at("k"), "v");
}

TEST(Safetensors, ReadsAFileOfNothingAndScalarsAndEmptyTensors) {
  EXPECT_EQ(refusal(file_of("{}")), "read");
  EXPECT_EQ(refusal(file_of(R"({"s":{"dtype":"U8","shape":[],"data_offsets":[0,1]},)"
                            R"("e":{"dtype":"F32","shape":[0,7],"data_offsets":[0,0]}})",
                            "x")),
            "read");
}

TEST(Safetensors, RefusesAFileThatIsTooShortForALength) {
  EXPECT_THAT(refusal(""), HasSubstr("only 0 bytes"));
  EXPECT_THAT(refusal("1234567"), HasSubstr("only 7 bytes"));
}

TEST(Safetensors, RefusesAHeaderLongerThanTheFile) {
  EXPECT_THAT(refusal(file_of("{}").substr(0, 9)), HasSubstr("the file only"));
}

TEST(Safetensors, RefusesAHugeHeader) {
  EXPECT_THAT(refusal(std::string(16, '\xff')), HasSubstr("at most"));
}

TEST(Safetensors, RefusesForeignFiles) {
  EXPECT_THAT(refusal(file_of("PK zip archive")), HasSubstr("does not begin with '{'"));
  EXPECT_THAT(refusal(file_of("{\"a\":")), HasSubstr("not a safetensors file"));
  EXPECT_THAT(refusal(file_of(R"({"a":1})")), HasSubstr("not an object"));
  EXPECT_THAT(refusal(file_of(R"({"__metadata__":{"k":1}})")), HasSubstr("not a text"));
}

TEST(Safetensors, RefusesTensorsBeyondTheFile) {
  const std::string header = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  EXPECT_EQ(refusal(file_of(header, "01234567")), "read");
  EXPECT_THAT(refusal(file_of(header, "0123456")), HasSubstr("truncated"));
}

TEST(Safetensors, RefusesShapesThatDoNotFitTheirBytes) {
  const auto with = [](std::string_view shape, std::string_view offsets) {
    return refusal(file_of(
        fmt::format(R"({{"a":{{"dtype":"F32","shape":{},"data_offsets":{}}}}})", shape, offsets),
        "01234567"));
  };
  EXPECT_THAT(with("[3]", "[0,8]"), HasSubstr("needs 12"));
  EXPECT_THAT(with("[4294967296,4294967296]", "[0,8]"), HasSubstr("larger than any file"));
  EXPECT_THAT(with("[-2]", "[0,8]"), HasSubstr("not a whole number"));
  EXPECT_THAT(with("[2e30]", "[0,8]"), HasSubstr("not a whole number"));
  EXPECT_THAT(with("[2]", "[8,0]"), HasSubstr("before its begin"));
  EXPECT_THAT(with("[2]", "[0]"), HasSubstr("two numbers"));
  EXPECT_THAT(with("[1,1,1,1,1,1,1,1,2]", "[0,8]"), HasSubstr("short list"));
}

TEST(Safetensors, RefusesUnknownTypes) {
  EXPECT_THAT(refusal(file_of(R"({"a":{"dtype":"F4","shape":[],"data_offsets":[0,0]}})")),
              HasSubstr("dtype 'F4' is unknown"));
}

TEST(Safetensors, RefusesOverlapsAndGaps) {
  const auto two = [](std::string_view first, std::string_view second) {
    const std::string header =
        fmt::format(R"({{"a":{{"dtype":"U8","shape":[4],"data_offsets":{}}},)"
                    R"("b":{{"dtype":"U8","shape":[4],"data_offsets":{}}}}})",
                    first, second);
    return refusal(file_of(header, "012345678"));
  };
  EXPECT_THAT(two("[0,4]", "[2,6]"), HasSubstr("do not follow"));
  EXPECT_THAT(two("[0,4]", "[5,9]"), HasSubstr("do not follow"));
  EXPECT_THAT(two("[0,4]", "[4,8]"), HasSubstr("belong to no tensor"));
}

TEST(Safetensors, AreReadBackAsTheyWereWritten) {
  const std::vector<Tensor> tensors = {{"z", TensorType::F32, {2, 1}, "01234567"},
                                       {"a", TensorType::I8, {3}, "abc"},
                                       {"m", TensorType::F64, {}, "ABCDEFGH"}};
  const std::string bytes = safetensors_bytes(tensors, {{"made by", "a test"}});
  const auto file = Safetensors::parse(bytes);
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file->tensors().size(), 3);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(file->tensors()[i].name, tensors[i].name);
    EXPECT_EQ(file->tensors()[i].type, tensors[i].type);
    EXPECT_EQ(file->tensors()[i].shape, tensors[i].shape);
    EXPECT_EQ(file->tensors()[i].bytes, tensors[i].bytes);
  }
  EXPECT_EQ((file->tensors()[0].bytes.data() - bytes.data()) % 64, 0);
  EXPECT_EQ(file->metadata().at("made by"), "a test");
}

TEST(Safetensors, RefusesEveryTruncationOfAFile) {
  const std::vector<Tensor> tensors = {{"a", TensorType::F32, {2, 1}, "01234567"}};
  const std::string bytes = safetensors_bytes(tensors);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(Safetensors::parse(std::string_view(bytes).substr(0, size))) << size;
  }
}

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
