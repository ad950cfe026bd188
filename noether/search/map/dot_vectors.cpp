#include "noether/search/map/dot_vectors.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "noether/base/hash.h"
#include "noether/egraph/terms/random.h"
#include "noether/index/vectors/vector_code.h"

namespace noether::search {
namespace {

// All pairs of this many are compared in less than a second.
constexpr std::uint32_t kMostComparedPairwise = 2048;
constexpr std::uint32_t kDotsPerLook = 256;  // between two calls of is_over
constexpr std::uint32_t kAxisSample = 2048;
constexpr int kAxisSteps = 40;
constexpr float kStartRadius = 10;  // the initial radius of umap-learn
constexpr float kJitter = 1e-3F;

base::Digest digest_of_code(const index::VectorCode& code) {
  base::Hasher hasher;
  for (const auto& bytes : {code.high, code.low}) {
    hasher.add_bytes(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }
  return hasher.digest();
}

struct NearDot {
  float distance = 0;
  std::uint32_t number = 0;

  friend auto operator<=>(const NearDot&, const NearDot&) = default;
};

// Keeps the nearest of the dots that it is given; each may be given once.
class NearestDots {
 public:
  NearestDots(const index::RoughVectors& vectors, std::uint32_t each)
      : vectors_(vectors), each_(each) {}

  void begin(std::uint32_t number) {
    number_ = number;
    found_.clear();
  }
  void add(std::uint32_t other) {
    const float cosine = index::rough_cosine(vectors_.scales[number_], vectors_.at(number_),
                                             vectors_.scales[other], vectors_.at(other));
    found_.push_back({std::max(0.0F, 1 - cosine), other});
  }
  void append_to(NeighbourLists& lists) {
    // A graph may find fewer than wanted; then the nearest is repeated, which changes nothing.
    std::ranges::partial_sort(found_,
                              found_.begin() + std::min<std::ptrdiff_t>(each_, std::ssize(found_)));
    for (std::uint32_t i = 0; i < each_; ++i) {
      const NearDot& near = i < found_.size() ? found_[i] : found_.front();
      lists.numbers.push_back(near.number);
      lists.distances.push_back(near.distance);
    }
  }

 private:
  index::RoughVectors vectors_;
  std::uint32_t each_;
  std::uint32_t number_ = 0;
  std::vector<NearDot> found_;
};

// Calls `found` once with each neighbour of the dot and each neighbour of these.
class TwoSteps {
 public:
  explicit TwoSteps(const index::NeighbourGraph& graph) : graph_(graph), seen_(graph.ends.size()) {}

  template <typename Found>
  void from(std::uint32_t number, const Found& found) {
    seen_[number] = number + 1;
    for (const std::uint32_t one : links(number)) visit(number, one, found);
    for (const std::uint32_t one : links(number)) {
      for (const std::uint32_t two : links(one)) visit(number, two, found);
    }
  }

 private:
  std::span<const std::uint32_t> links(std::uint32_t number) const {
    const std::uint32_t begin = number == 0 ? 0 : graph_.ends[number - 1];
    return std::span(graph_.links).subspan(begin, graph_.ends[number] - begin);
  }
  template <typename Found>
  void visit(std::uint32_t from, std::uint32_t number, const Found& found) {
    if (seen_[number] == from + 1) return;
    seen_[number] = from + 1;
    found(number);
  }

  const index::NeighbourGraph& graph_;
  std::vector<std::uint32_t> seen_;  // number of the dot that last saw it, plus one
};

// Vectors minus their mean, and the directions of their largest variance.
class PrincipalAxes {
 public:
  explicit PrincipalAxes(const DotVectors& dots) : dots_(dots), mean_(dots.width) {
    const std::uint32_t step = (dots.size() + kAxisSample - 1) / kAxisSample;
    for (std::uint32_t i = 0; i < dots.size(); i += step) sample_.push_back(i);
    for (const std::uint32_t i : sample_) add(i, 1.0F / static_cast<float>(sample_.size()), mean_);
    for (std::vector<float>& axis : axes_) axis = find_axis();
  }

  PlanePlace place(std::uint32_t number) const {
    return {along(number, axes_[0]), along(number, axes_[1])};
  }

 private:
  void add(std::uint32_t number, float factor, std::vector<float>& sum) const {
    const std::int8_t* const bytes = dots_.high.data() + std::size_t{number} * dots_.width;
    factor *= dots_.scales[number] * 256;
    for (std::uint32_t i = 0; i < dots_.width; ++i) sum[i] += factor * static_cast<float>(bytes[i]);
  }
  static float product(const std::vector<float>& a, const std::vector<float>& b) {
    float sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  }
  float along(std::uint32_t number, const std::vector<float>& axis) const {
    const std::int8_t* const bytes = dots_.high.data() + std::size_t{number} * dots_.width;
    float sum = 0;
    for (std::uint32_t i = 0; i < dots_.width; ++i) sum += axis[i] * static_cast<float>(bytes[i]);
    return sum * dots_.scales[number] * 256 - product(axis, mean_);
  }
  // Orthogonal to the axes found before. Zero if no variance is left.
  std::vector<float> find_axis() const {
    std::vector<float> axis(dots_.width);
    // The components differ: equal ones might be orthogonal to the axis that is sought.
    for (std::size_t i = 0; i < axis.size(); ++i) axis[i] = 1 + 0.1F * static_cast<float>(i % 7);
    for (int step = 0; step < kAxisSteps; ++step) {
      std::vector<float> next(dots_.width);
      float moved = 0;
      for (const std::uint32_t i : sample_) {
        const float length = along(i, axis);
        add(i, length, next);
        moved += length;
      }
      for (std::size_t i = 0; i < next.size(); ++i) next[i] -= moved * mean_[i];
      for (const std::vector<float>& earlier : axes_) {
        if (earlier.empty()) continue;
        const float shared = product(next, earlier);
        for (std::size_t i = 0; i < next.size(); ++i) next[i] -= shared * earlier[i];
      }
      const float length = std::sqrt(product(next, next));
      if (length < 1e-9F) return std::vector<float>(dots_.width);
      for (float& value : next) value /= length;
      axis = std::move(next);
    }
    return axis;
  }

  const DotVectors& dots_;
  std::vector<std::uint32_t> sample_;
  std::vector<float> mean_;
  std::array<std::vector<float>, 2> axes_;
};

}  // namespace

void DotVectors::move(std::uint32_t from, std::uint32_t to) {
  if (from == to) return;
  scales[to] = scales[from];
  std::copy_n(high.begin() + static_cast<std::ptrdiff_t>(std::size_t{from} * width), width,
              high.begin() + static_cast<std::ptrdiff_t>(std::size_t{to} * width));
  formulas[to] = std::move(formulas[from]);
}

void DotVectors::resize(std::uint32_t size) {
  scales.resize(size);
  high.resize(std::size_t{size} * width);
  formulas.resize(size);
}

base::Result<DotVectors> gather_dots(const index::IndexReader& index, std::uint32_t most) {
  std::uint64_t all = 0;
  for (const index::OpenSegment& segment : index.segments()) {
    if (const auto* vectors = segment.vectors_of({})) all += vectors->size();
  }
  const std::uint64_t taken = std::min<std::uint64_t>(all, most);
  DotVectors dots;
  std::unordered_map<base::Digest, std::uint32_t> known;
  std::vector<std::uint32_t> formulas;
  std::uint64_t before = 0;
  for (const index::OpenSegment& segment : index.segments()) {
    const index::SegmentVectors* const vectors = segment.vectors_of({});
    if (vectors == nullptr) continue;
    dots.width = vectors->model().width;
    for (std::uint32_t number = 0; number < vectors->size(); ++number, ++before) {
      if (before * taken / all == (before + 1) * taken / all) continue;
      const auto code = vectors->vector(number);
      if (!code) return std::unexpected(code.error());
      if (auto done = vectors->formulas_of(number, formulas); !done) {
        return std::unexpected(std::move(done.error()));
      }
      const auto [at, is_new] = known.try_emplace(digest_of_code(*code), dots.size());
      if (is_new) {
        dots.scales.push_back(code->scale);
        dots.high.insert(dots.high.end(), code->high.begin(), code->high.end());
        dots.formulas.emplace_back();
      }
      for (const std::uint32_t formula : formulas) {
        dots.formulas[at->second].push_back(segment.first_formula + formula);
      }
    }
  }
  return dots;
}

base::Result<NeighbourLists> nearest_dots(const DotVectors& dots, std::uint32_t each,
                                          const DotProgress& progress, const IsOver& is_over) {
  NeighbourLists lists;
  if (dots.size() < 2) return lists;
  lists.each = std::min(each, dots.size() - 1);
  const bool is_pairwise = dots.size() <= kMostComparedPairwise;
  base::Result<index::NeighbourGraph> graph;
  if (!is_pairwise) graph = index::build_neighbour_graph(dots.rough(), progress);
  if (!graph) return std::unexpected(std::move(graph.error()));
  NearestDots nearest(dots.rough(), lists.each);
  TwoSteps steps(*graph);
  for (std::uint32_t number = 0; number < dots.size(); ++number) {
    if (number % kDotsPerLook == 0) {
      if (auto goes = go_on(is_over); !goes) return std::unexpected(std::move(goes.error()));
    }
    nearest.begin(number);
    if (is_pairwise) {
      for (std::uint32_t other = 0; other < dots.size(); ++other) {
        if (other != number) nearest.add(other);
      }
    } else {
      steps.from(number, [&](std::uint32_t other) { nearest.add(other); });
    }
    nearest.append_to(lists);
  }
  return lists;
}

std::vector<PlanePlace> principal_places(const DotVectors& dots, std::uint64_t seed) {
  std::vector<PlanePlace> places(dots.size());
  if (dots.size() < 2) return places;
  const PrincipalAxes axes(dots);
  float most = 0;
  for (std::uint32_t i = 0; i < dots.size(); ++i) {
    places[i] = axes.place(i);
    most = std::max({most, std::abs(places[i].x), std::abs(places[i].y)});
  }
  const float scale = most > 0 ? kStartRadius / most : 0;
  egraph::Random random(seed);
  const auto jitter = [&] {
    return (static_cast<float>(random.next() >> 40) * 0x1p-24F - 0.5F) * kJitter;
  };
  for (PlanePlace& place : places) {
    place.x = place.x * scale + jitter();
    place.y = place.y * scale + jitter();
  }
  return places;
}

}  // namespace noether::search
