// Which terms become members: root operators share equally, then sizes, then rarely seen rules.
//
// The next term comes from the root operator with the fewest members so far, and there from the
// size that was tried least. Of the few terms that are drawn from such a stratum the one that shows
// most rules not seen yet goes first; the others wait. A root or a size that yields nothing for
// long is given up, so a class whose terms are mostly refused does not take forever. Where sampling
// is uniform, terms go in the order in which they are drawn.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "noether/egen/clusters/member_sampler.h"
#include "noether/egen/clusters/term_origins.h"

namespace noether::egen {

class MemberChoice {
 public:
  struct Candidate {
    egraph::Term term;
    RuleNumbers rules;
  };
  // May also put the finishing touch to the term.
  using RulesOf = std::function<void(egraph::Term&, RuleNumbers&)>;

  // What is given up is given up after so many refusals in a row.
  MemberChoice(MemberSampler& sampler, RulesOf rules_of, std::size_t patience);

  // False when there is nothing left. To be answered by `accept` or `refuse`.
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
  std::size_t candidates_;  // from how many terms one is chosen
  std::vector<Root> roots_;
  std::vector<bool> seen_;  // rules
  std::size_t root_ = 0;    // of the last candidate
  std::size_t stratum_ = 0;
  RuleNumbers last_rules_;
  std::uint64_t drawn_ = 0;
};

}  // namespace noether::egen
