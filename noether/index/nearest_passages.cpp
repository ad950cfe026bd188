#include "noether/index/nearest_passages.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "noether/index/vectors/graph_walk.h"

namespace noether::index {
namespace {

// The nearest passages of the segment, the nearest first: at most the requested number.
base::Result<std::vector<NearPassage>> passages_near(const OpenSegment& segment,
                                                     const SegmentPassages& passages,
                                                     const VectorCode& query,
                                                     NearestOptions options) {
  const std::uint32_t wanted = options.count;
  while (true) {
    const auto near = nearest_in(passages, query, options);
    if (!near) return std::unexpected(near.error());
    std::vector<NearPassage> found;
    for (const NearVector& one : *near) {
      const auto document = passages.document_of(one.number);
      if (!document) return std::unexpected(document.error());
      if (segment.deleted.has(*document)) continue;
      const auto range = passages.passages_of(*document);
      if (!range) return std::unexpected(range.error());
      found.push_back({one.cosine, segment.first_document + *document, one.number - range->first});
      if (found.size() == wanted) return found;
    }
    // Deleted passages were among them, so there may be others farther away.
    if (segment.deleted.empty() || near->size() < options.count ||
        near->size() == passages.size()) {
      return found;
    }
    options.count = options.count > UINT32_MAX / 4 ? UINT32_MAX : 4 * options.count;
  }
}

}  // namespace

base::Result<std::vector<Passage>> passages_of(const IndexReader& index, std::uint32_t document,
                                               const VectorSet& set) {
  if (document >= index.documents()) {
    return base::fail(fmt::format("there is no document {}", document));
  }
  const auto segments = index.segments();
  const OpenSegment& segment =
      *std::prev(std::ranges::upper_bound(segments, document, {}, &OpenSegment::first_document));
  const std::uint32_t number = document - segment.first_document;
  if (const auto* damage = segment.damage_of(set)) return std::unexpected(*damage);
  const SegmentPassages* passages = segment.passages_of(set);
  if (passages == nullptr || segment.deleted.has(number)) return std::vector<Passage>();
  auto all = passages->passages_in(number);
  if (!all) return all;
  for (Passage& passage : *all) passage.document = document;
  return all;
}

base::Result<std::vector<TermDocuments>> passage_terms(const IndexReader& index,
                                                       std::string_view prefix,
                                                       const VectorSet& set) {
  std::vector<TermDocuments> all;
  for (const OpenSegment& segment : index.segments()) {
    if (const auto* damage = segment.damage_of(set)) return std::unexpected(*damage);
    const SegmentPassages* passages = segment.passages_of(set);
    if (passages == nullptr) continue;
    auto here = passages->terms_with(prefix);
    if (!here) return here;
    for (TermDocuments& term : *here) {
      std::erase_if(term.documents, [&](std::uint32_t one) { return segment.deleted.has(one); });
      for (std::uint32_t& document : term.documents) document += segment.first_document;
      if (!term.documents.empty()) all.push_back(std::move(term));
    }
  }
  return all;
}

base::Result<std::vector<NearPassage>> nearest_passages(const IndexReader& index,
                                                        std::span<const float> vector,
                                                        const NearestOptions& options,
                                                        const VectorSet& set) {
  const auto query = EncodedVector::encode(vector);
  if (!query) return base::fail("the vector has numbers that are not finite, or all are 0");
  std::vector<NearPassage> all;
  for (const OpenSegment& segment : index.segments()) {
    if (const auto* damage = segment.damage_of(set)) return std::unexpected(*damage);
    const SegmentPassages* passages = segment.passages_of(set);
    if (passages == nullptr) continue;
    if (passages->model().width != vector.size()) {
      return base::fail(fmt::format("the vector has {} numbers, and those of the index have {}",
                                    vector.size(), passages->model().width));
    }
    const auto here = passages_near(segment, *passages, query->code(), options);
    if (!here) return here;
    all.insert(all.end(), here->begin(), here->end());
  }
  std::ranges::sort(all, {}, [](const NearPassage& one) {
    return std::tuple(-one.cosine, one.document, one.passage);
  });
  all.resize(std::min<std::size_t>(all.size(), options.count));
  return all;
}

}  // namespace noether::index
