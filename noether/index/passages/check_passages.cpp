#include "noether/index/passages/check_passages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace noether::index {
namespace {

base::Result<void> check_vectors_and_links(const SegmentPassages& passages) {
  if (!passages.has_vectors()) return {};
  std::vector<std::uint32_t> neighbours;
  for (std::uint32_t number = 0; number < passages.size(); ++number) {
    const auto code = passages.vector(number);
    if (!code) return std::unexpected(code.error());
    constexpr float kRounding = 1e-3F;
    const float length = rough_cosine(code->scale, code->high, code->scale, code->high);
    if (!(std::abs(length - 1) < kRounding)) {
      return passages.file().damage(
          fmt::format("has passage {} with a vector of a wrong length", number));
    }
    if (!passages.has_graph()) continue;
    if (auto read = passages.neighbours(number, neighbours); !read) return read;
  }
  return {};
}

}  // namespace

base::Result<void> check_passages(const SegmentPassages& passages) {
  if (auto sound = passages.file().verify_all(); !sound) return sound;
  if (auto sound = check_vectors_and_links(passages); !sound) return sound;
  std::uint32_t tried = 0;
  std::uint32_t next = 0;
  std::uint64_t token_bytes = 0;
  for (std::uint32_t document = 0; document < passages.documents(); ++document) {
    const auto range = passages.passages_of(document);
    if (!range) return std::unexpected(range.error());
    const auto is_tried = passages.is_tried(document);
    if (!is_tried) return std::unexpected(is_tried.error());
    if (*is_tried) ++tried;
    if (range->first != next || (!*is_tried && range->first != range->last)) {
      return passages.file().damage(fmt::format("contradicts itself about document {}", document));
    }
    next = range->last;
    const auto all = passages.passages_in(document);
    if (!all) return std::unexpected(all.error());
    for (const Passage& passage : *all) {
      token_bytes += passage.tokens.size();
    }
  }
  const auto terms = passages.terms_with({});
  if (!terms) return std::unexpected(terms.error());
  if (tried != passages.tried() || next != passages.size() ||
      token_bytes != passages.tokens() * passages.token_bytes()) {
    return passages.file().damage("has not as many passages as it says");
  }
  return {};
}

base::Result<void> check_places(const SegmentPassages& passages, const SegmentReader& segment,
                                VectorUnit unit) {
  for (std::uint32_t document = 0; document < passages.documents(); ++document) {
    const auto all = passages.passages_in(document);
    if (!all) return std::unexpected(all.error());
    if (all->empty()) continue;
    const auto stored = segment.document(document);
    if (!stored) return std::unexpected(stored.error());
    for (const Passage& passage : *all) {
      if (passage.field < stored->fields.size() &&
          passage.span.end <= stored->fields[passage.field].text.size()) {
        continue;
      }
      return passages.file().damage(
          fmt::format("has a {} beside the text of document {}", vector_unit_name(unit), document));
    }
    const auto place = [](const Passage& one) { return std::pair(one.field, one.span.begin); };
    if (unit == VectorUnit::Sentence && !std::ranges::is_sorted(*all, {}, place)) {
      return passages.file().damage(
          fmt::format("has the sentences of document {} out of order", document));
    }
  }
  return {};
}

}  // namespace noether::index
