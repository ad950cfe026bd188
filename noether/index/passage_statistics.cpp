#include <fmt/format.h>

#include <algorithm>

#include "noether/index/nearest_passages.h"

namespace noether::index {
namespace {

// The documents that are not deleted.
base::Result<void> count_documents(const OpenSegment& segment, const SegmentPassages* passages,
                                   PassageStatistics& sum) {
  for (std::uint32_t document = 0; document < segment.reader->documents(); ++document) {
    if (segment.deleted.has(document)) continue;
    const auto is_tried =
        passages == nullptr ? base::Result<bool>(false) : passages->is_tried(document);
    if (!is_tried) return std::unexpected(is_tried.error());
    if (!*is_tried) {
      ++sum.untried;
      continue;
    }
    const auto range = passages->passages_of(document);
    if (!range) return std::unexpected(range.error());
    ++sum.documents;
    if (range->first < range->last) ++sum.with_passages;
  }
  return {};
}

}  // namespace

PassageStatistics passage_statistics(const IndexReader& index, const VectorSet& set) {
  PassageStatistics sum;
  for (const OpenSegment& segment : index.segments()) {
    const base::Error* damage = segment.damage_of(set);
    if (!sum.damage && damage != nullptr) sum.damage = *damage;
    const SegmentPassages* passages = segment.passages_of(set);
    auto counted = count_documents(segment, passages, sum);
    if (!counted && !sum.damage) sum.damage = std::move(counted.error());
    if (passages == nullptr) continue;
    if (sum.models.empty()) sum.token_bytes = passages->token_bytes();
    if (std::ranges::find(sum.models, passages->model()) == sum.models.end()) {
      sum.models.push_back(passages->model());
    }
    sum.passages += passages->size();
    sum.tokens += passages->tokens();
    sum.bytes += passages->bytes();
    sum.token_code_bytes += passages->tokens() * passages->token_bytes();
    sum.graph_bytes += passages->graph_bytes();
  }
  return sum;
}

base::Result<void> expect_passages_of(const IndexReader& index, const VectorModel& model,
                                      const VectorSet& set) {
  std::vector<VectorModel> models;
  for (const OpenSegment& segment : index.segments()) {
    if (const auto* damage = segment.damage_of(set)) return std::unexpected(*damage);
    if (const auto* passages = segment.passages_of(set)) models.push_back(passages->model());
  }
  const std::string units = fmt::format("{}s", vector_unit_name(set.unit));
  const bool is_usual = set == kPassageVectors || set == kSentenceVectors;
  const std::string which = is_usual ? "" : fmt::format(" in the set '{}'", set.name);
  if (models.empty()) {
    return base::fail(fmt::format("the index has no vectors of {}{}", units, which), {},
                      fmt::format("add them with {}", command_that_adds(set)));
  }
  for (const VectorModel& other : models) {
    if (other == model) continue;
    const std::string advice = fmt::format("make them again with {}", command_that_adds(set));
    if (other.name == model.name && other.reading != model.reading) {
      return base::fail(fmt::format("the {} of the index{} are out of date: '{}' read text "
                                    "by version {} then, and by version {} now",
                                    units, which, other.name, other.reading, model.reading),
                        {}, advice);
    }
    return base::fail(fmt::format("the index has {} of the model '{}' ({}){}, which cannot "
                                  "be compared with those of '{}' ({})",
                                  units, other.name, other.digest.hex().substr(0, 12), which,
                                  model.name, model.digest.hex().substr(0, 12)),
                      {}, advice);
  }
  return {};
}

}  // namespace noether::index
