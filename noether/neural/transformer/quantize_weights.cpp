#include "noether/neural/transformer/quantize_weights.h"

#include <cblas.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "noether/neural/transformer/transformer.h"
#include "noether/neural/transformer/weight_visitor.h"

namespace noether::neural {
namespace {

// Added to the variance of each input, as a fraction of the mean variance. A sample does not cover
// all texts, and the weights of inputs that it never changes could otherwise take any error.
constexpr double kDamping = 0.01;

// Computes, in place, the lower factor L of a positive definite matrix L L^T. Each column is
// divided by its diagonal entry and stored as a row: entry (j, i) is L_ij / L_jj for i > j.
std::vector<float> feedback_of(std::vector<double> matrix, std::size_t size) {
  for (std::size_t j = 0; j < size; ++j) {
    double* row = matrix.data() + j * size;
    const auto length = static_cast<blasint>(j);
    const double diagonal = std::sqrt(row[j] - cblas_ddot(length, row, 1, row, 1));
    row[j] = diagonal;
    for (std::size_t i = j + 1; i < size; ++i) {
      double* other = matrix.data() + i * size;
      other[j] = (other[j] - cblas_ddot(length, other, 1, row, 1)) / diagonal;
    }
  }
  std::vector<float> feedback(size * size, 0);
  for (std::size_t j = 0; j < size; ++j) {
    for (std::size_t i = j + 1; i < size; ++i) {
      feedback[j * size + i] = static_cast<float>(matrix[i * size + j] / matrix[j * size + j]);
    }
  }
  return feedback;
}

// The inputs ordered by their variance. The last is rounded first, and all others compensate for
// it.
std::vector<std::size_t> by_variance(const std::vector<double>& covariances, std::size_t size) {
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return covariances[i * size + i]; });
  return order;
}

}  // namespace

InputMoments::InputMoments(std::size_t columns)
    : means_(columns, 0), products_(columns * columns), moments_(columns * columns, 0) {}

void InputMoments::add(std::span<const float> rows) {
  const std::size_t size = columns();
  const std::size_t tokens = rows.size() / size;
  for (std::size_t i = 0; i < rows.size(); ++i) means_[i % size] += static_cast<double>(rows[i]);
  const auto n = static_cast<blasint>(size);
  cblas_ssyrk(CblasRowMajor, CblasUpper, CblasTrans, n, static_cast<blasint>(tokens), 1.0F,
              rows.data(), n, 0.0F, products_.data(), n);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = i; j < size; ++j) {
      moments_[i * size + j] += static_cast<double>(products_[i * size + j]);
    }
  }
  tokens_ += tokens;
}

std::vector<double> InputMoments::means() const {
  std::vector<double> means = means_;
  for (double& mean : means) mean /= static_cast<double>(tokens_);
  return means;
}

std::vector<double> InputMoments::covariances() const {
  const std::size_t size = columns();
  const std::vector<double> mean = means();
  std::vector<double> covariances(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = i; j < size; ++j) {
      const double value =
          moments_[i * size + j] / static_cast<double>(tokens_) - mean[i] * mean[j];
      covariances[i * size + j] = covariances[j * size + i] = value;
    }
  }
  return covariances;
}

void round_compensated(LinearWeights& weights, const InputMoments& moments) {
  Matrix& matrix = weights.weight;
  const std::size_t size = matrix.columns;
  std::vector<double> covariances = moments.covariances();
  double variance = 0;
  for (std::size_t i = 0; i < size; ++i) variance += covariances[i * size + i];
  // If the sample does not vary, every weight is rounded independently.
  const double damping = variance > 0 ? kDamping * variance / static_cast<double>(size) : 1;
  const auto order = by_variance(covariances, size);
  std::vector<double> ordered(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      ordered[i * size + j] = covariances[order[i] * size + order[j]] + (i == j ? damping : 0);
    }
  }
  const std::vector<float> feedback = feedback_of(std::move(ordered), size);
  const std::vector<double> means = moments.means();

  matrix.quantized.resize(matrix.rows * size);
  std::vector<float> errors(size);  // in the order above
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    const float* values = matrix.values.data() + row * size;
    std::int8_t* rounded = matrix.quantized.data() + row * size;
    const float scale = matrix.scales[row];
    double constant = 0;
    for (std::size_t j = size; j-- > 0;) {
      const std::size_t behind = size - j - 1;
      const float carried = cblas_sdot(static_cast<blasint>(behind), errors.data() + j + 1, 1,
                                       feedback.data() + j * size + j + 1, 1);
      const std::size_t column = order[j];
      const float steps = scale > 0 ? whole_multiple(values[column] + carried, scale) : 0;
      rounded[column] = static_cast<std::int8_t>(steps);
      errors[j] = values[column] - steps * scale;
      constant += static_cast<double>(errors[j]) * means[column];
    }
    if (!weights.bias.empty()) weights.bias[row] += static_cast<float>(constant);
  }
  matrix.values.clear();
}

namespace {

// The scale of which all numbers are exact integer multiples, if there is one; the finest scale
// that int8 numbers have room for.
std::optional<float> scale_of_grid(std::span<const float> values, float largest) {
  constexpr int kOff = 2;  // the largest error of the rounded quotient, in floats
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

constexpr std::size_t kMatrices = 4;  // of a layer, as in LayerMatrix

std::array<LinearWeights*, kMatrices> matrices_of(LayerWeights& layer) {
  return {&layer.attention_in, &layer.attention_out, &layer.feed_forward_in,
          &layer.feed_forward_out};
}

// The number of layers whose moments are kept at once; wide layers have large ones.
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
