#include "noether/neural/transformer/compensated_rounding.h"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace noether::neural {
namespace {

// Added to the variance of each input, as a share of the mean one: a sample is not all texts, and
// inputs that it never moves would be free to take any error.
constexpr double kDamping = 0.01;

// The lower factor L of a positive definite matrix L L^T, in its place, each column divided by its
// entry on the diagonal and stored as a row: entry (j, i) is L_ij / L_jj for i > j.
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

// Inputs in the order of their variance: the last is rounded first, and all others make up for it.
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
  // Where a sample moves nothing, every weight is rounded for itself.
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

}  // namespace noether::neural
