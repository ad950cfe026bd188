#include "noether/egen/verify/cluster_comparison.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/read_expression.h"

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

struct ClusterComparison::State {
  void read(const Cluster& cluster);
  // The verdicts with this member as the reference; whether that is one to compare with.
  bool compare_with(std::size_t member);
  std::size_t contradicted() const;
  std::size_t most_common_member();

  std::unique_ptr<Session> session;
  algebra::ExpressionReader reader;
  std::vector<ExprId> expressions;  // kNoExpr for what cannot be read
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

}  // namespace noether::egen
