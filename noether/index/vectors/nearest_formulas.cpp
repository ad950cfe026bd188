#include "noether/index/vectors/nearest_formulas.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace noether::index {
namespace {

base::Result<bool> stands_somewhere(const OpenSegment& segment, std::uint32_t formula) {
  if (segment.deleted.empty()) return true;
  const auto places = segment.reader->places(formula);
  if (!places) return std::unexpected(places.error());
  return std::ranges::any_of(
      *places, [&](const Place& place) { return !segment.deleted.has(place.document); });
}

// Whether another is to be taken after so many, the nearest first.
bool goes_on(std::span<const NearFormula> found, float next, std::uint32_t count,
             std::uint32_t most) {
  if (found.size() < count) return true;
  return count > 0 && found.size() < most && next >= found[count - 1].cosine - kTiedCosines;
}

void bring_to_front(std::span<const std::uint32_t> first, std::uint32_t first_formula,
                    std::vector<std::uint32_t>& formulas) {
  if (first.empty()) return;
  std::ranges::sort(formulas, {}, [&](std::uint32_t formula) {
    return std::pair(!std::ranges::binary_search(first, first_formula + formula), formula);
  });
}

// Formulas of the segment, the nearest first, at most as many as are asked for, with ties.
base::Result<std::vector<NearFormula>> in_segment(const OpenSegment& segment,
                                                  const VectorCode& query, NearestOptions options,
                                                  const TieOptions& ties) {
  const std::uint32_t wanted = options.count;
  // The walk looks at these anyway, and vectors that differ by rounding alone are among them.
  if (ties.most > wanted) options.count = std::max(options.count, options.beam / 2);
  while (true) {
    const auto near = nearest_vectors(*segment.vectors, query, options);
    if (!near) return std::unexpected(near.error());
    std::vector<NearFormula> found;
    std::vector<std::uint32_t> formulas;
    for (const NearVector& vector : *near) {
      if (!goes_on(found, vector.cosine, wanted, ties.most)) return found;
      auto done = segment.vectors->formulas_of(vector.number, formulas);
      if (!done) return std::unexpected(done.error());
      bring_to_front(ties.first, segment.first_formula, formulas);
      for (const std::uint32_t formula : formulas) {
        if (!goes_on(found, vector.cosine, wanted, ties.most)) return found;
        const auto is_there = stands_somewhere(segment, formula);
        if (!is_there) return std::unexpected(is_there.error());
        if (*is_there) {
          found.push_back({vector.cosine, segment.first_formula + formula, vector.number});
        }
      }
    }
    // Deleted ones were among them: there may be others farther off.
    if (found.size() >= wanted || near->size() == segment.vectors->size() ||
        near->size() < options.count || segment.deleted.empty()) {
      return found;
    }
    options.count = options.count > UINT32_MAX / 4 ? UINT32_MAX : 4 * options.count;
  }
}

}  // namespace

VectorStatistics vector_statistics(const IndexReader& index) {
  VectorStatistics sum;
  for (const OpenSegment& segment : index.segments()) {
    if (!sum.damage) sum.damage = segment.damaged_vectors;
    const SegmentVectors* vectors = segment.vectors.get();
    if (vectors == nullptr) {
      sum.untried += segment.reader->formulas();
      continue;
    }
    if (std::ranges::find(sum.models, vectors->model()) == sum.models.end()) {
      sum.models.push_back(vectors->model());
    }
    sum.vectors += vectors->size();
    sum.readable += vectors->readable();
    sum.unreadable += vectors->unreadable();
    sum.untried += vectors->untried();
    sum.bytes += vectors->bytes();
    sum.graph_bytes += vectors->graph_bytes();
  }
  return sum;
}

base::Result<void> expect_vectors_of(const IndexReader& index, const VectorModel& model) {
  const VectorStatistics has = vector_statistics(index);
  if (has.damage) return std::unexpected(*has.damage);
  if (has.models.empty()) {
    return base::fail("the index has no vectors of formulas", {},
                      "add them with `noether embed-index INDEX`");
  }
  for (const VectorModel& other : has.models) {
    if (other == model) continue;
    return base::fail(
        fmt::format("the index has vectors of the model '{}' ({}), which cannot be compared with "
                    "those of '{}' ({})",
                    other.name, other.digest.hex().substr(0, 12), model.name,
                    model.digest.hex().substr(0, 12)),
        {}, "name that model by --model, or make the vectors anew with `noether embed-index`");
  }
  return {};
}

base::Result<std::vector<NearFormula>> nearest_formulas(const IndexReader& index,
                                                        std::span<const float> vector,
                                                        const NearestOptions& options) {
  return nearest_with_ties(index, vector, options, {});
}

base::Result<std::vector<NearFormula>> nearest_with_ties(const IndexReader& index,
                                                         std::span<const float> vector,
                                                         const NearestOptions& options,
                                                         const TieOptions& ties) {
  const auto query = EncodedVector::encode(vector);
  if (!query) return base::fail("the vector has numbers that are not finite, or all are 0");
  std::vector<NearFormula> all;
  for (const OpenSegment& segment : index.segments()) {
    if (segment.damaged_vectors) return std::unexpected(*segment.damaged_vectors);
    if (segment.vectors == nullptr) continue;
    if (segment.vectors->model().width != vector.size()) {
      return base::fail(fmt::format("the vector has {} numbers, and those of the index have {}",
                                    vector.size(), segment.vectors->model().width));
    }
    const auto here = in_segment(segment, query->code(), options, ties);
    if (!here) return here;
    all.insert(all.end(), here->begin(), here->end());
  }
  std::ranges::sort(all, {}, [&](const NearFormula& one) {
    return std::tuple(-one.cosine, !std::ranges::binary_search(ties.first, one.formula),
                      one.formula);
  });
  std::size_t kept = std::min<std::size_t>(all.size(), options.count);
  while (kept < all.size() &&
         goes_on(std::span(all).first(kept), all[kept].cosine, options.count, ties.most)) {
    ++kept;
  }
  all.resize(kept);
  return all;
}

}  // namespace noether::index
