#include "noether/egen/cluster_check.h"

#include <algorithm>
#include <unordered_map>

#include "noether/algebra/fingerprint.h"
#include "noether/algebra/read_expression.h"

namespace noether::egen {
namespace {

using algebra::ExprId;
using algebra::kNoExpr;
using algebra::Verdict;

// A vocabulary keeps every number it has seen, so it is given back from time to time.
constexpr std::size_t kClustersPerSession = 512;

struct Session {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool{vocabulary};
  ClusterVerifier verifier{pool};
  std::size_t clusters = 0;
};

}  // namespace

void CheckTally::add(const CheckTally& other) {
  clusters += other.clusters;
  members += other.members;
  proven += other.proven;
  agrees += other.agrees;
  refuted += other.refuted;
  unknown += other.unknown;
  unreadable += other.unreadable;
  by_rounding += other.by_rounding;
  without_shared += other.without_shared;
  without_meaning += other.without_meaning;
  other_references += other.other_references;
  refined_values += other.refined_values;
  for (std::size_t i = 0; i < domains.size(); ++i) domains[i] += other.domains[i];
}

struct ClusterChecker::State {
  void read(const Cluster& cluster);
  // The verdicts with this member as the reference; whether that is one to compare with.
  bool compare_with(std::size_t reference);
  std::size_t contradicted() const;
  std::size_t most_common_member();

  std::unique_ptr<Session> session;
  algebra::ExpressionReader reader;
  std::vector<ExprId> expressions;  // kNoExpr for what cannot be read
  std::vector<MemberCheck> checks;
};

void ClusterChecker::State::read(const Cluster& cluster) {
  if (!session || ++session->clusters > kClustersPerSession) session = std::make_unique<Session>();
  session->pool.clear();
  expressions.clear();
  for (const Member& member : cluster.members) {
    const auto read = reader.read(formula::Notation::Prefix, member.expression, session->pool);
    expressions.push_back(read ? *read : kNoExpr);
  }
}

bool ClusterChecker::State::compare_with(std::size_t reference) {
  checks.assign(expressions.size(), {});
  if (expressions[reference] == kNoExpr) return false;
  session->verifier.set_initial(expressions[reference]);
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    if (expressions[i] != kNoExpr) checks[i] = session->verifier.check(expressions[i]);
  }
  return session->verifier.defined_points() > 0;
}

std::size_t ClusterChecker::State::contradicted() const {
  return static_cast<std::size_t>(std::ranges::count_if(checks, [](const MemberCheck& check) {
    return check.verdict == Verdict::Refuted && !check.by_rounding;
  }));
}

std::size_t ClusterChecker::State::most_common_member() {
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

ClusterChecker::ClusterChecker() : state_(std::make_unique<State>()) {}
ClusterChecker::~ClusterChecker() = default;
ClusterChecker::ClusterChecker(ClusterChecker&&) noexcept = default;
ClusterChecker& ClusterChecker::operator=(ClusterChecker&&) noexcept = default;

void ClusterChecker::check(const Cluster& cluster, CheckTally& tally,
                           std::vector<FalseMember>& found) {
  State& state = *state_;
  ++tally.clusters;
  tally.members += cluster.members.size();
  if (cluster.members.empty()) return;
  state.read(cluster);
  const std::uint64_t refined_before = state.session->verifier.refined_values();
  std::size_t reference = 0;
  const bool has_values = state.compare_with(0);
  const std::size_t contradicted = state.contradicted();
  if (!has_values || 2 * contradicted >= cluster.members.size()) {
    const std::size_t other = state.most_common_member();
    const std::vector<MemberCheck> with_first = state.checks;
    const bool is_better = other != 0 && state.compare_with(other) &&
                           (!has_values || state.contradicted() < contradicted);
    if (is_better) {
      reference = other;
      ++tally.other_references;
    } else {
      state.checks = with_first;
    }
  }
  tally.refined_values += state.session->verifier.refined_values() - refined_before;
  for (std::size_t i = 0; i < cluster.members.size(); ++i) {
    const MemberCheck& check = state.checks[i];
    if (state.expressions[i] == kNoExpr) {
      ++tally.unreadable;
      continue;
    }
    ++tally.domains[static_cast<std::size_t>(check.domain)];
    if (check.verdict == Verdict::Agrees) {
      ++(cluster.members[i].verdict == Verdict::Proven ? tally.proven : tally.agrees);
    } else if (check.verdict == Verdict::Refuted) {
      ++tally.refuted;
      if (check.by_rounding) ++tally.by_rounding;
      found.push_back({cluster.id, cluster.origin, i, cluster.members[i].expression,
                       cluster.members[reference].expression, check});
    } else {
      ++tally.unknown;
      ++(check.is_numeric ? tally.without_shared : tally.without_meaning);
    }
  }
}

}  // namespace noether::egen
