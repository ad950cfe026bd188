#include "noether/egen/clusters/cluster_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include "noether/algebra/equivalents/equalities.h"
#include "noether/algebra/equivalents/equivalents.h"
#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/fingerprint/fingerprint_cell.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/egen/clusters/digest_set.h"
#include "noether/egen/prefix_tokens.h"
#include "noether/egen/verify/verifier.h"

namespace noether::egen {
namespace {

using algebra::ExprId;
using algebra::Verdict;
using formula::Notation;

constexpr std::size_t kPatience = 24;
// Uniform sampling has this many times the patience, because it has no other stratum to turn to.
constexpr std::size_t kUniformPatience = 16;
// Plain doubles must be this close to the true value, relative to it.
constexpr double kMaxPlainError = 1e-6;
// Arenas are cleared at this number of nodes, because members are numerous and do not depend on
// each other.
constexpr std::size_t kMakerNodes = 1 << 13;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::size_t token_count(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, ' ')) + 1;
}

}  // namespace

std::string_view refusal_name(Refusal refusal) {
  switch (refusal) {
    case Refusal::Refuted:
      return "refuted";
    case Refusal::OtherDomain:
      return "other domain";
    case Refusal::TooFewPoints:
      return "too few points";
    case Refusal::ArccotRange:
      return "range of arccot";
    case Refusal::Hopeless:
      return "hopeless in doubles";
    case Refusal::TooLong:
      return "too long";
    case Refusal::Duplicate:
      return "duplicate";
  }
  return "";
}

// All state that depends on a vocabulary is new for every cluster, so that the result is
// deterministic; readers and sets keep only their memory.
struct ClusterMaker::State {
  // A cluster under construction.
  struct Making {
    explicit Making(MadeCluster& out) : made(out) {}

    MadeCluster& made;
    algebra::Vocabulary vocabulary;
    algebra::Expressions pool{vocabulary};     // of the initial expression
    algebra::Expressions scratch{vocabulary};  // of terms and of members read back
    ClusterVerifier verifier{scratch};
    // For an initial expression with arccot: the expression under the positive definition.
    std::optional<ClusterVerifier> positive_arccot;
  };

  explicit State(const ClusterOptions& given)
      : options(given),
        book(&algebra::RuleBook::shipped({.complex = false, .widening = given.shared_domain})) {
    term_rules = algebra::term_rules();
    if (options.twins) term_rules.commutative.clear();
  }

  bool set_initial(Making& making, ExprId initial);
  void add_members(Making& making, ExprId initial, std::uint64_t seed);
  // Returns why the term cannot be a member, or nothing if it became one.
  std::optional<Refusal> try_member(Making& making, const egraph::Term& term, RuleNumbers& rules);
  std::optional<Refusal> judge(const Making& making, const MemberCheck& check) const;
  // Returns whether an accepted member also holds if arccot has the range from 0 to pi.
  bool holds_for_positive_arccot(Making& making, ExprId member);
  std::uint64_t key_of(std::string_view text) const {
    return options.twins ? text_key(text) : twin_key(text);
  }

  ClusterOptions options;
  const algebra::RuleBook* book;
  egraph::TermRules term_rules;
  algebra::ExpressionReader reader;
  DigestSet keys;
};

bool ClusterMaker::State::set_initial(Making& making, ExprId initial) {
  MadeCluster& made = making.made;
  const auto written = algebra::write_expression(Notation::Prefix, making.pool, initial);
  if (!written || token_count(*written) > options.max_tokens) {
    made.dropped = fmt::format("has more than {} tokens", options.max_tokens);
    return false;
  }
  // The comparison uses the text, as any reader of it will.
  const auto read_back = reader.read(Notation::Prefix, *written, making.scratch);
  if (!read_back) {
    made.dropped = "cannot be read back: " + read_back.error().message;
    return false;
  }
  making.verifier.set_initial(*read_back);
  if (!making.verifier.is_numeric()) {
    made.dropped = "has a part that no number is known for";
    return false;
  }
  if (making.verifier.defined_points() == 0) {
    made.dropped = "has no real value at any point that was tried";
    return false;
  }
  if (const ExprId other = with_positive_arccot(making.scratch, *read_back); other != *read_back) {
    making.positive_arccot.emplace(making.scratch).set_initial(other);
  }
  made.cluster.fingerprint = algebra::fingerprint(making.pool, initial, algebra::Names::Keep);
  const auto points = static_cast<std::uint16_t>(making.verifier.defined_points());
  keys.insert(key_of(*written));
  made.cluster.members.push_back({*written, Verdict::Proven, Domain::Same, points, {}});
  return true;
}

std::optional<Refusal> ClusterMaker::State::judge(const Making& making,
                                                  const MemberCheck& check) const {
  if (check.verdict == Verdict::Refuted) return Refusal::Refuted;
  if (!options.shared_domain && check.domain != Domain::Same) return Refusal::OtherDomain;
  // Other programs use points of their own; a member that shares few of our points may share none
  // of theirs.
  const std::size_t defined = making.verifier.defined_points();
  const std::size_t wanted = options.shared_domain ? (defined + 3) / 4 : (3 * defined + 3) / 4;
  if (check.shared_points < std::max<std::size_t>(1, wanted)) return Refusal::TooFewPoints;
  return std::nullopt;
}

bool ClusterMaker::State::holds_for_positive_arccot(Making& making, ExprId member) {
  const ExprId other = with_positive_arccot(making.scratch, member);
  if (other == member && !making.positive_arccot) return true;
  ClusterVerifier& verifier = making.positive_arccot ? *making.positive_arccot : making.verifier;
  return verifier.check(other).verdict == Verdict::Agrees;
}

std::optional<Refusal> ClusterMaker::State::try_member(Making& making, const egraph::Term& term,
                                                       RuleNumbers& rules) {
  if (making.scratch.size() > kMakerNodes) making.scratch.clear();
  const ExprId expression = algebra::to_expression(term, making.scratch);
  const auto text = algebra::write_expression(Notation::Prefix, making.scratch, expression);
  if (!text || token_count(*text) > options.max_tokens) return Refusal::TooLong;
  const std::uint64_t key = key_of(*text);
  if (keys.contains(key)) return Refusal::Duplicate;
  const auto read_back = reader.read(Notation::Prefix, *text, making.scratch);
  if (!read_back) return Refusal::TooFewPoints;
  const MemberCheck check = making.verifier.check(
      *read_back, options.shared_domain ? CheckExtent::Full : CheckExtent::SameDomain);
  if (const auto refusal = judge(making, check)) return refusal;
  if (making.verifier.plain_error() > kMaxPlainError) return Refusal::Hopeless;
  if (!holds_for_positive_arccot(making, *read_back)) return Refusal::ArccotRange;
  keys.insert(key);
  making.made.cluster.members.push_back(
      {*text, Verdict::Proven, check.domain, check.shared_points, std::move(rules)});
  return std::nullopt;
}

void ClusterMaker::State::add_members(Making& making, ExprId initial, std::uint64_t seed) {
  MadeCluster& made = making.made;
  auto start = std::chrono::steady_clock::now();
  algebra::Equalities equalities(making.vocabulary, *book);
  const egraph::ClassId root = equalities.add(making.pool, initial);
  egraph::SaturationOptions saturation;
  saturation.limits.made_nodes = options.made_nodes;
  saturation.limits.seconds = std::numeric_limits<double>::infinity();
  equalities.saturate(saturation);
  made.graph_nodes = equalities.graph().made_node_count();
  made.saturate_seconds = seconds_since(start);

  start = std::chrono::steady_clock::now();
  const egraph::TermGraph graph = algebra::term_graph_of(equalities.graph(), root);
  const egraph::TermCounts counts(graph, term_rules, 0, options.max_tokens);
  made.cluster.available = counts.total(0).get_str();
  made.count_seconds = seconds_since(start);

  start = std::chrono::steady_clock::now();
  egraph::TermRanking ranking(counts, 0);
  MemberSampler sampler(ranking, seed, options.sampling);
  const std::size_t patience = kPatience + options.per_cluster / 8;
  TermOrigins origins(equalities.graph());
  MemberChoice choice(
      sampler,
      [&](egraph::Term& term, RuleNumbers& rules) {
        algebra::name_bound_variables(term);
        origins.find(term, rules);
      },
      options.sampling == Sampling::Uniform ? kUniformPatience * patience : patience);
  MemberChoice::Candidate candidate;
  while (made.cluster.members.size() < options.per_cluster && choice.next(candidate)) {
    const auto before = std::chrono::steady_clock::now();
    const auto refusal = try_member(making, candidate.term, candidate.rules);
    made.verify_seconds += seconds_since(before);
    if (refusal) {
      choice.refuse();
      ++made.refused[static_cast<std::size_t>(*refusal)];
    } else {
      choice.accept();
    }
  }
  made.drawn = choice.drawn();
  made.sample_seconds = seconds_since(start) - made.verify_seconds;
}

ClusterMaker::ClusterMaker(const ClusterOptions& options)
    : state_(std::make_unique<State>(options)) {}
ClusterMaker::~ClusterMaker() = default;
ClusterMaker::ClusterMaker(ClusterMaker&&) noexcept = default;
ClusterMaker& ClusterMaker::operator=(ClusterMaker&&) noexcept = default;

base::Result<MadeCluster> ClusterMaker::make(std::string_view initial, std::string origin,
                                             std::uint64_t id, std::uint64_t seed) {
  MadeCluster made;
  made.cluster.id = id;
  made.cluster.origin = std::move(origin);
  State::Making making(made);
  const auto expression = state_->reader.read(Notation::Prefix, initial, making.pool);
  if (!expression) return std::unexpected(expression.error());
  state_->keys.clear();
  if (state_->set_initial(making, *expression)) {
    state_->add_members(making, *expression, algebra::mix(seed, id));
    if (made.cluster.members.size() < 2 && state_->options.per_cluster > 1) {
      made.dropped = fmt::format("nothing else of up to {} tokens is known to equal it",
                                 state_->options.max_tokens);
    }
  }
  if (!made.dropped.empty()) made.cluster.members.clear();
  return made;
}

std::vector<std::string> ClusterMaker::rule_names() const {
  std::vector<std::string> names;
  for (const egraph::Rule& rule : state_->book->rules().rules()) names.push_back(rule.name);
  return names;
}

using algebra::ExprId;
using algebra::Op;

ExprId with_positive_arccot(algebra::Expressions& pool, ExprId root) {
  if (!algebra::contains(pool, root, Op::Acot)) return root;
  std::unordered_map<ExprId, ExprId> written;
  std::vector<ExprId> operands;
  for (const ExprId id : algebra::subexpressions(pool, root)) {
    operands.clear();
    for (const ExprId operand : pool.operands(id)) operands.push_back(written.at(operand));
    if (pool.op(id) == Op::Acot) {
      const ExprId right_angle =
          pool.make(Op::Divide, {pool.leaf(Op::Pi), pool.number(algebra::Rational(2))});
      written[id] = pool.make(Op::Subtract, {right_angle, pool.make(Op::Atan, {operands[0]})});
    } else {
      written[id] = pool.make(pool.head(id), operands);
    }
  }
  return written.at(root);
}

}  // namespace noether::egen
