// The statistics of a whole collection that ranking needs: the number of units, their length, and
// the number of units with a term.
// An index is a collection (index_reader.h). An index that is a part of a larger collection is
// ranked with the statistics of the whole, so that scores of several parts can be compared.
#pragma once

#include <cstdint>

#include "noether/base/error.h"

namespace noether::index {

class CollectionStatistics {
 public:
  CollectionStatistics() = default;
  CollectionStatistics(const CollectionStatistics&) = default;
  CollectionStatistics(CollectionStatistics&&) = default;
  CollectionStatistics& operator=(const CollectionStatistics&) = default;
  CollectionStatistics& operator=(CollectionStatistics&&) = default;
  virtual ~CollectionStatistics() = default;

  // The number of documents or formulas, depending on the space, including deleted documents.
  virtual std::uint32_t units(std::uint32_t space) const = 0;
  // The sum of their lengths.
  virtual std::uint64_t total_length(std::uint32_t space) const = 0;
  // The number of units that have the term.
  virtual base::Result<std::uint64_t> frequency(std::uint32_t space, std::uint64_t key) const = 0;
  // The same for a caller that has just found the term in `here` units of an index that is this
  // collection or a part of it. If the index is the whole collection, nothing is looked up again.
  virtual base::Result<std::uint64_t> frequency_beyond(std::uint32_t space, std::uint64_t key,
                                                       std::uint64_t here) const = 0;

  // 0 for a space without units.
  double average_length(std::uint32_t space) const {
    const std::uint32_t count = units(space);
    return count == 0 ? 0 : static_cast<double>(total_length(space)) / count;
  }
};

}  // namespace noether::index
