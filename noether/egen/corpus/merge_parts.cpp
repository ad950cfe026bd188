#include "noether/egen/corpus/merge_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "noether/egraph/union_find.h"

namespace noether::egen {
namespace {

std::string part_name(const CorpusPart& part) {
  return fmt::format("{}/{}", part.index + 1, part.count);
}

class PartsSource final : public ClusterSource {
 public:
  struct Part {
    std::unique_ptr<ClusterSource> source;
    Cluster cluster;  // the next one
    bool has_cluster = false;
  };

  explicit PartsSource(std::vector<Part> parts) : parts_(std::move(parts)) {}

  static base::Result<void> advance(Part& part) {
    const auto more = part.source->next(part.cluster);
    if (!more) return std::unexpected(more.error());
    part.has_cluster = *more;
    return {};
  }

  base::Result<bool> next(Cluster& cluster) override {
    Part* first = nullptr;
    for (Part& part : parts_) {
      if (!part.has_cluster) continue;
      if (first == nullptr || part.cluster.id < first->cluster.id) first = &part;
    }
    if (first == nullptr) return false;
    cluster = std::move(first->cluster);
    if (const auto advanced = advance(*first); !advanced) {
      return std::unexpected(advanced.error());
    }
    return true;
  }

 private:
  std::vector<Part> parts_;
};

}  // namespace

base::Result<bool> are_parts(const std::vector<Corpus>& corpora) {
  const auto is_part = [](const Corpus& corpus) { return corpus.manifest.plan.part.count > 1; };
  const auto first = std::ranges::find_if(corpora, is_part);
  if (first == corpora.end()) return false;
  const CorpusPlan& plan = first->manifest.plan;
  std::vector<const Corpus*> found(plan.part.count, nullptr);
  for (const Corpus& corpus : corpora) {
    CorpusPlan same_part = corpus.manifest.plan;
    same_part.part.index = plan.part.index;
    if (const auto differences = plan_differences(plan, same_part); !differences.empty()) {
      return base::fail(
          fmt::format("'{}' is part {} of a corpus, and '{}' does not belong to it: {}",
                      first->folder, part_name(plan.part), corpus.folder,
                      fmt::join(differences, "; ")),
          {}, "first merge the parts of the corpus, then merge the result with others");
    }
    const Corpus*& place = found[corpus.manifest.plan.part.index];
    if (place != nullptr) {
      return base::fail(fmt::format("'{}' and '{}' are the same part {}", place->folder,
                                    corpus.folder, part_name(corpus.manifest.plan.part)));
    }
    place = &corpus;
  }
  std::vector<std::string> missing;
  for (std::uint32_t i = 0; i < found.size(); ++i) {
    if (found[i] == nullptr) missing.push_back(part_name({i, plan.part.count}));
  }
  if (missing.empty()) return true;
  return base::fail(
      fmt::format("part{} {} of the corpus {} missing", missing.size() == 1 ? "" : "s",
                  fmt::join(missing, ", "), missing.size() == 1 ? "is" : "are"),
      {}, "make every part with `noether corpus generate --shard`, then merge all");
}

base::Result<std::unique_ptr<ClusterSource>> open_parts(const std::vector<Corpus>& parts) {
  std::vector<PartsSource::Part> opened;
  for (const Corpus& corpus : parts) {
    auto source = open_clusters(corpus.folder);
    if (!source) return std::unexpected(source.error());
    auto& part = opened.emplace_back(PartsSource::Part{std::move(*source), {}, false});
    if (const auto begun = PartsSource::advance(part); !begun) {
      return std::unexpected(begun.error());
    }
  }
  return std::make_unique<PartsSource>(std::move(opened));
}

void ClusterGroups::add(const Cluster& cluster) {
  for (const Member& member : cluster.members) {
    keys_.emplace_back(base::digest_of(member.expression).low, clusters_);
  }
  if (cluster.fingerprint != base::Digest{}) {
    keys_.emplace_back(cluster.fingerprint.low, clusters_);
  }
  ++clusters_;
}

std::vector<std::vector<std::uint32_t>> ClusterGroups::take() {
  std::ranges::sort(keys_);
  egraph::UnionFind sets;
  for (std::uint32_t i = 0; i < clusters_; ++i) sets.add();
  for (std::size_t i = 1; i < keys_.size(); ++i) {
    if (keys_[i].first != keys_[i - 1].first) continue;
    const std::uint32_t a = sets.find_halving(keys_[i - 1].second);
    const std::uint32_t b = sets.find_halving(keys_[i].second);
    // The smaller number leads, so that groups are in the order of their first clusters.
    if (a != b) sets.unite(std::min(a, b), std::max(a, b));
  }
  keys_ = {};
  std::vector<std::vector<std::uint32_t>> groups;
  std::vector<std::uint32_t> group_of(clusters_);
  for (std::uint32_t i = 0; i < clusters_; ++i) {
    const std::uint32_t leader = sets.find_halving(i);
    if (leader == i) {
      group_of[i] = static_cast<std::uint32_t>(groups.size());
      groups.emplace_back();
    }
    groups[group_of[leader]].push_back(i);
  }
  return groups;
}

namespace {

// Compares numbers without leading zeros.
bool is_less(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

class Joining {
 public:
  explicit Joining(ClusterRecheck& recheck) : recheck_(recheck) {}

  void add(Cluster cluster) {
    for (Cluster& host : out_.clusters) {
      if (!agree(host, cluster)) continue;
      move_members(cluster, host);
      ++out_.joined;
      return;
    }
    initials_.insert(cluster.members.front().expression);
    out_.clusters.push_back(std::move(cluster));
  }

  JoinedClusters take() {
    if (out_.clusters.size() > 1) leave_out_shared();
    for (Cluster& cluster : out_.clusters) {
      std::string members = std::to_string(cluster.members.size());
      if (is_less(cluster.available, members)) cluster.available = std::move(members);
    }
    return std::move(out_);
  }

 private:
  bool agree(const Cluster& host, const Cluster& cluster) {
    const std::string& initial = cluster.members.front().expression;
    if (host.members.front().expression == initial) return true;
    if (!recheck_.set_initial(host.members.front().expression)) return false;
    const MemberCheck check = recheck_.check(initial);
    if (check.verdict == algebra::Verdict::Agrees) return true;
    return check.verdict == algebra::Verdict::Unknown && host.fingerprint == cluster.fingerprint &&
           host.fingerprint != base::Digest{};
  }

  void move_members(Cluster& from, Cluster& host) {
    // a copy, because members move when more are added
    const std::string initial = host.members.front().expression;
    (void)recheck_.set_initial(initial);
    std::unordered_set<std::string> present;
    for (const Member& member : host.members) present.insert(member.expression);
    for (Member& member : from.members) {
      if (!present.insert(member.expression).second) {
        ++out_.duplicates;
        continue;
      }
      MemberCheck check = recheck_.check(member.expression);
      if (check.verdict == algebra::Verdict::Refuted) {
        out_.refuted.push_back({from.origin, initial, member.expression, std::move(check)});
        continue;
      }
      // The rules refer to another initial expression.
      host.members.push_back({.expression = std::move(member.expression),
                              .verdict = check.verdict,
                              .domain = check.domain,
                              .shared_points = check.shared_points,
                              .rules = {}});
    }
  }

  // An expression belongs to the cluster of which it is the initial expression, else to the first
  // cluster.
  void leave_out_shared() {
    std::unordered_set<std::string> present = initials_;
    for (Cluster& cluster : out_.clusters) {
      std::vector<Member> kept;
      kept.push_back(std::move(cluster.members.front()));
      for (std::size_t i = 1; i < cluster.members.size(); ++i) {
        if (present.insert(cluster.members[i].expression).second) {
          kept.push_back(std::move(cluster.members[i]));
        } else {
          ++out_.duplicates;
        }
      }
      cluster.members = std::move(kept);
    }
  }

  ClusterRecheck& recheck_;
  JoinedClusters out_;
  std::unordered_set<std::string> initials_;
};

}  // namespace

JoinedClusters join_clusters(std::vector<Cluster> clusters, ClusterRecheck& recheck) {
  Joining joining(recheck);
  for (Cluster& cluster : clusters) joining.add(std::move(cluster));
  return joining.take();
}

}  // namespace noether::egen
