// Reads any bytes as a file of tensors: no crash, every byte of the result is readable, and a file
// that was read, written and read again is the same.
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>

#include "noether/neural/tensor/safetensors.h"

using namespace noether::neural;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Mutations hardly ever produce the right length of the header, so the test writes it.
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (const std::size_t end = bytes.find("}}"); size >= 8 && end != std::string::npos && end > 8) {
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>((end + 2 - 8) >> (8 * i));
  }
  const auto file = Safetensors::parse(bytes);
  if (!file) return 0;
  int sum = 0;
  for (const Tensor& tensor : file->tensors()) {
    sum = std::accumulate(tensor.bytes.begin(), tensor.bytes.end(), sum,
                          [](int a, char b) { return (a + b) & 0xFFFF; });
    if (tensor.bytes.size() != tensor.count() * tensor_type_bytes(tensor.type)) std::abort();
  }
  volatile int seen = sum;
  (void)seen;
  const std::string again = safetensors_bytes(file->tensors(), file->metadata());
  const auto same = Safetensors::parse(again);
  // Escaping makes names longer, so a header at the limit may become too long.
  if (!same) return again.size() > kMaxSafetensorsHeader ? 0 : (std::abort(), 0);
  if (same->tensors().size() != file->tensors().size()) std::abort();
  return 0;
}
