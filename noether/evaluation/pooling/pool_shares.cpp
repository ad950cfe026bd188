#include "noether/evaluation/pooling/pool_shares.h"

#include <fmt/format.h>

#include <iterator>

namespace noether::evaluation {

PoolShares pool_shares(std::span<const TopicPool> pools, std::size_t runs) {
  PoolShares shares;
  shares.topics = pools.size();
  shares.runs.resize(runs);
  for (const TopicPool& pool : pools) {
    shares.items += pool.items.size();
    const PoolItem* before = nullptr;
    for (const PoolItem& item : pool.items) {
      if (!item.visual_id.empty() && (before == nullptr || before->visual_id != item.visual_id)) {
        ++shares.distinct;
      }
      before = &item;
      for (const std::uint32_t run : item.runs) ++shares.runs[run].items;
      if (item.runs.size() == 1) ++shares.runs[item.runs.front()].alone;
    }
  }
  return shares;
}

std::string source_lines(std::span<const TopicPool> pools, std::span<const std::string> names) {
  std::string lines;
  for (const TopicPool& pool : pools) {
    for (const PoolItem& item : pool.items) {
      for (const std::uint32_t run : item.runs) {
        fmt::format_to(std::back_inserter(lines), "{}\t{}\t{}\n", pool.topic, item.id, names[run]);
      }
    }
  }
  return lines;
}

}  // namespace noether::evaluation
