// Chooses the terms that become members: root operators share equally, then sizes, then rarely seen
// rules.
//
// The next term comes from the root operator with the fewest members so far, and there from the
// size tried least often. Among a few terms drawn from this stratum, the one with the most rules
// not seen yet is chosen; the others wait. A root or a size that yields nothing for long is
// abandoned, so that a class with mostly refused terms does not take forever. In uniform sampling,
// terms are used in the order in which they are drawn.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/algebra/equivalents/equalities.h"
#include "noether/algebra/expression/operators.h"
#include "noether/egraph/terms/random.h"
#include "noether/egraph/terms/term.h"
#include "noether/egraph/terms/term_ranking.h"

namespace noether::egen {

// How members are drawn from all terms of a class.

// Stratified: root operators share equally, then sizes, and terms with unseen rules come first.
// Uniform: every term has the same probability; nearly all of them have the largest sizes.
enum class Sampling : std::uint8_t { Stratified, Uniform };

inline std::string_view sampling_name(Sampling sampling) {
  return sampling == Sampling::Uniform ? "uniform" : "stratified";
}
inline std::optional<Sampling> sampling_by_name(std::string_view name) {
  for (const Sampling sampling : {Sampling::Stratified, Sampling::Uniform}) {
    if (sampling_name(sampling) == name) return sampling;
  }
  return std::nullopt;
}

// The rules that a term is known to use: those that made its nodes in the e-graph.
//
// A node is made once, by the rule that first derived it, or is part of the initial expression. The
// rules found therefore belong to one derivation in the e-graph; other rules may derive the same
// term.

using RuleNumbers = std::vector<std::uint16_t>;

// Keeps its buffers from one term to the next.
class TermOrigins {
 public:
  // The graph must outlive this, and not change.
  explicit TermOrigins(const algebra::AlgebraGraph& graph) : graph_(graph) {}

  // The result ascends. A part that is not in the graph contributes nothing.
  void find(const egraph::Term& term, RuleNumbers& rules);

 private:
  egraph::NodeId node_of(egraph::Symbol symbol);  // applied to children_; kNoId if absent
  egraph::NodeId fraction(algebra::Head numerator, algebra::Head denominator) const;

  const algebra::AlgebraGraph& graph_;
  // Operands that wait for their operator, the first one last; kNoId for those not in the graph.
  std::vector<egraph::ClassId> done_;
  std::vector<egraph::ClassId> children_;
};

// Draws terms of a class in random order, no term twice. The caller chooses the root operator and
// size.
//
// A stratum consists of the terms with one root operator and one size. Within it, every order of
// its terms is equally likely, and memory holds only as many entries as were drawn. In uniform
// sampling, all terms form one stratum.

// Ranks of one stratum without repetition, dealt one by one like the cards of a shuffled deck.
class RankDeck {
 public:
  RankDeck(mpz_class first, mpz_class count) : first_(std::move(first)), count_(std::move(count)) {}

  // Returns false if all ranks were dealt.
  bool deal(egraph::Random& random, mpz_class& rank);

 private:
  mpz_class first_;
  mpz_class count_;
  std::uint64_t dealt_ = 0;
  // The numbers that shuffling has moved, by the place they are at.
  std::unordered_map<std::uint64_t, std::uint64_t> moved_;
  std::set<mpz_class> used_;  // for decks that are too large for moved_; repetitions are rare there
};

class MemberSampler {
 public:
  struct Stratum {
    std::uint32_t size;           // 0 in uniform sampling: any
    std::vector<RankDeck> decks;  // one for each root symbol: 2 and 3 are one operator
    std::size_t next_deck = 0;
  };
  struct Root {
    std::optional<algebra::Op> op;  // absent in uniform sampling: any
    std::vector<Stratum> strata;    // by size, ascending
  };

  // `ranking` must outlive this.
  MemberSampler(egraph::TermRanking& ranking, std::uint64_t seed,
                Sampling sampling = Sampling::Stratified);

  Sampling sampling() const { return sampling_; }
  const std::vector<Root>& roots() const { return roots_; }
  // Draws a term of this stratum that was not drawn before; false if none is left.
  bool draw(std::size_t root, std::size_t stratum, egraph::Term& term);

 private:
  egraph::TermRanking& ranking_;
  egraph::Random random_;
  Sampling sampling_;
  std::vector<Root> roots_;
};

class MemberChoice {
 public:
  struct Candidate {
    egraph::Term term;
    RuleNumbers rules;
  };
  // May also complete the term.
  using RulesOf = std::function<void(egraph::Term&, RuleNumbers&)>;

  // A root or size is abandoned after `patience` refusals in a row.
  MemberChoice(MemberSampler& sampler, RulesOf rules_of, std::size_t patience);

  // Returns false if no candidates are left. The caller must answer with `accept` or `refuse`.
  bool next(Candidate& candidate);
  void accept();
  void refuse();

  std::uint64_t drawn() const { return drawn_; }

 private:
  struct Stratum {
    std::vector<Candidate> waiting;
    std::size_t tried = 0;
    std::size_t refused_in_a_row = 0;
    bool over = false;
    bool drawn_empty = false;
  };
  struct Root {
    std::vector<Stratum> strata;
    std::size_t accepted = 0;
    std::size_t refused_in_a_row = 0;
    bool over = false;
  };
  bool find_stratum();
  std::size_t unseen_rules(const Candidate& candidate) const;

  MemberSampler& sampler_;
  RulesOf rules_of_;
  std::size_t patience_;
  std::size_t candidates_;  // the number of terms from which one is chosen
  std::vector<Root> roots_;
  std::vector<bool> seen_;  // rules
  std::size_t root_ = 0;    // of the last candidate
  std::size_t stratum_ = 0;
  RuleNumbers last_rules_;
  std::uint64_t drawn_ = 0;
};

}  // namespace noether::egen
