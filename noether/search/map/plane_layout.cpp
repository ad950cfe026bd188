#include "noether/search/map/plane_layout.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "noether/egraph/terms/random.h"

namespace noether::search {
namespace {

// The constants of umap-learn.
constexpr std::uint32_t kManyPlaces = 10'000;
constexpr std::uint32_t kEpochsOfMany = 200;
constexpr std::uint32_t kEpochsOfFew = 500;
constexpr int kRepulsions = 5;  // for each attraction
constexpr float kLongestStep = 4;
constexpr int kBandwidthSteps = 48;

struct LayoutEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  float weight = 0;
};

// The probability of each neighbour of one thing: 1 for the nearest one, and decreasing so that the
// sum is the logarithm of their number.
void weigh_neighbours(const float* distances, std::uint32_t each, float* weights) {
  const float nearest = distances[0];
  const float wanted = std::log2(static_cast<float>(each));
  const auto sum_for = [&](float width) {
    float sum = 0;
    for (std::uint32_t i = 0; i < each; ++i) {
      weights[i] = std::exp(-std::max(0.0F, distances[i] - nearest) / width);
      sum += weights[i];
    }
    return sum;
  };
  // Neighbours at equal distances have the weight 1, whatever the width.
  float low = 1e-6F;
  float high = 1e3F;
  for (int step = 0; step < kBandwidthSteps; ++step) {
    const float middle = std::sqrt(low * high);
    (sum_for(middle) < wanted ? low : high) = middle;
  }
  (void)sum_for(high);
}

// Every pair once, with the probability that at least one has the other as a neighbour.
std::vector<LayoutEdge> weighted_edges(const NeighbourLists& neighbours, std::uint32_t count) {
  std::vector<LayoutEdge> edges;
  edges.reserve(neighbours.numbers.size());
  std::vector<float> weights(neighbours.each);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t row = std::size_t{i} * neighbours.each;
    weigh_neighbours(neighbours.distances.data() + row, neighbours.each, weights.data());
    for (std::uint32_t j = 0; j < neighbours.each; ++j) {
      const auto [from, to] = std::pair(std::min(i, neighbours.numbers[row + j]),
                                        std::max(i, neighbours.numbers[row + j]));
      edges.push_back({from, to, weights[j]});
    }
  }
  std::ranges::sort(edges, {}, [](const LayoutEdge& edge) {
    return std::tuple(edge.from, edge.to, edge.weight);
  });
  std::size_t kept = 0;
  for (const LayoutEdge& edge : edges) {
    if (kept > 0 && edges[kept - 1].from == edge.from && edges[kept - 1].to == edge.to) {
      float& weight = edges[kept - 1].weight;
      weight += edge.weight - weight * edge.weight;
    } else {
      edges[kept++] = edge;
    }
  }
  edges.resize(kept);
  return edges;
}

class PlaneDescent {
 public:
  PlaneDescent(std::vector<LayoutEdge> edges, std::vector<PlanePlace> start, std::uint64_t seed)
      : edges_(std::move(edges)), places_(std::move(start)), due_(edges_.size()), random_(seed) {
    // The likelier an edge, the more often it moves its ends; the likeliest moves them in every
    // epoch.
    for (std::size_t i = 0; i < edges_.size(); ++i) due_[i] = 1 / edges_[i].weight;
  }

  void epoch(std::uint32_t number, float rate) {
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      if (due_[i] > static_cast<float>(number)) continue;
      due_[i] += 1 / edges_[i].weight;
      pull(edges_[i].from, edges_[i].to, rate);
      pull(edges_[i].to, edges_[i].from, rate);
    }
  }

  std::vector<PlanePlace> places() && { return std::move(places_); }

 private:
  void pull(std::uint32_t head, std::uint32_t tail, float rate) {
    PlanePlace& place = places_[head];
    attract(place, places_[tail], rate);
    for (int i = 0; i < kRepulsions; ++i) {
      const auto other =
          static_cast<std::uint32_t>(((random_.next() >> 32) * places_.size()) >> 32);
      if (other != head) repel(place, places_[other], rate);
    }
  }

  static float clipped(float step) { return std::clamp(step, -kLongestStep, kLongestStep); }

  static void attract(PlanePlace& a, PlanePlace& b, float rate) {
    const float x = a.x - b.x;
    const float y = a.y - b.y;
    const float force = -2 / (1 + x * x + y * y);
    const float step_x = rate * clipped(force * x);
    const float step_y = rate * clipped(force * y);
    a.x += step_x;
    a.y += step_y;
    b.x -= step_x;
    b.y -= step_y;
  }

  static void repel(PlanePlace& a, const PlanePlace& b, float rate) {
    const float x = a.x - b.x;
    const float y = a.y - b.y;
    const float square = x * x + y * y;
    const float force = 2 / ((0.001F + square) * (1 + square));
    a.x += rate * clipped(force * x);
    a.y += rate * clipped(force * y);
  }

  std::vector<LayoutEdge> edges_;
  std::vector<PlanePlace> places_;
  std::vector<float> due_;  // the epoch in which each edge moves its ends next
  egraph::Random random_;
};

}  // namespace

base::Result<std::vector<PlanePlace>> lay_out_neighbours(const NeighbourLists& neighbours,
                                                         std::vector<PlanePlace> start,
                                                         const LayoutOptions& options) {
  const auto count = static_cast<std::uint32_t>(start.size());
  if (count < 2 || neighbours.each == 0) return start;
  const std::uint32_t epochs = options.epochs > 0    ? options.epochs
                               : count > kManyPlaces ? kEpochsOfMany
                                                     : kEpochsOfFew;
  std::vector<LayoutEdge> edges = weighted_edges(neighbours, count);
  // Edges that would never be due would only take time.
  std::erase_if(
      edges, [&](const LayoutEdge& edge) { return edge.weight * static_cast<float>(epochs) < 1; });
  PlaneDescent descent(std::move(edges), std::move(start), options.seed);
  for (std::uint32_t epoch = 1; epoch <= epochs; ++epoch) {
    if (auto goes = go_on(options.is_over); !goes) return std::unexpected(std::move(goes.error()));
    const float rate = 1 - static_cast<float>(epoch - 1) / static_cast<float>(epochs);
    descent.epoch(epoch, rate);
    if (options.on_epoch) options.on_epoch(epoch, epochs);
  }
  return std::move(descent).places();
}

}  // namespace noether::search
