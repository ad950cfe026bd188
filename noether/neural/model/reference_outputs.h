// The outputs of transformers for the models of testdata/, for tests. scripts/reference_models.py
// makes them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "noether/neural/tensor/safetensors.h"
#include "noether/neural/tensor/tensor_set.h"
#include "noether/neural/token.h"

namespace noether::neural {

inline std::string reference_folder(const std::string& name) {
  return std::string(NOETHER_SOURCE_DIR) + "/noether/neural/model/testdata/" + name;
}

class ReferenceOutputs {
 public:
  explicit ReferenceOutputs(const std::string& file) : tensors_(TensorSet::of_file(file).value()) {}

  bool has(const std::string& name) const { return tensors_.has(name); }
  std::vector<float> floats(const std::string& name) {
    return floats_of(*tensors_.use(name)).value();
  }
  std::vector<std::int32_t> whole_numbers(const std::string& name) {
    const Tensor* tensor = tensors_.use(name);
    std::vector<std::int32_t> numbers(tensor->count());
    std::memcpy(numbers.data(), tensor->bytes.data(), tensor->bytes.size());
    return numbers;
  }
  std::vector<TokenId> ids(const std::string& name) {
    const auto numbers = whole_numbers(name);
    return {numbers.begin(), numbers.end()};
  }

 private:
  TensorSet tensors_;
};

inline double largest_difference(std::span<const float> a, std::span<const float> b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  }
  return largest;
}

}  // namespace noether::neural
