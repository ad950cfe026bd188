#include "noether/egen/verify/cluster_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/numeric/thread_memory.h"
#include "noether/base/parallel.h"

namespace noether::egen {
namespace {

using algebra::ExprId;
using algebra::kNoExpr;
using algebra::Verdict;

// A vocabulary keeps every number it has seen, so it is replaced from time to time.
constexpr std::size_t kClustersPerSession = 512;

struct Session {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool{vocabulary};
  ClusterVerifier verifier{pool};
  std::size_t clusters = 0;
};

}  // namespace

struct ClusterComparison::State {
  void read(const Cluster& cluster);
  // Computes the verdicts with this member as the reference; returns whether the reference is
  // usable.
  bool compare_with(std::size_t member);
  std::size_t contradicted() const;
  std::size_t most_common_member();

  std::unique_ptr<Session> session;
  algebra::ExpressionReader reader;
  std::vector<ExprId> expressions;  // kNoExpr for unreadable members
  std::vector<MemberCheck> checks;
  std::size_t reference = 0;
  std::uint64_t refined = 0;
};

void ClusterComparison::State::read(const Cluster& cluster) {
  if (!session || ++session->clusters > kClustersPerSession) session = std::make_unique<Session>();
  session->pool.clear();
  expressions.clear();
  for (const Member& member : cluster.members) {
    const auto read = reader.read(formula::Notation::Prefix, member.expression, session->pool);
    expressions.push_back(read ? *read : kNoExpr);
  }
}

bool ClusterComparison::State::compare_with(std::size_t member) {
  checks.assign(expressions.size(), {});
  if (expressions[member] == kNoExpr) return false;
  session->verifier.set_initial(expressions[member]);
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    if (expressions[i] != kNoExpr) checks[i] = session->verifier.check(expressions[i]);
  }
  return session->verifier.defined_points() > 0;
}

std::size_t ClusterComparison::State::contradicted() const {
  return static_cast<std::size_t>(std::ranges::count_if(checks, [](const MemberCheck& check) {
    return check.verdict == Verdict::Refuted && !check.by_rounding;
  }));
}

std::size_t ClusterComparison::State::most_common_member() {
  algebra::Fingerprinter fingerprinter(session->pool);
  std::unordered_map<base::Digest, std::size_t> times;
  std::vector<base::Digest> prints;
  for (const ExprId id : expressions) {
    prints.push_back(id == kNoExpr ? base::Digest{}
                                   : fingerprinter.fingerprint(id, algebra::Names::Keep));
    if (id != kNoExpr) ++times[prints.back()];
  }
  std::size_t best = 0;
  for (std::size_t i = 1; i < prints.size(); ++i) {
    if (times[prints[i]] > times[prints[best]]) best = i;
  }
  return best;
}

ClusterComparison::ClusterComparison() : state_(std::make_unique<State>()) {}
ClusterComparison::~ClusterComparison() = default;
ClusterComparison::ClusterComparison(ClusterComparison&&) noexcept = default;
ClusterComparison& ClusterComparison::operator=(ClusterComparison&&) noexcept = default;

void ClusterComparison::compare(const Cluster& cluster) {
  State& state = *state_;
  state.reference = 0;
  state.checks.clear();
  if (cluster.members.empty()) return;
  state.read(cluster);
  const std::uint64_t refined_before = state.session->verifier.refined_values();
  const bool has_values = state.compare_with(0);
  const std::size_t contradicted = state.contradicted();
  if (!has_values || 2 * contradicted >= cluster.members.size()) {
    const std::size_t other = state.most_common_member();
    std::vector<MemberCheck> with_first = state.checks;
    const bool is_better = other != 0 && state.compare_with(other) &&
                           (!has_values || state.contradicted() < contradicted);
    if (is_better) {
      state.reference = other;
    } else {
      state.checks = std::move(with_first);
    }
  }
  state.refined = state.session->verifier.refined_values() - refined_before;
}

std::size_t ClusterComparison::reference() const { return state_->reference; }
std::vector<MemberCheck>& ClusterComparison::checks() { return state_->checks; }
bool ClusterComparison::is_readable(std::size_t member) const {
  return state_->expressions[member] != kNoExpr;
}
std::uint64_t ClusterComparison::refined_values() const { return state_->refined; }

namespace {

// The number of members read before threads start to check them: enough to keep all of them busy,
// whatever the sizes of the clusters.
constexpr std::size_t kRecheckedPerBatch = 8'192;

// Reads until a batch is full; returns false at the end of the source.
base::Result<bool> read_batch(ClusterSource& source, std::size_t members,
                              std::vector<RecheckedCluster>& batch) {
  batch.clear();
  std::size_t read = 0;
  while (read < members) {
    RecheckedCluster item;
    const auto more = source.next(item.cluster);
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
    read += item.cluster.members.size();
    batch.push_back(std::move(item));
  }
  return !batch.empty();
}

std::size_t leave_out_repeated(std::vector<Member>& members) {
  std::unordered_set<std::string> seen;
  return std::erase_if(
      members, [&](const Member& member) { return !seen.insert(member.expression).second; });
}

}  // namespace

std::string refutation_text(const RefutedMember& refuted) {
  return fmt::format("{}: {} is not {}: at {} the values are {} and {}", refuted.origin,
                     refuted.expression, refuted.initial, refuted.check.point,
                     refuted.check.member_value, refuted.check.initial_value);
}

base::Digest cluster_fingerprint(const Cluster& cluster) {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  const auto root =
      algebra::read_expression(formula::Notation::Prefix, cluster.members.front().expression, pool);
  if (!root) return {};
  return algebra::fingerprint(pool, *root, algebra::Names::Keep);
}

void ClusterRecheck::run(RecheckedCluster& item, Recheck mode) {
  Cluster& cluster = item.cluster;
  if (mode == Recheck::Correct) {
    item.duplicates += leave_out_repeated(cluster.members);
  }
  comparison_.compare(cluster);
  std::vector<MemberCheck>& checks = comparison_.checks();
  std::size_t reference = comparison_.reference();
  if (mode == Recheck::Correct && reference != 0) {
    std::swap(cluster.members[0], cluster.members[reference]);
    std::swap(checks[0], checks[reference]);
    cluster.fingerprint = {};
    reference = 0;
  }
  const std::string initial = cluster.members[reference].expression;
  std::vector<Member> kept;
  for (std::size_t i = 0; i < checks.size(); ++i) {
    Member& member = cluster.members[i];
    MemberCheck& check = checks[i];
    if (check.verdict == algebra::Verdict::Refuted) {
      item.refuted.push_back(
          {member_origin(cluster, i), initial, member.expression, std::move(check)});
      continue;
    }
    if (mode == Recheck::Report) continue;
    // The initial expression equals itself, whatever its values are.
    if (i == 0) member.verdict = algebra::Verdict::Proven;
    if (member.verdict != algebra::Verdict::Proven) member.verdict = check.verdict;
    member.domain = i == 0 ? Domain::Same : check.domain;
    member.shared_points = check.shared_points;
    kept.push_back(std::move(member));
  }
  if (mode == Recheck::Report) return;
  cluster.members = std::move(kept);
  if (cluster.fingerprint == base::Digest{}) cluster.fingerprint = cluster_fingerprint(cluster);
}

base::Result<void> recheck_clusters(
    ClusterSource& source, unsigned threads, Recheck mode,
    const std::function<base::Result<void>(RecheckedCluster&)>& sink) {
  threads = base::thread_count(threads);
  std::vector<ClusterRecheck> checks(threads);
  std::vector<RecheckedCluster> batch;
  while (true) {
    const auto more = read_batch(source, kRecheckedPerBatch * threads, batch);
    if (!more) return std::unexpected(more.error());
    if (!*more) return {};
    // Large clusters come first, so that no thread is still busy with one when the others have
    // finished.
    std::vector<std::size_t> order(batch.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, {}, [&](std::size_t i) {
      return std::pair(SIZE_MAX - batch[i].cluster.members.size(), i);
    });
    base::for_each_in_parallel<algebra::ThreadMemory>(
        order.size(), threads,
        [&](std::size_t i, std::size_t thread) { checks[thread].run(batch[order[i]], mode); });
    for (RecheckedCluster& item : batch) {
      if (auto taken = sink(item); !taken) return taken;
    }
  }
}

}  // namespace noether::egen
