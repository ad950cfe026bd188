#include "noether/egen/corpus/split.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/egen/prefix_tokens.h"
#include "noether/egraph/terms/random.h"
#include "noether/egraph/union_find.h"

namespace noether::egen {
namespace {

// The first cluster that had each key. Open addressing; a key of 0 marks an empty place.
class FirstClusters {
 public:
  // Returns the first cluster with this key, which is `cluster` itself for a new key.
  std::uint32_t first(std::uint64_t key, std::uint32_t cluster) {
    if (2 * (count_ + 1) > keys_.size()) grow();
    key = std::max<std::uint64_t>(key, 1);
    const std::size_t place = place_of(key);
    if (keys_[place] == 0) {
      keys_[place] = key;
      clusters_[place] = cluster;
      ++count_;
    }
    return clusters_[place];
  }

 private:
  std::size_t place_of(std::uint64_t key) const {
    std::size_t place = key & (keys_.size() - 1);
    while (keys_[place] != 0 && keys_[place] != key) place = (place + 1) & (keys_.size() - 1);
    return place;
  }
  void grow() {
    std::vector<std::uint64_t> keys(std::max<std::size_t>(1024, 2 * keys_.size()));
    std::vector<std::uint32_t> clusters(keys.size());
    keys_.swap(keys);
    clusters_.swap(clusters);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (keys[i] == 0) continue;
      const std::size_t place = place_of(keys[i]);
      keys_[place] = keys[i];
      clusters_[place] = clusters[i];
    }
  }

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> clusters_;
  std::size_t count_ = 0;
};

// Expressions are only needed briefly; the arena is cleared at this number of nodes.
constexpr std::size_t kMostNodes = std::size_t{1} << 14;

// Computes fingerprints of expressions that are not kept.
class TextFingerprints {
 public:
  std::optional<base::Digest> of(std::string_view expression) {
    if (pool_.size() > kMostNodes) pool_.clear();
    const auto root = reader_.read(formula::Notation::Prefix, expression, pool_);
    if (!root) return std::nullopt;
    return fingerprinter_.fingerprint(*root, algebra::Names::Rename);
  }

 private:
  algebra::Vocabulary vocabulary_;
  algebra::Expressions pool_{vocabulary_};
  algebra::ExpressionReader reader_;
  algebra::Fingerprinter fingerprinter_{pool_};
};

struct Group {
  std::uint32_t leader = 0;
  std::uint64_t clusters = 0;
  std::uint64_t order = 0;  // random, determined by the seed
};

std::vector<Group> groups_of(const std::vector<std::uint32_t>& leaders, std::uint64_t seed) {
  std::vector<Group> groups(leaders.size());
  for (const std::uint32_t leader : leaders) {
    Group& group = groups[leader];
    group.leader = leader;
    ++group.clusters;
  }
  egraph::Random random(seed);
  for (Group& group : groups) group.order = random.next();
  std::erase_if(groups, [](const Group& group) { return group.clusters == 0; });
  std::ranges::sort(groups, [](const Group& a, const Group& b) {
    return std::tuple(b.clusters, a.order, a.leader) < std::tuple(a.clusters, b.order, b.leader);
  });
  return groups;
}

}  // namespace

std::string_view side_name(Side side) {
  switch (side) {
    case Side::Train:
      return "train";
    case Side::Validation:
      return "validation";
    case Side::Test:
      return "test";
    case Side::LeftOut:
      return "left out";
  }
  return "train";
}

struct SplitPlanner::State {
  void join(std::uint64_t key, std::uint32_t cluster, std::uint64_t& joins) {
    const std::uint32_t first = groups.find_halving(first_clusters.first(key, cluster));
    const std::uint32_t own = groups.find_halving(cluster);
    if (first == own) return;
    groups.unite(std::min(first, own), std::max(first, own));
    ++joins;
  }

  void join_all(const Cluster& cluster);

  FirstClusters first_clusters;
  egraph::UnionFind groups;
  TextFingerprints fingerprints;
  std::vector<std::uint32_t> sizes;  // members, by cluster; followed by those held out
  SplitReport report;
};

SplitPlanner::SplitPlanner() : state_(std::make_unique<State>()) {}
SplitPlanner::~SplitPlanner() = default;
SplitPlanner::SplitPlanner(SplitPlanner&&) noexcept = default;
SplitPlanner& SplitPlanner::operator=(SplitPlanner&&) noexcept = default;

// Joins the cluster that was added last with its groups.
void SplitPlanner::State::join_all(const Cluster& cluster) {
  const auto number = static_cast<std::uint32_t>(report.clusters + report.held_out);
  groups.add();
  // Different kinds of keys must not collide.
  constexpr std::uint64_t kText = 0x74657874, kTwin = 0x7477696E, kPrint = 0x7072696E;
  for (const Member& member : cluster.members) {
    join(text_key(member.expression) ^ kText, number, report.joined_by_expression);
  }
  for (const Member& member : cluster.members) {
    join(twin_key(member.expression) ^ kTwin, number, report.joined_by_twin);
  }
  for (const Member& member : cluster.members) {
    if (const auto print = fingerprints.of(member.expression)) {
      join(print->low ^ kPrint, number, report.joined_by_fingerprint);
    } else {
      ++report.unreadable;
    }
  }
}

void SplitPlanner::add(const Cluster& cluster) {
  state_->join_all(cluster);
  state_->sizes.push_back(static_cast<std::uint32_t>(cluster.members.size()));
  ++state_->report.clusters;
  state_->report.members += cluster.members.size();
}

void SplitPlanner::hold_out(const Cluster& cluster) {
  state_->join_all(cluster);
  ++state_->report.held_out;
}

base::Result<Split> SplitPlanner::finish(const SplitOptions& options) const {
  const double whole = std::accumulate(options.shares.begin(), options.shares.end(), 0.0);
  const bool sensible = std::ranges::all_of(
      options.shares, [](double share) { return share >= 0 && std::isfinite(share); });
  if (!sensible || !(whole > 0) || !std::isfinite(whole)) {
    return base::fail("the shares of a split must be numbers that are not negative, and not all 0",
                      {}, "give three, for example 90,5,5");
  }
  Split split;
  split.report = state_->report;
  std::vector<std::uint32_t> leaders(state_->sizes.size());
  for (std::uint32_t i = 0; i < leaders.size(); ++i) leaders[i] = state_->groups.find(i);
  // A leader is the first of its group, so a held-out cluster leads only groups that consist
  // entirely of held-out clusters.
  std::vector<bool> is_held_out(leaders.size());
  for (std::uint64_t i = 0; i < split.report.held_out; ++i) {
    const auto leader = state_->groups.find(static_cast<std::uint32_t>(leaders.size() + i));
    if (leader < leaders.size()) is_held_out[leader] = true;
  }
  std::vector<Group> groups = groups_of(leaders, options.seed);
  const auto left_out = [&](const Group& group) { return is_held_out[group.leader]; };
  for (const Group& group : groups) {
    if (left_out(group)) split.report.left_out_clusters += group.clusters;
  }
  std::erase_if(groups, left_out);
  split.report.groups = groups.size();
  if (!groups.empty()) split.report.largest_group = groups[0].clusters;

  const std::uint64_t placed = leaders.size() - split.report.left_out_clusters;
  std::array<double, kSides> lacking{};
  for (std::size_t side = 0; side < kSides; ++side) {
    lacking[side] = options.shares[side] / whole * static_cast<double>(placed);
  }
  std::vector<Side> side_of_leader(leaders.size(), Side::LeftOut);
  for (const Group& group : groups) {
    const auto most = std::ranges::max_element(lacking);
    *most -= static_cast<double>(group.clusters);
    side_of_leader[group.leader] = static_cast<Side>(most - lacking.begin());
  }
  split.sides.resize(leaders.size());
  for (std::size_t cluster = 0; cluster < leaders.size(); ++cluster) {
    const Side side = side_of_leader[leaders[cluster]];
    split.sides[cluster] = side;
    if (side == Side::LeftOut) {
      split.report.left_out_members += state_->sizes[cluster];
      continue;
    }
    ++split.report.side_clusters[static_cast<std::size_t>(side)];
    split.report.side_members[static_cast<std::size_t>(side)] += state_->sizes[cluster];
  }
  return split;
}

}  // namespace noether::egen
