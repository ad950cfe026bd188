#include "noether/neural/transformer/quantize_weights.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "noether/neural/transformer/weight_visitor.h"

namespace noether::neural {
namespace {

constexpr float kMostSteps = 127;

float whole_multiple(float value, float scale) {
  return std::clamp(std::round(value / scale), -kMostSteps, kMostSteps);
}

// The scale of which all numbers are whole multiples, exactly, if there is one; the finest that
// int8 numbers have room for.
std::optional<float> scale_of_grid(std::span<const float> values, float largest) {
  constexpr int kOff = 2;  // how far the rounded quotient may be off, in floats
  for (int steps = static_cast<int>(kMostSteps); steps >= 1; --steps) {
    float scale = largest / static_cast<float>(steps);
    for (int i = 0; i < kOff; ++i) scale = std::nextafter(scale, 0.0F);
    for (int i = -kOff; i <= kOff; ++i, scale = std::nextafter(scale, largest)) {
      if (scale > 0 && std::ranges::all_of(values, [&](float value) {
            return whole_multiple(value, scale) * scale == value;
          })) {
        return scale;
      }
    }
  }
  return std::nullopt;
}

void quantize_rows(Matrix& matrix) {
  matrix.quantized.resize(matrix.rows * matrix.columns);
  matrix.scales.resize(matrix.rows);
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    const auto values = std::span(matrix.values).subspan(row * matrix.columns, matrix.columns);
    float largest = 0;
    for (const float value : values) largest = std::max(largest, std::abs(value));
    const float scale =
        largest > 0 ? scale_of_grid(values, largest).value_or(largest / kMostSteps) : 0;
    matrix.scales[row] = scale;
    for (std::size_t column = 0; column < matrix.columns; ++column) {
      matrix.quantized[row * matrix.columns + column] =
          static_cast<std::int8_t>(scale > 0 ? whole_multiple(values[column], scale) : 0);
    }
  }
  matrix.values.clear();
}

void dequantize_rows(Matrix& matrix) {
  matrix.values.resize(matrix.rows * matrix.columns);
  for (std::size_t i = 0; i < matrix.values.size(); ++i) {
    matrix.values[i] = static_cast<float>(matrix.quantized[i]) * matrix.scales[i / matrix.columns];
  }
  matrix.quantized.clear();
  matrix.scales.clear();
}

struct MatrixRounding {
  bool to_int8;
  bool with_table;

  void change(Matrix& matrix) const {
    if (to_int8 && !matrix.is_int8()) quantize_rows(matrix);
    if (!to_int8 && matrix.is_int8()) dequantize_rows(matrix);
  }
  void embedding(const std::string& /*name*/, Matrix& of, std::size_t, std::size_t) const {
    if (with_table) change(of);
  }
  void matrix(const std::string& /*name*/, Matrix& of, std::size_t, std::size_t) const {
    change(of);
  }
  void table(const std::string& /*name*/, std::vector<float>&, std::size_t, std::size_t) const {}
  void list(const std::string& /*name*/, std::vector<float>&, std::size_t) const {}
};

}  // namespace

void quantize_weights(TransformerWeights& weights, const TransformerConfig& config,
                      TokenTable table) {
  const MatrixRounding rounding{true, table == TokenTable::Round};
  visit_weights(weights, config, rounding);
}

void dequantize_weights(TransformerWeights& weights, const TransformerConfig& config) {
  const MatrixRounding rounding{false, true};
  visit_weights(weights, config, rounding);
}

}  // namespace noether::neural
