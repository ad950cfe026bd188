#include "noether/index/index_statistics.h"

#include <algorithm>
#include <map>

#include "noether/index/segment/segment_layout.h"

namespace noether::index {
namespace {

base::Result<void> add_space(const SegmentReader& segment, std::uint32_t space,
                             SpaceStatistics& sum) {
  sum.units += segment.units(space);
  sum.terms += segment.terms(space);
  sum.length += segment.total_length(space);
  for (std::uint32_t part = section::header; part <= section::texts; ++part) {
    const auto bytes = segment.files().terms.section(
        section::of_space(space, static_cast<section::OfSpace>(part)));
    if (bytes) sum.bytes += bytes->size();
  }
  std::vector<DictionaryEntry> entries;
  for (std::size_t block = 0; block < segment.dictionary(space).block_count(); ++block) {
    if (auto done = segment.read_block(space, block, entries); !done) return done;
    for (const DictionaryEntry& entry : entries) sum.postings += entry.count;
  }
  return {};
}

}  // namespace

base::Result<IndexStatistics> statistics_of(const IndexReader& index) {
  IndexStatistics sum;
  sum.deleted = index.deleted_documents();
  sum.documents = index.documents() - sum.deleted;
  sum.formulas = index.formulas();
  for (Space& space : all_spaces(index.schema())) sum.spaces.push_back({.space = std::move(space)});
  for (const OpenSegment& segment : index.segments()) {
    const SegmentReader& reader = *segment.reader;
    sum.term_bytes += reader.files().terms.bytes();
    sum.document_bytes += reader.files().documents.bytes();
    sum.formula_bytes += reader.files().formulas.bytes();
    for (std::uint32_t space = 0; space < sum.spaces.size(); ++space) {
      if (auto done = add_space(reader, space, sum.spaces[space]); !done) {
        return std::unexpected(done.error());
      }
    }
    for (std::uint32_t formula = 0; formula < reader.formulas(); ++formula) {
      const auto places = reader.places(formula);
      if (!places) return std::unexpected(places.error());
      sum.places += places->size();
    }
  }
  return sum;
}

base::Result<std::vector<TermFrequency>> most_frequent(const IndexReader& index,
                                                       std::uint32_t space, std::size_t count) {
  std::map<std::string, std::uint64_t> sums;
  for (const OpenSegment& segment : index.segments()) {
    const auto texts = segment.reader->texts(space);
    if (!texts) return std::unexpected(texts.error());
    auto cursor = texts->begin();
    while (cursor.next()) {
      const auto units = segment.reader->frequency(space, term_key(cursor.text()));
      if (!units) return std::unexpected(units.error());
      sums[cursor.text()] += *units;
    }
  }
  std::vector<TermFrequency> terms;
  for (const auto& [text, units] : sums) terms.push_back({text, units});
  std::ranges::sort(terms, [](const TermFrequency& a, const TermFrequency& b) {
    return a.units != b.units ? a.units > b.units : a.text < b.text;
  });
  terms.resize(std::min(terms.size(), count));
  return terms;
}

}  // namespace noether::index
