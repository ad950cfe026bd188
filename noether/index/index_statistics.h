// Statistics of an index: reads all dictionaries, but no list.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/index/index_reader.h"

namespace noether::index {

struct SpaceStatistics {
  Space space;
  std::uint64_t units = 0;  // all documents or formulas
  std::uint64_t terms = 0;  // in all segments; a term in several segments counts in each
  std::uint64_t postings = 0;
  std::uint64_t length = 0;
  std::uint64_t bytes = 0;
};

struct IndexStatistics {
  std::uint64_t documents = 0;  // without deleted ones
  std::uint64_t deleted = 0;
  std::uint64_t formulas = 0;  // distinct formulas of each segment
  std::uint64_t places = 0;    // of formulas, including those in deleted documents
  std::uint64_t term_bytes = 0;
  std::uint64_t document_bytes = 0;
  std::uint64_t formula_bytes = 0;
  std::vector<SpaceStatistics> spaces;  // those of the schema, then those of every index
};

base::Result<IndexStatistics> statistics_of(const IndexReader& index);

struct TermFrequency {
  std::string text;
  std::uint64_t units = 0;

  friend bool operator==(const TermFrequency&, const TermFrequency&) = default;
};

// The terms that occur in most units, of a space that keeps texts; ties are in alphabetical order.
base::Result<std::vector<TermFrequency>> most_frequent(const IndexReader& index,
                                                       std::uint32_t space, std::size_t count);

}  // namespace noether::index
