// Sets for retrieval and clustering: clusters of 20 to 40 expressions, every one of which is a
// query for the others of its cluster among all.
//
// No two clusters share an expression or a fingerprint, and every member agrees with the first of
// its cluster, so what counts as relevant is relevant, and nothing else is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/egen/training/member_table.h"

namespace noether::egen {

struct RetrievalCluster {
  std::uint64_t cluster_id = 0;
  std::vector<std::string> expressions;

  friend bool operator==(const RetrievalCluster&, const RetrievalCluster&) = default;
};

struct RetrievalOptions {
  std::size_t clusters = 279;
  std::size_t fewest = 20;  // expressions of a cluster
  std::size_t most = 40;
  std::uint64_t seed = 1;
};

// Fewer when the corpus does not have so many. Every cluster is compared with all before it: the
// time grows with the square of their number, some seconds for a thousand.
std::vector<RetrievalCluster> make_retrieval_clusters(const MemberTable& table,
                                                      const RetrievalOptions& options);

}  // namespace noether::egen
