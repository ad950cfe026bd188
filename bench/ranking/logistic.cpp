#include "bench/ranking/logistic.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace noether::bench {
namespace {

constexpr int kSteps = 4000;
constexpr double kStep = 0.5;

struct Scale {
  double mean = 0;
  double spread = 1;
};

std::vector<Scale> scales_of(std::span<const LogisticSample> samples) {
  std::vector<Scale> scales(samples.front().values.size());
  const auto count = static_cast<double>(samples.size());
  for (std::size_t v = 0; v < scales.size(); ++v) {
    double sum = 0;
    double square = 0;
    for (const LogisticSample& sample : samples) {
      sum += sample.values[v];
      square += sample.values[v] * sample.values[v];
    }
    scales[v].mean = sum / count;
    const double variance = square / count - scales[v].mean * scales[v].mean;
    if (variance > 0) scales[v].spread = std::sqrt(variance);
  }
  return scales;
}

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

}  // namespace

std::vector<double> fit_logistic(std::span<const LogisticSample> samples) {
  const std::vector<Scale> scales = scales_of(samples);
  const auto count = static_cast<double>(samples.size());
  std::vector<double> weights(scales.size() + 1);
  const auto scaled = [&](const LogisticSample& sample, std::size_t v) {
    return (sample.values[v] - scales[v].mean) / scales[v].spread;
  };
  for (int step = 0; step < kSteps; ++step) {
    std::vector<double> slope(weights.size());
    for (const LogisticSample& sample : samples) {
      double sum = weights[0];
      for (std::size_t v = 0; v < scales.size(); ++v) sum += weights[v + 1] * scaled(sample, v);
      const double off = (sample.is_right ? 1.0 : 0.0) - logistic(sum);
      slope[0] += off;
      for (std::size_t v = 0; v < scales.size(); ++v) slope[v + 1] += off * scaled(sample, v);
    }
    for (std::size_t v = 1; v < weights.size(); ++v) slope[v] -= weights[v];
    for (std::size_t v = 0; v < weights.size(); ++v) weights[v] += kStep * slope[v] / count;
  }
  for (std::size_t v = 0; v < scales.size(); ++v) {
    weights[v + 1] /= scales[v].spread;
    weights[0] -= weights[v + 1] * scales[v].mean;
  }
  return weights;
}

namespace {

constexpr std::size_t kCalibrationGroups = 5;

double calibration_error(std::span<const Forecast> forecasts) {
  std::vector<Forecast> sorted(forecasts.begin(), forecasts.end());
  std::ranges::stable_sort(sorted, {}, &Forecast::probability);
  double sum = 0;
  for (std::size_t g = 0; g < kCalibrationGroups; ++g) {
    double off = 0;
    const std::size_t end = (g + 1) * sorted.size() / kCalibrationGroups;
    for (std::size_t i = g * sorted.size() / kCalibrationGroups; i < end; ++i) {
      off += sorted[i].probability - (sorted[i].is_right ? 1 : 0);
    }
    sum += std::abs(off);
  }
  return share(sum, static_cast<double>(sorted.size()));
}

}  // namespace

ForecastQuality quality_of(std::span<const Forecast> forecasts, double enough) {
  ForecastQuality quality;
  double pairs = 0;
  double right_kept = 0;
  double right = 0;
  double kept = 0;
  for (const Forecast& one : forecasts) {
    const double truth = one.is_right ? 1 : 0;
    right += truth;
    quality.mean += one.probability;
    quality.brier += (one.probability - truth) * (one.probability - truth);
    if (one.probability >= enough) {
      ++kept;
      right_kept += truth;
    }
    for (const Forecast& other : forecasts) {
      if (!one.is_right || other.is_right) continue;
      ++pairs;
      if (one.probability > other.probability) ++quality.auc;
      if (one.probability == other.probability) quality.auc += 0.5;
    }
  }
  const auto count = static_cast<double>(forecasts.size());
  quality.right = share(right, count);
  quality.mean = share(quality.mean, count);
  quality.brier = share(quality.brier, count);
  quality.calibration_error = calibration_error(forecasts);
  quality.auc = share(quality.auc, pairs);
  quality.kept = share(kept, count);
  quality.right_kept = share(right_kept, kept);
  quality.right_left = share(right - right_kept, count - kept);
  return quality;
}

}  // namespace noether::bench
