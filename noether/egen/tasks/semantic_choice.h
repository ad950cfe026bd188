// Semantic understanding beyond looks: find the one of seven expressions that equals the query.
//
// The right answer looks unlike the query. Three of the others are the query with a small change,
// three are the answer with one. Every wrong candidate is certified different from the query.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "noether/egen/training/distractors.h"
#include "noether/egen/training/member_table.h"

namespace noether::egen {

inline constexpr std::size_t kChoices = 7;
inline constexpr std::size_t kDistractorsOfEach = 3;

struct SemanticChoice {
  enum class Origin : std::uint8_t { Answer, OfQuery, OfAnswer };
  struct Candidate {
    std::string expression;
    Origin origin = Origin::Answer;
    std::optional<Change> change;  // absent for the answer

    friend bool operator==(const Candidate&, const Candidate&) = default;
  };
  std::uint64_t cluster_id = 0;
  std::string query;
  std::vector<Candidate> candidates;  // kChoices
  std::size_t answer = 0;             // the position of the right one

  friend bool operator==(const SemanticChoice&, const SemanticChoice&) = default;
};

// Makes an item from one cluster; empty if no two of its members agree, or they have too little to
// change.
class SemanticChoiceMaker {
 public:
  explicit SemanticChoiceMaker(const MemberTable& table) : table_(&table) {}
  std::optional<SemanticChoice> make(std::size_t cluster, egraph::Random& random);

 private:
  std::optional<std::string_view> choose_answer(std::size_t cluster, std::string_view query,
                                                egraph::Random& random);

  const MemberTable* table_;
  ReferenceCheck check_;
  DistractorMaker distractors_{check_};
  PrefixTokens query_tokens_;
  PrefixTokens answer_tokens_;
};

}  // namespace noether::egen
