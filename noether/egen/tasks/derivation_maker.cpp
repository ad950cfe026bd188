#include "noether/egen/tasks/derivation_maker.h"

#include <algorithm>
#include <limits>

#include "noether/algebra/equivalents/equivalents.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/egraph/proof.h"

namespace noether::egen {
namespace {

// The number of target expressions tried before a walk is abandoned.
constexpr std::size_t kTargets = 8;
// A proof may contain detours; only its beginning is needed.
constexpr egraph::ProofLimits kProofLimits = {.steps = 400, .term_size = 4000};

std::size_t count_tokens(std::string_view text) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text, ' '));
}

// The equivalents of one expression under the rules, as a walk from it: every step applies one
// rule.
class Walk {
 public:
  Walk(std::string_view start, const DerivationOptions& options, std::uint64_t seed)
      : options_(options), seed_(seed) {
    const auto root = algebra::read_expression(formula::Notation::Prefix, start, pool_);
    if (!root) return;
    at_ = equalities_.add(pool_, *root);
    equalities_.saturate({.limits = {.made_nodes = options.made_nodes,
                                     .seconds = std::numeric_limits<double>::infinity()}});
    visited_.emplace_back(start);
  }

  // Returns up to `how_many` steps, without repeated expressions.
  std::vector<DerivationStep> take(std::size_t how_many) {
    std::vector<DerivationStep> steps;
    if (visited_.empty()) return steps;
    algebra::Equivalents equivalents(equalities_.graph(), at_,
                                     static_cast<std::uint32_t>(options_.max_tokens));
    for (const egraph::Term& target : equivalents.sample(kTargets, seed_)) {
      if (steps.size() >= how_many) break;
      go_to(algebra::to_expression(target, pool_), how_many, steps);
    }
    return steps;
  }

 private:
  void go_to(algebra::ExprId target, std::size_t how_many, std::vector<DerivationStep>& steps) {
    const egraph::NodeId goal = equalities_.add(pool_, target);
    const auto proof = egraph::explain(equalities_.graph(), at_, goal, kProofLimits);
    if (!proof) return;
    for (const egraph::ProofStep& step : proof->steps) {
      if (steps.size() >= how_many) return;
      const auto text = algebra::write_expression(formula::Notation::Prefix, pool_,
                                                  algebra::to_expression(step.after, pool_));
      if (!text || count_tokens(*text) > options_.max_tokens) continue;
      if (std::ranges::find(visited_, *text) != visited_.end()) continue;
      visited_.push_back(*text);
      steps.push_back({*text, name_of(step), std::nullopt});
    }
    at_ = goal;
  }

  std::string name_of(const egraph::ProofStep& step) const {
    if (step.reason.kind != egraph::Reason::Kind::Rule) return "arithmetic";
    return equalities_.book().rules()[step.reason.index].name;
  }

  const DerivationOptions& options_;
  std::uint64_t seed_;
  algebra::Vocabulary vocabulary_;
  algebra::Expressions pool_{vocabulary_};
  algebra::Equalities equalities_{vocabulary_, algebra::RuleBook::shipped({}), true};
  egraph::NodeId at_ = 0;
  std::vector<std::string> visited_;
};

}  // namespace

struct DerivationMaker::State {
  // Appends up to `how_many` correct steps; returns false if there are fewer.
  bool walk(Derivation& derivation, std::size_t how_many, egraph::Random& random) {
    // One step more than requested, in which a mistake may be made.
    Walk way(derivation.steps.back().expression, options, random.next());
    const auto steps = way.take(how_many + 1);
    for (const DerivationStep& step : steps) {
      if (!check.set_reference(derivation.steps.back().expression)) return false;
      if (!check.agrees(step.expression)) return false;
      if (how_many == 0) {
        next = step;
        return true;
      }
      derivation.steps.push_back(step);
      --how_many;
    }
    next = derivation.steps.back();
    return how_many == 0;
  }

  // Adds a changed `next` that the previous line refutes.
  bool err(Derivation& derivation, egraph::Random& random) {
    const std::string before = derivation.steps.back().expression;
    if (!check.set_reference(before)) return false;
    auto made = distractors.make(next.expression, 1, random);
    if (made.empty()) return false;
    derivation.steps.push_back({std::move(made[0].expression), "", made[0].change});
    return true;
  }

  DerivationOptions options;
  ReferenceCheck check;
  DistractorMaker distractors{check};
  DerivationStep next;
};

DerivationMaker::DerivationMaker(const DerivationOptions& options)
    : state_(std::make_unique<State>()) {
  state_->options = options;
}
DerivationMaker::~DerivationMaker() = default;
DerivationMaker::DerivationMaker(DerivationMaker&&) noexcept = default;
DerivationMaker& DerivationMaker::operator=(DerivationMaker&&) noexcept = default;

std::optional<Derivation> DerivationMaker::make(std::string_view expression,
                                                std::uint64_t cluster_id, egraph::Random& random) {
  const DerivationOptions& options = state_->options;
  const std::size_t lines =
      1 + options.fewest_steps +
      random.below(std::uint64_t{options.most_steps - options.fewest_steps + 1});
  const std::uint64_t lot = random.below(std::uint64_t{100});
  std::vector<std::size_t> mistakes;  // their lines, among 1 ... lines - 1, not adjacent
  if (lot < options.one_mistake + options.two_mistakes) {
    mistakes.push_back(1 + random.below(std::uint64_t{lines - 1}));
  }
  if (lot < options.two_mistakes) {
    const std::size_t second = 1 + random.below(std::uint64_t{lines - 1});
    if (second > mistakes[0] + 1 || second + 1 < mistakes[0]) mistakes.push_back(second);
  }
  std::ranges::sort(mistakes);
  mistakes.push_back(lines);

  Derivation derivation{.cluster_id = cluster_id, .steps = {}};
  derivation.steps.push_back({std::string(expression), "", std::nullopt});
  for (const std::size_t mistake : mistakes) {
    if (!state_->walk(derivation, mistake - derivation.steps.size(), random)) return std::nullopt;
    if (mistake < lines && !state_->err(derivation, random)) return std::nullopt;
  }
  return derivation;
}

}  // namespace noether::egen
