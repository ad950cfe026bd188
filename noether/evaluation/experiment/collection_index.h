// The index of a collection of an experiment: an existing one, or one made once and cached.
#pragma once

#include <memory>
#include <string>

#include "noether/base/error.h"
#include "noether/base/hash.h"
#include "noether/evaluation/experiment/cache.h"
#include "noether/evaluation/experiment/run_experiment.h"
#include "noether/index/index_reader.h"

namespace noether::evaluation {

struct CollectionIndex {
  std::shared_ptr<const index::IndexReader> index;
  base::Digest identity;  // of the commit: of its manifest, which has digests of all its files
};

base::Result<CollectionIndex> open_collection_index(const ExperimentCollection& collection,
                                                    const ExperimentCache& cache,
                                                    const ExperimentOptions& options);

}  // namespace noether::evaluation
