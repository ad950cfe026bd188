#include "noether/egen/corpus/join_clusters.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

namespace noether::egen {
namespace {

// Numbers without leading zeros.
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
    const std::string& initial = host.members.front().expression;
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
      // The rules led from another initial expression.
      host.members.push_back({.expression = std::move(member.expression),
                              .verdict = check.verdict,
                              .domain = check.domain,
                              .shared_points = check.shared_points,
                              .rules = {}});
    }
  }

  // An expression belongs to the cluster that it is the initial expression of, else to the first.
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
