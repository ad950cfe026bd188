// Rewrites an expression by a random walk over identities.
//
// A step chooses a part of the expression and an identity with one side that matches it, and
// replaces the part by the other side. Both sides are equal wherever both have real values. Corpora
// contain the forms that an e-graph finds; the walk goes a few steps further and makes as many
// forms of a cluster as training needs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/train/core/random_stream.h"
#include "noether/train/variety/value_signature.h"

namespace noether::train {

// The letters that stand for any part in identities; n stands for a number.
inline constexpr std::string_view kWalkHoles = "abcf";

// The identities as words in prefix notation.
std::span<const std::pair<std::string_view, std::string_view>> walk_identities();
// The identities of algebra's rules, which also justify the steps of derivations.
std::vector<std::pair<std::string, std::string>> rule_identities();

class IdentityWalk {
 public:
  explicit IdentityWalk(const TokenGrammar& grammar);

  // Takes up to `steps` steps. The result has at most `max_tokens` tokens, so it may be the
  // expression itself.
  void walk(Tokens& expression, int steps, std::size_t max_tokens, RandomStream& random) const;

 private:
  // Tokens from kHole on are holes.
  struct Rule {
    Tokens from;
    Tokens to;
  };
  using Holes = std::vector<TokenSpan>;

  // Returns nothing if a word is not a token.
  std::optional<Tokens> pattern(std::string_view words) const;
  void add(const Tokens& from, const Tokens& to);
  bool match(const Rule& rule, TokenSpan tokens, std::size_t at, Holes& holes,
             std::size_t& end) const;
  const std::vector<Rule>& rules_for(neural::TokenId head, RandomStream& random) const;
  bool step(Tokens& expression, std::size_t max_tokens, RandomStream& random) const;
  bool step_by_rule(Tokens& expression, std::size_t at, std::size_t max_tokens,
                    RandomStream& random) const;
  bool rewrite(const Rule& rule, const Holes& holes, std::size_t at, std::size_t end,
               std::size_t max_tokens, Tokens& expression) const;
  bool take_apart(Tokens& expression, std::size_t at, std::size_t max_tokens,
                  RandomStream& random) const;
  bool compute(Tokens& expression, std::size_t at, std::size_t max_tokens) const;
  bool replace(Tokens& expression, std::size_t at, const Tokens& by, std::size_t max_tokens) const;

  const TokenGrammar* grammar_;
  std::vector<std::vector<Rule>> by_head_;  // by the first token
  std::vector<std::vector<Rule>> rules_;    // rules of algebra, also by the first token
  // Rules whose left side is a hole: those that add 0, multiply by 1 and the like; the other rules;
  // and the rules for numbers only.
  std::vector<Rule> plain_;
  std::vector<Rule> everywhere_;
  std::vector<Rule> of_numbers_;
};

}  // namespace noether::train
