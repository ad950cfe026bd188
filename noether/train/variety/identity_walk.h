// Writes an expression in another way, by a random walk over identities.
//
// A step takes a part of the expression and an identity one side of which it has the form of, and
// puts the other side in its place. Both sides are equal wherever both have real values. Corpora
// hold what an e-graph finds; the walk goes a few steps further, for as many forms of a cluster as
// training asks for.
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

// What stands for any part in identities; n stands for a number.
inline constexpr std::string_view kWalkHoles = "abcf";

// In prefix words.
std::span<const std::pair<std::string_view, std::string_view>> walk_identities();
// Those that the rules of algebra say, by which derivations go from step to step.
std::vector<std::pair<std::string, std::string>> rule_identities();

class IdentityWalk {
 public:
  explicit IdentityWalk(const TokenGrammar& grammar);

  // Up to `steps` steps; results stay within `max_tokens`, and so may be the expression itself.
  void walk(Tokens& expression, int steps, std::size_t max_tokens, RandomStream& random) const;

 private:
  // Holes are kHole and those behind it.
  struct Rule {
    Tokens from;
    Tokens to;
  };
  using Holes = std::vector<TokenSpan>;

  // Nothing for what has a word that is no token.
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
  std::vector<std::vector<Rule>> rules_;    // of algebra, likewise
  // Rules whose left side is a hole: those that add 0 or multiply by 1 and the like, the others,
  // and those of numbers alone.
  std::vector<Rule> plain_;
  std::vector<Rule> everywhere_;
  std::vector<Rule> of_numbers_;
};

}  // namespace noether::train
