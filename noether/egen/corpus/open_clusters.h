// The clusters of a finished corpus folder.
#pragma once

#include <memory>
#include <string>

#include "noether/egen/cluster.h"

namespace noether::egen {

// Sizes are compared with the manifest at once; digests of text files at their end, when the bytes
// have gone by anyway. Shards have checksums of their own.
base::Result<std::unique_ptr<ClusterSource>> open_corpus(const std::string& folder,
                                                         const ReadOptions& options = {});

}  // namespace noether::egen
