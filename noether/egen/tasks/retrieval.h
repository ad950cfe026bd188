// Sets for retrieval and clustering: clusters of 20 to 40 expressions. Each expression is a query
// for the other members of its cluster among all expressions.
//
// No two clusters share an expression or a fingerprint, and every member agrees with the first of
// its cluster, so exactly the members of the query's cluster are relevant.
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

// Returns fewer clusters if the corpus does not have enough. Every cluster is compared with all
// earlier ones, so the time grows with the square of their number: some seconds for a thousand.
std::vector<RetrievalCluster> make_retrieval_clusters(const MemberTable& table,
                                                      const RetrievalOptions& options);

}  // namespace noether::egen
