#include "noether/evaluation/embedding/t_sne.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "noether/base/parallel.h"
#include "noether/egraph/terms/random.h"
#include "noether/evaluation/embedding/lanes.h"

namespace noether::evaluation {
namespace {

// As in the paper's own program and later ones, neighbours attract one another too strongly at
// first, so that clusters form before they are spread.
constexpr float kExaggeration = 12;
constexpr std::size_t kExaggerated = 250;  // iterations
constexpr float kFirstMomentum = 0.5F;
constexpr float kMomentum = 0.8F;
constexpr float kLeastGain = 0.01F;
constexpr float kLeastRate = 50;
constexpr std::size_t kRowsOfAPiece = 32;

// p_ij = (p(j|i) + p(i|j)) / 2n, in place; never exactly 0.
void make_symmetric(std::vector<float>& p, std::size_t count) {
  const float scale = 0.5F / static_cast<float>(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const float mean = std::max((p[i * count + j] + p[j * count + i]) * scale, 1e-12F);
      p[i * count + j] = p[j * count + i] = mean;
    }
  }
}

// The forces of all points on one of them.
struct Pull {
  float attract_x = 0, attract_y = 0;  // sum of p w (yi - yj), where w = 1 / (1 + |yi - yj|^2)
  float repel_x = 0, repel_y = 0;      // sum of w^2 (yi - yj)
  float weight = 0;                    // sum of w, the point itself included
};

class Descent {
 public:
  Descent(std::vector<float> p, std::size_t count, const TsneOptions& options)
      : p_(std::move(p)),
        count_(count),
        threads_(options.threads),
        rate_(std::max(static_cast<float>(count) / kExaggeration / 4, kLeastRate)),
        x_(count),
        y_(count),
        pulls_(count),
        steps_(2 * count),
        gains_(2 * count, 1.0F) {
    egraph::Random random(options.seed);
    for (std::vector<float>* const axis : {&x_, &y_}) {
      // The sum of uniform numbers is sufficiently normal.
      for (float& value : *axis) {
        for (int i = 0; i < 12; ++i) value += static_cast<float>(random.next() >> 40) * 0x1p-24F;
        value = (value - 6) * 1e-4F;
      }
    }
  }

  void iterate(std::size_t iteration) {
    const float exaggeration = iteration < kExaggerated ? kExaggeration : 1;
    const float momentum = iteration < kExaggerated ? kFirstMomentum : kMomentum;
    const float total = measure_pulls();
    for (std::size_t i = 0; i < count_; ++i) {
      const Pull& pull = pulls_[i];
      move(x_[i], 2 * i, 4 * (exaggeration * pull.attract_x - pull.repel_x / total), momentum);
      move(y_[i], 2 * i + 1, 4 * (exaggeration * pull.attract_y - pull.repel_y / total), momentum);
    }
    centre(x_);
    centre(y_);
  }

  TsneResult result() {
    TsneResult result;
    const double total = static_cast<double>(measure_pulls());
    for (std::size_t i = 0; i < count_; ++i) {
      result.places.push_back({x_[i], y_[i]});
      for (std::size_t j = 0; j < count_; ++j) {
        if (i == j) continue;
        const double dx = static_cast<double>(x_[i] - x_[j]);
        const double dy = static_cast<double>(y_[i] - y_[j]);
        const double q = std::max(1 / (1 + dx * dx + dy * dy) / total, 1e-300);
        const auto p = static_cast<double>(p_[i * count_ + j]);
        result.divergence += p * std::log(p / q);
      }
    }
    return result;
  }

 private:
  // Returns the sum of the weights of all pairs.
  float measure_pulls() {
    const std::size_t pieces = (count_ + kRowsOfAPiece - 1) / kRowsOfAPiece;
    base::for_each_in_parallel(pieces, threads_, [&](std::size_t piece, std::size_t) {
      const std::size_t end = std::min(count_, (piece + 1) * kRowsOfAPiece);
      for (std::size_t i = piece * kRowsOfAPiece; i < end; ++i) pulls_[i] = pull_of(i);
    });
    double total = 0;
    for (const Pull& pull : pulls_) total += static_cast<double>(pull.weight) - 1;
    return static_cast<float>(std::max(total, 1e-12));
  }

  Pull pull_of(std::size_t i) const {
    const float* const p = p_.data() + i * count_;
    Lanes attract_x{}, attract_y{}, repel_x{}, repel_y{}, weight{};
    std::size_t j = 0;
    for (; j + kLanes <= count_; j += kLanes) {
      const Lanes dx = x_[i] - load_lanes(x_.data() + j);
      const Lanes dy = y_[i] - load_lanes(y_.data() + j);
      const Lanes w = 1.0F / (1.0F + dx * dx + dy * dy);
      const Lanes pw = load_lanes(p + j) * w;
      attract_x += pw * dx;
      attract_y += pw * dy;
      repel_x += w * w * dx;
      repel_y += w * w * dy;
      weight += w;
    }
    Pull pull{sum_of_lanes(attract_x), sum_of_lanes(attract_y), sum_of_lanes(repel_x),
              sum_of_lanes(repel_y), sum_of_lanes(weight)};
    for (; j < count_; ++j) {
      const float dx = x_[i] - x_[j];
      const float dy = y_[i] - y_[j];
      const float w = 1.0F / (1.0F + dx * dx + dy * dy);
      pull.attract_x += p[j] * w * dx;
      pull.attract_y += p[j] * w * dy;
      pull.repel_x += w * w * dx;
      pull.repel_y += w * w * dy;
      pull.weight += w;
    }
    return pull;
  }

  // Gains grow while a coordinate keeps its direction, and shrink when it turns.
  void move(float& coordinate, std::size_t index, float gradient, float momentum) {
    float& step = steps_[index];
    float& gain = gains_[index];
    gain = (gradient > 0) == (step > 0) ? std::max(gain * 0.8F, kLeastGain) : gain + 0.2F;
    step = momentum * step - rate_ * gain * gradient;
    coordinate += step;
  }

  static void centre(std::vector<float>& values) {
    double mean = 0;
    for (const float value : values) mean += static_cast<double>(value);
    mean /= static_cast<double>(values.size());
    for (float& value : values) value -= static_cast<float>(mean);
  }

  std::vector<float> p_;
  std::size_t count_;
  unsigned threads_;
  float rate_;
  std::vector<float> x_, y_;
  std::vector<Pull> pulls_;
  std::vector<float> steps_, gains_;
};

}  // namespace

TsneResult t_sne(const Vectors& vectors, const TsneOptions& options) {
  const std::size_t count = vectors.count();
  if (count < 2) return {std::vector<Place>(count), 0};
  const double perplexity = std::min(options.perplexity, static_cast<double>(count - 1) / 3);
  std::vector<float> p = neighbour_probabilities(vectors, perplexity, options.threads);
  make_symmetric(p, count);
  Descent descent(std::move(p), count, options);
  for (std::size_t i = 0; i < options.iterations; ++i) {
    descent.iterate(i);
    if (options.on_iteration) options.on_iteration(i + 1);
  }
  return descent.result();
}

}  // namespace noether::evaluation
