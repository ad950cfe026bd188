#include "noether/neural/tensor/tensor_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "noether/base/temporary_folder.h"

namespace noether::neural {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kTwelve = "123412341234";

std::string file_of(std::initializer_list<std::string> names) {
  std::vector<Tensor> tensors;
  for (const std::string& name : names) tensors.push_back({name, TensorType::F32, {3}, kTwelve});
  return safetensors_bytes(tensors);
}

void write(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

TEST(TensorSet, NamesWhatWasNotUsed) {
  auto set = TensorSet::of_bytes(file_of({"a", "c", "b"})).value();
  EXPECT_EQ(set.use("d"), nullptr);
  ASSERT_NE(set.use("c"), nullptr);
  EXPECT_EQ(set.use("c")->bytes, kTwelve);
  EXPECT_THAT(set.unused(), ElementsAre("a", "b"));
  EXPECT_THAT(set.names(), ElementsAre("a", "b", "c"));
  EXPECT_TRUE(set.has("a"));
}

TEST(TensorSet, LooksIntoAllShards) {
  const base::TemporaryFolder folder;
  write(folder / "one.safetensors", file_of({"a", "b"}));
  write(folder / "two.safetensors", file_of({"c"}));
  const auto refusal = [&] {
    const auto set = TensorSet::of_folder(folder.path());
    return set ? "read" : set.error().message;
  };
  EXPECT_THAT(refusal(), HasSubstr("has 2 files *.safetensors"));
  const auto index = [&](std::string_view map) {
    write(folder / "model.safetensors.index.json", "{\"weight_map\": {" + std::string(map) + "}}");
  };
  index(R"("a": "one.safetensors", "b": "one.safetensors", "c": "two.safetensors")");
  auto set = TensorSet::of_folder(folder.path()).value();
  EXPECT_NE(set.use("c"), nullptr);
  EXPECT_THAT(set.unused(), ElementsAre("a", "b"));
  index(R"("a": "one.safetensors", "c": "three.safetensors")");
  EXPECT_THAT(refusal(), HasSubstr("three.safetensors"));
  index(R"("a": "../one.safetensors")");
  EXPECT_THAT(refusal(), HasSubstr("not the name of one in the folder"));
  index("3");
  EXPECT_THAT(refusal(), HasSubstr("not an index of shards"));
  index(R"("a": "one.safetensors", "c": "two.safetensors")");
  write(folder / "two.safetensors", file_of({"b"}));
  EXPECT_THAT(refusal(), HasSubstr("another file has the tensor 'b' too"));
}

TEST(TensorSet, TakesTheOnlyFileOfTensors) {
  const base::TemporaryFolder folder;
  write(folder / "model.fp16.safetensors", file_of({"a"}));
  EXPECT_TRUE(TensorSet::of_folder(folder.path()).value().has("a"));
}

TEST(TensorSet, RefusesPicklesAndSaysHowToConvertThem) {
  const base::TemporaryFolder folder;
  const auto none = TensorSet::of_folder(folder.path());
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("has no file of weights"));
  write(folder / "pytorch_model.bin", "PK");
  const auto pickle = TensorSet::of_folder(folder.path());
  ASSERT_FALSE(pickle);
  EXPECT_THAT(pickle.error().message, HasSubstr("pytorch_model.bin' is a pickle"));
  EXPECT_THAT(pickle.error().hint, HasSubstr("torch.load('pytorch_model.bin'"));
}

}  // namespace
}  // namespace noether::neural
