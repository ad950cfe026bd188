// An index to search, and the statistics of the collection that contains it.
#pragma once

#include "noether/index/collection_statistics.h"
#include "noether/index/index_reader.h"

namespace noether::search {

// Both must outlive the users of this struct.
struct SearchedIndex {
  // The index is the whole collection.
  SearchedIndex(const index::IndexReader& whole)  // not explicit: an index stands for itself
      : index(&whole), statistics(&whole) {}
  SearchedIndex(const index::IndexReader& part, const index::CollectionStatistics& of_all)
      : index(&part), statistics(&of_all) {}

  const index::IndexReader* index;
  const index::CollectionStatistics* statistics;
};

}  // namespace noether::search
