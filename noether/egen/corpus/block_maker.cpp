#include "noether/egen/corpus/block_maker.h"

#include <algorithm>
#include <map>
#include <string>

#include "noether/base/cpu_clock.h"

namespace noether::egen {

MadeBlock BlockMaker::make(std::span<const InitialExpression> initials, std::uint64_t first) {
  MadeBlock block;
  for (std::size_t i = 0; i < initials.size(); ++i) {
    const double before = base::thread_cpu_seconds();
    auto made = maker_.make(initials[i].prefix, initials[i].origin, first + i, seed_);
    const double used = base::thread_cpu_seconds() - before;
    if (!made) {
      // One expression out of thousands is no reason to lose the others.
      ++block.counts["dropped: " + made.error().message];
      continue;
    }
    block.work += {made->saturate_seconds, made->count_seconds, made->sample_seconds,
                   made->verify_seconds, used};
    block.slowest = std::max(block.slowest, used);
    block.largest_graph = std::max(block.largest_graph, made->graph_nodes);
    count(*made, block.counts);
    if (made->dropped.empty()) block.clusters.push_back(std::move(made->cluster));
  }
  return block;
}

void BlockMaker::count(const MadeCluster& made, Counts& counts) {
  counts["drawn"] += made.drawn;
  for (std::size_t i = 0; i < kRefusals; ++i) {
    if (made.refused[i] == 0) continue;
    counts["refused: " + std::string(refusal_name(static_cast<Refusal>(i)))] += made.refused[i];
  }
  if (!made.dropped.empty()) {
    ++counts["dropped: " + made.dropped];
    return;
  }
  const Cluster& cluster = made.cluster;
  std::map<std::uint32_t, std::uint64_t> roots;
  std::uint64_t most = 0;
  for (const Member& member : cluster.members) {
    const auto shape = shapes_.read(member.expression);
    if (!shape.tokens.empty()) most = std::max(most, ++roots[shape.tokens.front()]);
  }
  if (cluster.members.empty()) return;
  counts[std::string(kRootShareCount)] += most * 1'000'000 / cluster.members.size();
  counts[std::string(kAvailableDigitsCount)] += cluster.available.size();
  if (cluster.available.size() >= 4) ++counts[std::string(kThousandCount)];
}

}  // namespace noether::egen
