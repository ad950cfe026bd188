// Distractors: expressions that resemble a given one and certainly mean something else.
//
// One token is changed, or the two operands of a non-commutative operator are exchanged. A
// candidate is kept only if certified numbers distinguish it from the reference at several ordinary
// points, where both have clearly different values. A different domain is not enough, nor are
// isolated points.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/egen/prefix_tokens.h"
#include "noether/egen/verify/reference_check.h"
#include "noether/egraph/terms/random.h"

namespace noether::egen {

enum class Change : std::uint8_t { Operator, Function, Number, Sign, Order, Constant, Variable };
inline constexpr std::size_t kChanges = 7;
std::string_view change_name(Change change);  // operator function number sign order ...
std::optional<Change> change_by_name(std::string_view name);

struct Distractor {
  std::string expression;
  Change change = Change::Operator;

  friend bool operator==(const Distractor&, const Distractor&) = default;
};

class DistractorMaker {
 public:
  // `check` must outlive this; distractors differ from its reference. The reference may be the
  // changed expression itself, or another one that equals it.
  explicit DistractorMaker(ReferenceCheck& check) : check_(&check) {}

  // Returns `how_many` different distractors, or as many as were found. Kinds of change are equally
  // likely as far as the expression allows them. The same random numbers give the same distractors.
  std::vector<Distractor> make(std::string_view expression, std::size_t how_many,
                               egraph::Random& random);

  // Returns the first distractor that passes among `tries` random changes. Neither the expression
  // itself nor a refused change is offered again.
  std::optional<Distractor> first(std::string_view expression, std::size_t tries,
                                  egraph::Random& random,
                                  const std::function<bool(std::string_view)>& passes);

  // Returns a random, unchecked change; nothing if the expression has nothing to change.
  std::optional<Distractor> propose(std::string_view expression, egraph::Random& random);

 private:
  ReferenceCheck* check_;
  PrefixTokens tokens_;
};

}  // namespace noether::egen
