#include "noether/evaluation/embedding/embed_expressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace noether::evaluation {
namespace {

constexpr std::size_t kAtATime = 2048;

bool is_finite(std::span<const float> vector) {
  return std::ranges::all_of(vector, [](float value) { return std::isfinite(value); });
}

}  // namespace

base::Result<Vectors> embed_all(const EmbedExpressions& embed, std::span<const std::string> texts,
                                const OnEmbedded& on_embedded) {
  std::unordered_map<std::string_view, std::size_t> row_of;
  std::vector<std::string> different;
  for (const std::string& text : texts) {
    if (row_of.emplace(text, different.size()).second) different.push_back(text);
  }
  std::vector<Vectors> parts;
  for (std::size_t first = 0; first < different.size(); first += kAtATime) {
    const std::size_t count = std::min(kAtATime, different.size() - first);
    auto part = embed(std::span(different).subspan(first, count));
    if (!part) return std::unexpected(part.error());
    if (part->count() != count || (!parts.empty() && part->width() != parts[0].width())) {
      return base::fail(
          "the embedding gives vectors of different widths, or not one for each "
          "expression");
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_finite(part->row(i))) {
        return base::fail(
            fmt::format("the vector of `{}` holds what is no finite number", different[first + i]));
      }
    }
    parts.push_back(*std::move(part));
    if (on_embedded) on_embedded(first + count, different.size());
  }
  Vectors all(texts.size(), parts.empty() ? 0 : parts[0].width());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::size_t row = row_of.find(texts[i])->second;
    std::ranges::copy(parts[row / kAtATime].row(row % kAtATime), all.row(i).begin());
  }
  return all;
}

}  // namespace noether::evaluation
