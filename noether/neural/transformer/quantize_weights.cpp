#include "noether/neural/transformer/quantize_weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "noether/neural/transformer/compensated_rounding.h"
#include "noether/neural/transformer/transformer.h"
#include "noether/neural/transformer/weight_visitor.h"

namespace noether::neural {
namespace {

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

std::span<const float> row_of(const Matrix& matrix, std::size_t row) {
  return std::span(matrix.values).subspan(row * matrix.columns, matrix.columns);
}

void choose_scales(Matrix& matrix) {
  matrix.scales.resize(matrix.rows);
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    const auto values = row_of(matrix, row);
    float largest = 0;
    for (const float value : values) largest = std::max(largest, std::abs(value));
    matrix.scales[row] =
        largest > 0 ? scale_of_grid(values, largest).value_or(largest / kMostSteps) : 0;
  }
}

void quantize_rows(Matrix& matrix) {
  choose_scales(matrix);
  matrix.quantized.resize(matrix.rows * matrix.columns);
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    const auto values = row_of(matrix, row);
    const float scale = matrix.scales[row];
    for (std::size_t column = 0; column < matrix.columns; ++column) {
      matrix.quantized[row * matrix.columns + column] =
          static_cast<std::int8_t>(scale > 0 ? whole_multiple(values[column], scale) : 0);
    }
  }
  matrix.values.clear();
}

struct MatrixRounding {
  bool with_table;

  static void change(Matrix& matrix) {
    if (!matrix.is_int8()) quantize_rows(matrix);
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

constexpr std::size_t kMatrices = 4;  // of a layer, as LayerMatrix has them

std::array<LinearWeights*, kMatrices> matrices_of(LayerWeights& layer) {
  return {&layer.attention_in, &layer.attention_out, &layer.feed_forward_in,
          &layer.feed_forward_out};
}

// Layers whose moments are kept at once: those of wide ones are large.
std::size_t layers_at_once(LayerWeights& layer) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 30;
  std::size_t bytes = 0;
  for (const LinearWeights* linear : matrices_of(layer)) {
    bytes += (sizeof(double) + sizeof(float)) * linear->weight.columns * linear->weight.columns;
  }
  return std::max<std::size_t>(kMostBytes / bytes, 1);
}

}  // namespace

void quantize_weights(TransformerWeights& weights, const TransformerConfig& config,
                      TokenTable table, std::span<const std::vector<TokenId>> sample) {
  if (!weights.is_int8() && !weights.layers.empty()) {
    const Transformer transformer(config, weights);
    const std::size_t at_once = layers_at_once(weights.layers.front());
    for (std::size_t first = 0; first < weights.layers.size(); first += at_once) {
      const auto layers = std::span(weights.layers)
                              .subspan(first, std::min(at_once, weights.layers.size() - first));
      std::vector<InputMoments> moments;
      for (LayerWeights& layer : layers) {
        for (const LinearWeights* linear : matrices_of(layer)) {
          moments.emplace_back(linear->weight.columns);
        }
      }
      Transformer::Workspace workspace;
      workspace.observer = [&](std::size_t layer, LayerMatrix matrix, std::span<const float> rows) {
        if (layer < first || layer >= first + layers.size()) return;
        moments[(layer - first) * kMatrices + static_cast<std::size_t>(matrix)].add(rows);
      };
      for (const auto& sequence : sample) {
        const std::size_t length = sequence.size();
        transformer.run({sequence, std::span(&length, 1)}, workspace);
      }
      for (std::size_t i = 0; i < moments.size(); ++i) {
        LinearWeights& linear = *matrices_of(layers[i / kMatrices])[i % kMatrices];
        choose_scales(linear.weight);
        round_compensated(linear, moments[i]);
      }
    }
  }
  quantize_weights(weights, config, table);
}

void quantize_weights(TransformerWeights& weights, const TransformerConfig& config,
                      TokenTable table) {
  const MatrixRounding rounding{table == TokenTable::Round};
  visit_weights(weights, config, rounding);
}

}  // namespace noether::neural
