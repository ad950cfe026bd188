#include "noether/search/formula/equal_formulas.h"

#include <algorithm>

#include "noether/algebra/fingerprint.h"
#include "noether/algebra/read_expression.h"

namespace noether::search {
namespace {

using algebra::ExprId;
using algebra::Head;

// More names than these are not tried in every order.
constexpr std::size_t kMaxVariables = 5;

}  // namespace

struct EqualFormulas::State {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool{vocabulary};
  algebra::Fingerprinter fingerprinter{pool};
  ExprId query = algebra::kNoExpr;
  std::vector<Head> variables;
  base::Digest fingerprint;  // names kept

  // First under names that nothing else has, so that x and y can change places.
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

  // The formula under the names of the query, and which these are.
  std::optional<std::pair<ExprId, std::vector<Head>>> named_as_query(
      ExprId formula, const std::vector<Head>& names) {
    if (fingerprinter.fingerprint(formula, algebra::Names::Keep) == fingerprint) {
      return std::pair(formula, names);
    }
    if (names.size() != variables.size() || names.size() > kMaxVariables) return std::nullopt;
    std::vector<Head> order = variables;
    std::ranges::sort(order);
    do {
      const ExprId renamed = rename(formula, names, order);
      if (fingerprinter.fingerprint(renamed, algebra::Names::Keep) == fingerprint) {
        return std::pair(renamed, order);
      }
    } while (std::ranges::next_permutation(order).found);
    return std::nullopt;
  }
};

EqualFormulas::EqualFormulas(const formula::OperatorTree& query)
    : state_(std::make_unique<State>()) {
  const auto read = algebra::from_operators(query, state_->pool);
  if (!read) return;
  state_->query = *read;
  state_->variables = algebra::variables_of(state_->pool, *read);
  state_->fingerprint = state_->fingerprinter.fingerprint(*read, algebra::Names::Keep);
}
EqualFormulas::~EqualFormulas() = default;

bool EqualFormulas::can_compare() const {
  return state_->query != algebra::kNoExpr && state_->variables.size() <= kMaxVariables;
}

std::optional<Equality> EqualFormulas::compare(const formula::OperatorTree& formula,
                                               double seconds) {
  if (state_->query == algebra::kNoExpr) return std::nullopt;
  const auto read = algebra::from_operators(formula, state_->pool);
  if (!read) return std::nullopt;
  const auto names = algebra::variables_of(state_->pool, *read);
  const auto named = state_->named_as_query(*read, names);
  if (!named) return std::nullopt;
  Equality equality;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == named->second[i]) continue;
    equality.renamed.emplace_back(state_->vocabulary.variable_name(names[i]),
                                  state_->vocabulary.variable_name(named->second[i]));
  }
  // A formula that is defined elsewhere too is still worth finding, but is not quite equal.
  const auto decide = [&](algebra::Equality sense) {
    algebra::DecideOptions options;
    options.equality = sense;
    options.seconds = seconds / 2;
    options.want_proof = false;
    return algebra::decide(state_->pool, state_->query, named->first, options);
  };
  const auto strict = decide(algebra::Equality::Strict);
  equality.verdict = strict.verdict;
  equality.reason = strict.reason;
  if (strict.verdict == algebra::Verdict::Proven) return equality;
  const auto loose = decide(algebra::Equality::WhereBothDefined);
  if (loose.verdict == algebra::Verdict::Refuted) return std::nullopt;
  if (loose.verdict == strict.verdict) return equality;
  equality.verdict = loose.verdict;
  equality.reason = loose.reason + ", where both are defined";
  return equality;
}

}  // namespace noether::search
