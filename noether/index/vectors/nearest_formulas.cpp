#include "noether/index/vectors/nearest_formulas.h"

#include <fmt/format.h>

#include <algorithm>

namespace noether::index {
namespace {

base::Result<bool> stands_somewhere(const OpenSegment& segment, std::uint32_t formula) {
  if (segment.deleted.empty()) return true;
  const auto places = segment.reader->places(formula);
  if (!places) return std::unexpected(places.error());
  return std::ranges::any_of(
      *places, [&](const Place& place) { return !segment.deleted.has(place.document); });
}

// Formulas of the segment, the nearest first, at most as many as are asked for.
base::Result<std::vector<NearFormula>> in_segment(const OpenSegment& segment,
                                                  const VectorCode& query, NearestOptions options) {
  const std::uint32_t wanted = options.count;
  while (true) {
    const auto near = nearest_vectors(*segment.vectors, query, options);
    if (!near) return std::unexpected(near.error());
    std::vector<NearFormula> found;
    std::vector<std::uint32_t> formulas;
    for (const NearVector& vector : *near) {
      auto done = segment.vectors->formulas_of(vector.number, formulas);
      if (!done) return std::unexpected(done.error());
      for (const std::uint32_t formula : formulas) {
        if (found.size() == wanted) return found;
        const auto is_there = stands_somewhere(segment, formula);
        if (!is_there) return std::unexpected(is_there.error());
        if (*is_there) {
          found.push_back({vector.cosine, segment.first_formula + formula, vector.number});
        }
      }
    }
    // Deleted ones were among them: there may be others farther off.
    if (found.size() == wanted || near->size() == segment.vectors->size() ||
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
    const auto here = in_segment(segment, query->code(), options);
    if (!here) return here;
    all.insert(all.end(), here->begin(), here->end());
  }
  std::ranges::sort(all, [](const NearFormula& a, const NearFormula& b) {
    return a.cosine != b.cosine ? a.cosine > b.cosine : a.formula < b.formula;
  });
  all.resize(std::min<std::size_t>(all.size(), options.count));
  return all;
}

}  // namespace noether::index
