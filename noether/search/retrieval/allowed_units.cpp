#include "noether/search/retrieval/allowed_units.h"

namespace noether::search {
namespace {

using Words = std::vector<std::uint64_t>;

base::Result<void> set_units(const index::SegmentReader& segment, const TermOfSpace& term,
                             Words& words) {
  auto cursor = segment.postings(term.space, term.key);
  if (!cursor) return std::unexpected(cursor.error());
  for (std::uint32_t block = 0; block < cursor->blocks(); ++block) {
    for (const std::uint32_t unit : cursor->decode(block).units) {
      words[unit / 64] |= std::uint64_t{1} << unit % 64;
    }
  }
  if (cursor->damaged()) return segment.files().terms.damage("has a list that contradicts itself");
  return {};
}

}  // namespace

base::Result<AllowedUnits> AllowedUnits::make(const index::OpenSegment& segment, index::Unit unit,
                                              const Filter& filter) {
  const index::SegmentReader& reader = *segment.reader;
  AllowedUnits allowed;
  if (unit == index::Unit::Document && !segment.deleted.empty())
    allowed.deleted_ = &segment.deleted;
  const bool is_within = filter.within != nullptr && unit == index::Unit::Document;
  if (!filter.asks_for_terms() && filter.must_not.empty() && !is_within) return allowed;
  const std::uint32_t units =
      unit == index::Unit::Document ? reader.documents() : reader.formulas();
  // There is one word even for an empty segment, because no words mean that all units are allowed.
  allowed.words_.assign(units / 64 + 1, ~std::uint64_t{0});
  allowed.words_.back() = (std::uint64_t{1} << units % 64) - 1;
  const auto bits_of = [&](const DocumentSet& documents, std::size_t word) {
    return documents.bits_from(static_cast<std::uint32_t>(segment.first_document + word * 64));
  };
  for (std::size_t i = 0; is_within && i < allowed.words_.size(); ++i) {
    allowed.words_[i] &= bits_of(*filter.within, i);
  }
  Words some;
  const auto restrict_to = [&](const Alternatives& group, bool inside) -> base::Result<void> {
    some.assign(allowed.words_.size(), 0);
    for (const TermOfSpace& term : group.terms) {
      if (auto on = go_on(filter.is_over); !on) return on;
      if (auto done = set_units(reader, term, some); !done) return done;
    }
    for (const auto& documents : group.documents) {
      for (std::size_t i = 0; i < some.size(); ++i) some[i] |= bits_of(*documents, i);
    }
    for (std::size_t i = 0; i < some.size(); ++i) {
      allowed.words_[i] &= inside ? some[i] : ~some[i];
    }
    return {};
  };
  base::Result<void> done;
  for (const TermOfSpace& term : filter.must) {
    if (done) done = restrict_to({.terms = {term}}, true);
  }
  for (const Alternatives& group : filter.any_of) {
    if (done) done = restrict_to(group, true);
  }
  if (done && !filter.must_not.empty()) done = restrict_to({.terms = filter.must_not}, false);
  if (!done) return std::unexpected(done.error());
  return allowed;
}

}  // namespace noether::search
