#include "noether/index/vectors/check_vectors.h"

#include <fmt/format.h>

#include <cmath>

namespace noether::index {

base::Result<void> check_vectors(const SegmentVectors& vectors) {
  if (auto sound = vectors.file().verify_all(); !sound) return sound;
  std::vector<std::uint32_t> neighbours;
  for (std::uint32_t number = 0; number < vectors.size(); ++number) {
    const auto code = vectors.vector(number);
    if (!code) return std::unexpected(code.error());
    constexpr float kRounding = 1e-3F;
    if (!(std::abs(cosine(*code, *code) - 1) < kRounding)) {
      return vectors.file().damage(fmt::format("has vector {} with a wrong length", number));
    }
    if (!vectors.has_graph()) continue;
    if (auto read = vectors.neighbours(number, neighbours); !read) return read;
  }
  const auto numbers = vectors.vector_of_formulas();
  if (!numbers) return std::unexpected(numbers.error());
  std::uint32_t unreadable = 0;
  for (std::uint32_t formula = 0; formula < numbers->size(); ++formula) {
    const auto is_tried = vectors.is_tried(formula);
    if (!is_tried) return std::unexpected(is_tried.error());
    const bool has_vector = (*numbers)[formula] != SegmentVectors::kNone;
    if (has_vector && !*is_tried) {
      return vectors.file().damage(fmt::format("contradicts itself about formula {}", formula));
    }
    if (*is_tried && !has_vector) ++unreadable;
  }
  if (unreadable != vectors.unreadable()) {
    return vectors.file().damage("has not as many unreadable formulas as it says");
  }
  return {};
}

}  // namespace noether::index
