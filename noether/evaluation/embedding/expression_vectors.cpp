#include "noether/evaluation/embedding/expression_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace noether::evaluation {
namespace {

constexpr std::size_t kAtATime = 1024;

// Returns an error if the vectors do not have the form that an embedding must give for these texts.
base::Result<void> check(const Vectors& part, std::span<const std::string> texts,
                         std::size_t width) {
  if (part.count() != texts.size() || part.width() != width) {
    return base::fail(fmt::format("the embedding gave {} vectors of width {} for {} expressions",
                                  part.count(), part.width(), texts.size()));
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto is_finite = [](float value) { return std::isfinite(value); };
    if (std::ranges::all_of(part.row(i), is_finite)) continue;
    return base::fail(
        fmt::format("the vector of `{}` contains something that is not a finite number", texts[i]));
  }
  return {};
}

}  // namespace

base::Result<ExpressionVectors> ExpressionVectors::make(const EmbedExpressions& embed,
                                                        std::vector<std::string> texts,
                                                        const OnEmbedded& on_embedded) {
  std::ranges::sort(texts);
  texts.erase(std::ranges::unique(texts).begin(), texts.end());
  ExpressionVectors made;
  for (std::size_t first = 0; first < texts.size(); first += kAtATime) {
    const auto some = std::span(texts).subspan(first, std::min(kAtATime, texts.size() - first));
    const auto part = embed(some);
    if (!part) return std::unexpected(part.error());
    if (first == 0) made.vectors_ = Vectors(texts.size(), part->width());
    if (auto good = check(*part, some, made.width()); !good) return std::unexpected(good.error());
    for (std::size_t i = 0; i < some.size(); ++i) {
      std::ranges::copy(part->row(i), made.vectors_.row(first + i).begin());
      made.row_of_.emplace(some[i], first + i);
    }
    if (on_embedded) on_embedded(first + some.size(), texts.size());
  }
  return made;
}

float ExpressionVectors::cosine(std::string_view a, std::string_view b) const {
  const auto of_a = of(a);
  const auto of_b = of(b);
  const auto product = [](std::span<const float> x, std::span<const float> y) {
    return std::transform_reduce(
        x.begin(), x.end(), y.begin(), 0.0, std::plus<>(),
        [](float p, float q) { return static_cast<double>(p) * static_cast<double>(q); });
  };
  const double lengths = std::sqrt(product(of_a, of_a) * product(of_b, of_b));
  return lengths > 0 ? static_cast<float>(product(of_a, of_b) / lengths) : 0;
}

bool ExpressionVectors::is_readable(std::string_view text) const { return !is_zero(of(text)); }

std::uint64_t ExpressionVectors::unreadable() const {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < vectors_.count(); ++i) {
    if (is_zero(vectors_.row(i))) ++count;
  }
  return count;
}

Vectors ExpressionVectors::rows(std::span<const std::string> texts) const {
  Vectors rows(texts.size(), width());
  for (std::size_t i = 0; i < texts.size(); ++i)
    std::ranges::copy(of(texts[i]), rows.row(i).begin());
  return rows;
}

}  // namespace noether::evaluation
