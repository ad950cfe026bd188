#include "noether/index/nearest_formulas.h"

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

// Whether to take one more formula after `found`, which has the nearest first.
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

// The nearest formulas of the segment, the nearest first: at most the requested number, and ties.
base::Result<std::vector<NearFormula>> in_segment(const OpenSegment& segment,
                                                  const SegmentVectors& vectors,
                                                  const VectorCode& query, NearestOptions options,
                                                  const TieOptions& ties) {
  const std::uint32_t wanted = options.count;
  // The walk visits these vectors anyway, and vectors that differ only by rounding are among them.
  if (ties.most > wanted) options.count = std::max(options.count, options.beam / 2);
  while (true) {
    const auto near = nearest_vectors(vectors, query, options);
    if (!near) return std::unexpected(near.error());
    std::vector<NearFormula> found;
    std::vector<std::uint32_t> formulas;
    for (const NearVector& vector : *near) {
      if (!goes_on(found, vector.cosine, wanted, ties.most)) return found;
      auto done = vectors.formulas_of(vector.number, formulas);
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
    // Deleted formulas were among them, so there may be others farther away.
    if (found.size() >= wanted || near->size() == vectors.size() || near->size() < options.count ||
        segment.deleted.empty()) {
      return found;
    }
    options.count = options.count > UINT32_MAX / 4 ? UINT32_MAX : 4 * options.count;
  }
}

}  // namespace

VectorStatistics vector_statistics(const IndexReader& index, const VectorSet& set) {
  VectorStatistics sum;
  for (const OpenSegment& segment : index.segments()) {
    const base::Error* damage = segment.damage_of(set);
    if (!sum.damage && damage != nullptr) sum.damage = *damage;
    const SegmentVectors* vectors = segment.vectors_of(set);
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

std::vector<VectorSet> vector_sets(const IndexReader& index) {
  std::vector<VectorSet> sets;
  for (const OpenSegment& segment : index.segments()) {
    for (const OpenVectors& one : segment.vectors) {
      if (std::ranges::find(sets, one.set) == sets.end()) sets.push_back(one.set);
    }
  }
  std::ranges::sort(sets, {}, [](const VectorSet& set) { return std::tie(set.unit, set.name); });
  return sets;
}

base::Result<void> expect_vectors_of(const IndexReader& index, const VectorModel& model,
                                     const VectorSet& set) {
  const VectorStatistics has = vector_statistics(index, set);
  if (has.damage) return std::unexpected(*has.damage);
  const std::string which = set.is_default() ? "" : fmt::format(" in the set '{}'", set.name);
  const std::string command = set.is_default()
                                  ? "`noether embed-index INDEX`"
                                  : fmt::format("`noether embed-index INDEX --name {}`", set.name);
  if (has.models.empty()) {
    return base::fail(fmt::format("the index has no vectors of formulas{}", which), {},
                      fmt::format("add them with {}", command));
  }
  for (const VectorModel& other : has.models) {
    if (other == model) continue;
    if (other.name == model.name && other.reading != model.reading) {
      const std::string then = other.reading == 0 ? "before readings had versions"
                                                  : fmt::format("by version {}", other.reading);
      return base::fail(
          fmt::format("the vectors of the index{} are out of date: '{}' read formulas {} then, and "
                      "by version {} now",
                      which, other.name, then, model.reading),
          {}, fmt::format("make them again with {}", command));
    }
    return base::fail(
        fmt::format("the index has vectors of the model '{}' ({}){}, which cannot be compared with "
                    "those of '{}' ({})",
                    other.name, other.digest.hex().substr(0, 12), which, model.name,
                    model.digest.hex().substr(0, 12)),
        {}, "select that model with --model, or make the vectors again with `noether embed-index`");
  }
  return {};
}

base::Result<std::vector<NearFormula>> nearest_formulas(const IndexReader& index,
                                                        std::span<const float> vector,
                                                        const NearestOptions& options,
                                                        const VectorSet& set) {
  return nearest_with_ties(index, vector, options, {}, set);
}

base::Result<std::vector<NearFormula>> nearest_with_ties(const IndexReader& index,
                                                         std::span<const float> vector,
                                                         const NearestOptions& options,
                                                         const TieOptions& ties,
                                                         const VectorSet& set) {
  const auto query = EncodedVector::encode(vector);
  if (!query) return base::fail("the vector has numbers that are not finite, or all are 0");
  std::vector<NearFormula> all;
  for (const OpenSegment& segment : index.segments()) {
    if (const auto* damage = segment.damage_of(set)) return std::unexpected(*damage);
    const SegmentVectors* vectors = segment.vectors_of(set);
    if (vectors == nullptr) continue;
    if (vectors->model().width != vector.size()) {
      return base::fail(fmt::format("the vector has {} numbers, and those of the index have {}",
                                    vector.size(), vectors->model().width));
    }
    const auto here = in_segment(segment, *vectors, query->code(), options, ties);
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
