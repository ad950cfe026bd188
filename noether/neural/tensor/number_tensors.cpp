#include "noether/neural/tensor/number_tensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace noether::neural {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are little endian");

template <typename Convert>
void widen(std::string_view bytes, std::vector<float>& to, const Convert& convert) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, bytes.data() + 2 * i, sizeof bits);
    to[i] = convert(bits);
  }
}

}  // namespace

base::Result<std::vector<float>> floats_of(const Tensor& tensor) {
  std::vector<float> numbers(tensor.count());
  switch (tensor.type) {
    case TensorType::F32:
      if (!numbers.empty()) {
        std::memcpy(numbers.data(), tensor.bytes.data(), tensor.bytes.size());
      }
      break;
    case TensorType::F16:
      widen(tensor.bytes, numbers, float_of_float16);
      break;
    case TensorType::BF16:
      widen(tensor.bytes, numbers, float_of_bfloat16);
      break;
    default:
      return base::fail(fmt::format("tensor '{}' is of type {}, not F32, F16 or BF16", tensor.name,
                                    tensor_type_name(tensor.type)));
  }
  if (!std::ranges::all_of(numbers, [](float value) { return std::isfinite(value); })) {
    return base::fail(fmt::format("tensor '{}' has a number that is not finite", tensor.name));
  }
  return numbers;
}

}  // namespace noether::neural
