// Reads any bytes as a file of vectors. Checks that every vector that can be read has length 1 or
// 0.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "noether/evaluation/embedding/open_embedding.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace noether;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  const std::string_view whole = rest;
  base::LineReader lines(
      [&](std::span<char> into) -> base::Result<std::size_t> {
        const std::size_t count = std::min(into.size(), rest.size());
        std::memcpy(into.data(), rest.data(), count);
        rest.remove_prefix(count);
        return count;
      },
      "fuzz", 1 << 16);
  const auto embedding = evaluation::read_vectors(lines);
  if (!embedding) return 0;
  const std::vector<std::string> first{std::string(whole.substr(0, whole.find('\t')))};
  const auto vectors = embedding->embed(first);
  if (!vectors) return 0;
  const float square = evaluation::inner_product(vectors->row(0), vectors->row(0));
  if (!(square < 1.01F)) __builtin_trap();
  return 0;
}
