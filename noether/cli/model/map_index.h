// The picture that noether map draws of an index.
#pragma once

#include <string>

#include "noether/base/error.h"
#include "noether/evaluation/embedding/cluster_map.h"
#include "noether/search/map/formula_map.h"

namespace noether::cli {

// Whether there is an index in the folder.
bool is_index(const std::string& path);

// The dots of the formulas of an index, in the colours of their topics.
base::Result<evaluation::ClusterMap> map_of_index(const std::string& folder,
                                                  const search::FormulaMapOptions& options);

}  // namespace noether::cli
