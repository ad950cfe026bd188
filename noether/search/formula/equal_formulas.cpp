#include "noether/search/formula/equal_formulas.h"

#include <algorithm>
#include <chrono>
#include <span>

#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/index/analysis/packed_tree.h"

namespace noether::search {
namespace {

using algebra::ExprId;
using algebra::Head;
using algebra::Verdict;
using SteadyClock = std::chrono::steady_clock;

// With more names than this, not every order is tried.
constexpr std::size_t kMaxVariables = 5;

// The minimum time for a comparison, in case its names were found at the last moment.
constexpr double kLeastSeconds = 0.01;
constexpr double kMaxSeconds = 3600;

// An expression, or the two sides of an equation.
using Sides = std::vector<ExprId>;

std::optional<Sides> read_sides(const formula::OperatorTree& tree, algebra::Expressions& pool) {
  auto sides = algebra::sides_from_operators(tree, pool);
  if (!sides) return std::nullopt;
  return *std::move(sides);
}

// Both must hold, so the weaker one counts.
Verdict weaker(Verdict a, Verdict b) {
  for (const Verdict verdict : {Verdict::Refuted, Verdict::Unknown, Verdict::Agrees}) {
    if (a == verdict || b == verdict) return verdict;
  }
  return Verdict::Proven;
}

}  // namespace

struct EqualFormulas::State {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool{vocabulary};
  algebra::Fingerprinter fingerprinter{pool};
  Sides query;
  std::vector<Head> variables;
  std::vector<base::Digest> fingerprints;  // of the sides, names kept

  // A claim from which the equality of the formulas follows: pairs, each with an expression of the
  // query and one of the formula, that must be equal; and a text that describes the claim.
  struct Claim {
    std::vector<std::pair<ExprId, ExprId>> pairs;
    std::string_view text;
  };

  std::vector<Head> variables_of(std::span<const ExprId> sides) const {
    std::vector<Head> all;
    for (const ExprId side : sides) {
      for (const Head variable : algebra::variables_of(pool, side)) {
        if (std::ranges::find(all, variable) == all.end()) all.push_back(variable);
      }
    }
    return all;
  }

  // Renames first to names that nothing else has, so that x and y can change places.
  ExprId rename(ExprId root, const std::vector<Head>& from, const std::vector<Head>& to) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      root = algebra::substitute(pool, root, from[i], pool.variable("\x01" + std::to_string(i)));
    }
    for (std::size_t i = 0; i < from.size(); ++i) {
      const Head between = pool.head(pool.variable("\x01" + std::to_string(i)));
      root = algebra::substitute(pool, root, between, pool.leaf(to[i]));
    }
    return root;
  }

  base::Digest fingerprint(ExprId root) {
    return fingerprinter.fingerprint(root, algebra::Names::Keep);
  }

  // Left side minus right side.
  ExprId difference(const Sides& sides) {
    return pool.make(algebra::Op::Add, {sides[0], pool.negate(sides[1])});
  }

  // The value at a point where no coordinate is special.
  ExprId value_of(ExprId root) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const auto step = static_cast<int>(i);
      root = algebra::substitute(pool, root, variables[i],
                                 pool.number(algebra::Rational(17 + 6 * step, 7)));
    }
    return root;
  }

  // The claim that makes the formula, under these names, equal the query, selected by fingerprints.
  std::optional<Claim> claim(const Sides& sides) {
    std::vector<base::Digest> prints;
    for (const ExprId side : sides) prints.push_back(fingerprint(side));
    if (prints == fingerprints) {
      Claim same{{}, sides.size() == 2 ? "both sides are equal" : ""};
      for (std::size_t i = 0; i < sides.size(); ++i) same.pairs.emplace_back(query[i], sides[i]);
      return same;
    }
    if (sides.size() != 2) return std::nullopt;
    if (prints[0] == fingerprints[1] && prints[1] == fingerprints[0]) {
      return Claim{{{query[0], sides[1]}, {query[1], sides[0]}},
                   "both sides are equal, in the other order"};
    }
    // d and e are multiples of one another when d·e(p) = e·d(p) at a point p where neither is 0.
    const ExprId own = difference(query);
    const ExprId other = difference(sides);
    const ExprId own_value = value_of(own);
    const ExprId other_value = value_of(other);
    // If a variable is left, this is not a value, and d·e = e·d holds for any two expressions.
    if (!algebra::variables_of(pool, other_value).empty()) return std::nullopt;
    const ExprId left = pool.make(algebra::Op::Multiply, {own, other_value});
    const ExprId right = pool.make(algebra::Op::Multiply, {other, own_value});
    const base::Digest zero = fingerprint(pool.number(0));
    if (fingerprint(own_value) == zero || fingerprint(other_value) == zero) return std::nullopt;
    if (fingerprint(left) != fingerprint(right)) return std::nullopt;
    return Claim{{{left, right}}, "the differences of their sides are multiples of one another"};
  }

  struct Named {
    std::optional<Claim> claim;  // empty if time ran out
    std::vector<Head> names;     // those of the query that replace the names of the formula
  };
  // The names of the query under which the formula may equal it.
  std::optional<Named> named_as_query(const Sides& sides, const std::vector<Head>& names,
                                      SteadyClock::time_point deadline) {
    if (auto made = claim(sides)) return Named{std::move(made), names};
    if (names.size() != variables.size() || names.size() > kMaxVariables) return std::nullopt;
    std::vector<Head> order = variables;
    std::ranges::sort(order);
    do {
      if (SteadyClock::now() >= deadline) return Named{std::nullopt, names};
      Sides renamed;
      for (const ExprId side : sides) renamed.push_back(rename(side, names, order));
      if (auto made = claim(renamed)) return Named{std::move(made), order};
    } while (std::ranges::next_permutation(order).found);
    return std::nullopt;
  }

  struct Decided {
    Verdict verdict = Verdict::Proven;
    std::string reason;
  };
  Decided decide(const Claim& claim, algebra::Equality sense, double seconds) {
    Decided all;
    for (const auto& [own, other] : claim.pairs) {
      algebra::DecideOptions options;
      options.equality = sense;
      options.seconds = seconds / static_cast<double>(claim.pairs.size());
      options.want_proof = false;
      auto decision = algebra::decide(pool, own, other, options);
      const Verdict both = weaker(all.verdict, decision.verdict);
      if (all.reason.empty() || both != all.verdict) all.reason = std::move(decision.reason);
      all.verdict = both;
      if (both == Verdict::Refuted) break;
    }
    if (!claim.text.empty()) {
      all.reason = std::string(claim.text) + (all.reason.empty() ? "" : ": " + all.reason);
    }
    return all;
  }
};

EqualFormulas::EqualFormulas(const formula::OperatorTree& query)
    : state_(std::make_unique<State>()) {
  auto read = read_sides(query, state_->pool);
  if (!read) return;
  state_->query = std::move(*read);
  state_->variables = state_->variables_of(state_->query);
  for (const ExprId side : state_->query) {
    state_->fingerprints.push_back(state_->fingerprint(side));
  }
}
EqualFormulas::~EqualFormulas() = default;

bool EqualFormulas::can_compare() const {
  return !state_->query.empty() && state_->variables.size() <= kMaxVariables;
}

bool EqualFormulas::can_rename(const formula::OperatorTree& formula) {
  const auto sides = read_sides(formula, state_->pool);
  if (!sides || sides->size() != state_->query.size()) return false;
  const auto has_fixed_name = [&](ExprId side) {
    return algebra::contains(state_->pool, side, algebra::Op::I) ||
           algebra::contains(state_->pool, side, algebra::Op::Gamma);
  };
  return std::ranges::none_of(*sides, has_fixed_name) &&
         std::ranges::none_of(state_->query, has_fixed_name);
}

std::optional<Equality> EqualFormulas::compare(const formula::OperatorTree& formula,
                                               double seconds) {
  const auto deadline = SteadyClock::now() +
                        std::chrono::duration_cast<SteadyClock::duration>(
                            std::chrono::duration<double>(std::clamp(seconds, 0.0, kMaxSeconds)));
  const auto sides = read_sides(formula, state_->pool);
  if (!sides || sides->size() != state_->query.size()) return std::nullopt;
  const auto names = state_->variables_of(*sides);
  const auto named = state_->named_as_query(*sides, names, deadline);
  if (!named) return std::nullopt;
  Equality equality;
  if (!named->claim) {
    equality.reason = "time ran out before every order of the names was tried";
    return equality;
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == named->names[i]) continue;
    equality.renamed.emplace_back(state_->vocabulary.variable_name(names[i]),
                                  state_->vocabulary.variable_name(named->names[i]));
  }
  // A formula that is also defined elsewhere is still worth finding, but is not strictly equal.
  const double left = std::chrono::duration<double>(deadline - SteadyClock::now()).count();
  const double half = std::max(left, kLeastSeconds) / 2;
  const auto strict = state_->decide(*named->claim, algebra::Equality::Strict, half);
  equality.verdict = strict.verdict;
  equality.reason = strict.reason;
  if (strict.verdict == Verdict::Proven) return equality;
  const auto loose = state_->decide(*named->claim, algebra::Equality::WhereBothDefined, half);
  if (loose.verdict == Verdict::Refuted) return std::nullopt;
  if (loose.verdict == strict.verdict) return equality;
  equality.verdict = loose.verdict;
  equality.reason = loose.reason + ", where both are defined";
  return equality;
}

namespace {

// The time limit for one formula, so that a hard one does not use up the time of all.
constexpr double kSecondsForOne = 0.5;

bool is_equation(const formula::OperatorTree& tree) {
  return !tree.empty() && tree.op(tree.root()) == formula::Op::Equal;
}

class EqualSearch {
 public:
  EqualSearch(const index::IndexReader& index, const FormulaQuery& query, double seconds)
      : index_(index),
        algebra_(query.formula().operators),
        is_equation_(is_equation(query.formula().operators)),
        seconds_(seconds) {}

  base::Result<void> look_at(const SameCandidate& same) {
    const auto& [sameness, formula] = same;
    if (sameness >= Sameness::Structure) return take_as_it_is(same, "the same formula");
    const bool is_renamed = sameness == Sameness::Renaming;
    // Algebra does not compare other relations, but the same relation under other names is equal.
    if (is_renamed && !algebra_.can_compare()) return take_renamed(same);
    if (seconds_left() <= 0 && !(is_renamed && is_equation_)) return leave_untried();
    const auto payload = index_.payload(formula);
    if (!payload) return std::unexpected(payload.error());
    if (!unpacker_.unpack(*payload, tree_)) return {};
    // The same holds for an equation, which then needs no proof. For an expression, algebra finds
    // the names.
    if (is_renamed && is_equation_ && algebra_.can_rename(tree_)) return take_renamed(same);
    if (seconds_left() <= 0) return leave_untried();
    compare(same);
    return {};
  }

  EqualFormulaList found() && { return std::move(found_); }

 private:
  double seconds_left() const {
    return seconds_ - std::chrono::duration<double>(SteadyClock::now() - begun_).count();
  }

  base::Result<void> take_as_it_is(const SameCandidate& same, std::string_view reason) {
    found_.formulas.push_back(
        {same.second, same.first, algebra::Verdict::Proven, std::string(reason), {}});
    return {};
  }
  base::Result<void> take_renamed(const SameCandidate& same) {
    return take_as_it_is(same, "the same formula under other names");
  }
  base::Result<void> leave_untried() {
    ++found_.untried;
    return {};
  }

  // Compares the formula in `tree_` with the query.
  void compare(const SameCandidate& same) {
    auto equality = algebra_.compare(tree_, std::clamp(seconds_left(), 0.01, kSecondsForOne));
    if (!equality) return;
    if (equality->verdict == algebra::Verdict::Unknown) {
      ++found_.undecided;
      return;
    }
    found_.formulas.push_back({same.second, same.first, equality->verdict,
                               std::move(equality->reason), std::move(equality->renamed)});
  }

  const index::IndexReader& index_;
  EqualFormulas algebra_;
  bool is_equation_;
  double seconds_;
  SteadyClock::time_point begun_ = SteadyClock::now();
  index::TreeUnpacker unpacker_;
  formula::OperatorTree tree_;
  EqualFormulaList found_;
};

}  // namespace

base::Result<EqualFormulaList> find_equal_among(std::span<const SameCandidate> same,
                                                const index::IndexReader& index,
                                                const FormulaQuery& query, double seconds,
                                                const IsOver& is_over) {
  EqualSearch search(index, query, seconds);
  for (const SameCandidate& one : same) {
    if (auto on = go_on(is_over); !on) return std::unexpected(std::move(on.error()));
    if (auto done = search.look_at(one); !done) return std::unexpected(std::move(done.error()));
  }
  return std::move(search).found();
}

}  // namespace noether::search
