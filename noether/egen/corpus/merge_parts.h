// The parts of one plan, which together are the corpus that a single run writes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "noether/egen/cluster_source.h"
#include "noether/egen/formats/corpus_manifest.h"

namespace noether::egen {

struct Corpus {
  std::string folder;
  CorpusManifest manifest;
};

// Whether all are parts of the same plan, each there once. False when none is a part; an error
// names what is missing, what is there twice, and what belongs to another plan.
base::Result<bool> are_parts(const std::vector<Corpus>& corpora);

// All clusters, by ascending number.
base::Result<std::unique_ptr<ClusterSource>> open_parts(const std::vector<Corpus>& parts);

}  // namespace noether::egen
