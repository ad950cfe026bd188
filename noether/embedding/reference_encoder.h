// A second implementation of the encoder for tests, in plain loops of doubles: slow, and easy to
// compare with its description.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "noether/embedding/expression_model.h"
#include "noether/embedding/values/part_values.h"

namespace noether::embedding {

class ReferenceEncoder {
 public:
  using Rows = std::vector<std::vector<double>>;

  explicit ReferenceEncoder(const ExpressionModel& model) : model_(model) {}

  std::vector<double> embed(std::span<const TokenId> given) const {
    const ExpressionModelConfig& config = model_.config;
    ValueReading reading = {{given.begin() + 1, given.end() - 1}, {}};
    if (config.inputs == Inputs::Values) {
      PartValues(model_.tokenizer).read(given.subspan(1, given.size() - 2), reading);
    }
    std::vector<TokenId> tokens = reading.tokens;
    if (config.special_tokens) {
      tokens.insert(tokens.begin(), ExpressionTokenizer::kBos);
      tokens.push_back(ExpressionTokenizer::kEos);
    }
    const neural::TransformerWeights& weights = model_.weights;
    Rows hidden;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      auto& row = hidden.emplace_back();
      for (std::size_t j = 0; j < config.width; ++j) {
        row.push_back(
            static_cast<double>(weights.token_embedding.values[tokens[i] * config.width + j]) +
            static_cast<double>(weights.position_embedding[i * config.width + j]));
      }
    }
    if (config.inputs == Inputs::Values) add(linear(features(reading), weights.values), hidden);
    for (const neural::LayerWeights& layer : weights.layers) {
      add(linear(attention(linear(norm(hidden, layer.norm1), layer.attention_in)),
                 layer.attention_out),
          hidden);
      Rows inner = linear(norm(hidden, layer.norm2), layer.feed_forward_in);
      for (auto& row : inner) {
        for (double& value : row) value = std::max(value, 0.0);
      }
      add(linear(inner, layer.feed_forward_out), hidden);
    }
    return pooled(norm(hidden, weights.final_norm));
  }

 private:
  // The number of special tokens before the first one of the expression, and after the last one.
  std::size_t before() const { return model_.config.special_tokens ? 1 : 0; }

  // The features of each token, as values/part_values.h describes them.
  Rows features(const ValueReading& reading) const {
    const std::vector<float>& numbers = reading.numbers;
    Rows rows(reading.tokens.size() + 2 * before(), std::vector<double>(kValueFeatures, 0));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (std::isnan(numbers[i])) continue;
      auto& row = rows[before() + i / kPartNumbers];
      const std::size_t at = i % kPartNumbers;
      const bool is_real = numbers[i | 1] == 0;
      const double scale = is_real ? 1 : static_cast<double>(kOffRealScale);
      const auto number = static_cast<double>(numbers[i]);
      row[at / 2] = 1;
      row[kValuePoints + at] = scale * std::clamp(number, -40.0, 40.0) / 8;
      for (std::size_t k = 0; k < kFrequencies; ++k) {
        const double angle = number * std::ldexp(0.25, static_cast<int>(k));
        const std::size_t sine = kValuePoints + (1 + k) * kPartNumbers + at;
        row[sine] = scale * std::sin(angle);
        row[sine + kFrequencies * kPartNumbers] = scale * std::cos(angle);
      }
    }
    return rows;
  }

  static void add(const Rows& from, Rows& to) {
    for (std::size_t i = 0; i < to.size(); ++i) {
      for (std::size_t j = 0; j < to[i].size(); ++j) to[i][j] += from[i][j];
    }
  }

  static Rows norm(Rows rows, const neural::NormWeights& weights) {
    for (auto& row : rows) {
      const double count = static_cast<double>(row.size());
      double mean = 0;
      for (const double value : row) mean += value / count;
      double variance = 0;
      for (const double value : row) variance += (value - mean) * (value - mean) / count;
      for (std::size_t j = 0; j < row.size(); ++j) {
        row[j] =
            (row[j] - mean) / std::sqrt(variance + 1e-5) * static_cast<double>(weights.weight[j]) +
            static_cast<double>(weights.bias[j]);
      }
    }
    return rows;
  }

  static double entry(const neural::Matrix& matrix, std::size_t row, std::size_t column) {
    const std::size_t at = row * matrix.columns + column;
    return matrix.is_int8() ? matrix.quantized[at] * static_cast<double>(matrix.scales[row])
                            : static_cast<double>(matrix.values[at]);
  }

  static Rows linear(const Rows& rows, const neural::LinearWeights& weights) {
    Rows result;
    for (const auto& row : rows) {
      auto& out = result.emplace_back();
      for (std::size_t j = 0; j < weights.weight.rows; ++j) {
        double sum = static_cast<double>(weights.bias[j]);
        for (std::size_t k = 0; k < row.size(); ++k) sum += row[k] * entry(weights.weight, j, k);
        out.push_back(sum);
      }
    }
    return result;
  }

  Rows attention(const Rows& in) const {
    const std::size_t width = model_.config.width;
    const std::size_t size = width / model_.config.heads;
    Rows out(in.size(), std::vector<double>(width, 0));
    for (std::size_t head = 0; head < model_.config.heads; ++head) {
      for (std::size_t i = 0; i < in.size(); ++i) {
        std::vector<double> weight;
        double sum = 0;
        for (const auto& other : in) {
          double score = 0;
          for (std::size_t k = head * size; k < (head + 1) * size; ++k) {
            score += in[i][k] * other[width + k];
          }
          weight.push_back(std::exp(score / std::sqrt(static_cast<double>(size))));
          sum += weight.back();
        }
        for (std::size_t j = 0; j < in.size(); ++j) {
          for (std::size_t k = head * size; k < (head + 1) * size; ++k) {
            out[i][k] += weight[j] / sum * in[j][2 * width + k];
          }
        }
      }
    }
    return out;
  }

  std::vector<double> pooled(const Rows& rows) const {
    std::vector<double> result = rows[before()];
    const bool is_first = model_.config.pooling == Pooling::First;
    for (std::size_t i = 2; i + 1 < rows.size() && !is_first; ++i) {
      for (std::size_t j = 0; j < result.size(); ++j) {
        result[j] = model_.config.pooling == Pooling::Mean ? result[j] + rows[i][j]
                                                           : std::max(result[j], rows[i][j]);
      }
    }
    double squares = 0;
    for (const double value : result) squares += value * value;
    for (double& value : result) value /= std::sqrt(squares);
    return result;
  }

  const ExpressionModel& model_;
};

}  // namespace noether::embedding
