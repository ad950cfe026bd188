// The clusters of one block, and what is counted about them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/egen/clusters/cluster_maker.h"
#include "noether/egen/corpus/generate.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/prefix_shape.h"
#include "noether/egen/templates/initial_expressions.h"

namespace noether::egen {

struct MadeBlock {
  std::vector<Cluster> clusters;
  Counts counts;  // a function of the initial expressions, the options and the seed
  // The rest is about this machine and this time.
  WorkSeconds work;
  std::size_t largest_graph = 0;
  double slowest = 0;
};

// One for each thread.
class BlockMaker {
 public:
  BlockMaker(const ClusterOptions& options, std::uint64_t seed) : maker_(options), seed_(seed) {}

  // `first` is the number of the first initial expression in the whole list. What gives no cluster
  // is counted as dropped, with the reason.
  MadeBlock make(std::span<const InitialExpression> initials, std::uint64_t first);

 private:
  void count(const MadeCluster& made, Counts& counts);

  ClusterMaker maker_;
  std::uint64_t seed_;
  PrefixShapes shapes_;
};

}  // namespace noether::egen
