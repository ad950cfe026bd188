// Makes a map of clusters of a corpus: some are chosen, embedded, and placed by t-SNE.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/egen/training/member_table.h"
#include "noether/evaluation/embedding/cluster_map.h"
#include "noether/evaluation/embedding/embed_expressions.h"
#include "noether/evaluation/embedding/t_sne.h"

namespace noether::evaluation {

struct MapOptions {
  std::size_t clusters = 17;  // the first of the corpus, as many as in the paper's Figure 3
  std::size_t members = 40;   // of each: its initial expression, and others drawn by the seed
  std::string query;          // prefix notation; with the expressions nearest to it; empty: none
  std::size_t found = 4;      // how many of these, as in Figure 4
  TsneOptions placing;
  std::function<void(std::string_view work, std::uint64_t done, std::uint64_t of)> on_progress = {};
};

// When there are more expressions than t-SNE can place, fewer members of each cluster are shown;
// the description says how many.
base::Result<ClusterMap> make_cluster_map(const egen::MemberTable& table,
                                          const Embedding& embedding, const MapOptions& options);

}  // namespace noether::evaluation
