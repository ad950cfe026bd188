// The clusters of a finished corpus folder.
#pragma once

#include <memory>
#include <string>

#include "noether/egen/cluster.h"

namespace noether::egen {

// Sizes are compared with the manifest immediately; digests of text files at their end, because the
// bytes are read anyway. Shards have checksums of their own.
base::Result<std::unique_ptr<ClusterSource>> open_corpus(const std::string& folder,
                                                         const ReadOptions& options = {});

}  // namespace noether::egen
