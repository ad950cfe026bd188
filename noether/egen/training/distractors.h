// Distractors: expressions that look like a given one and are certain to mean something else.
//
// One token is changed, or the two operands of an operator for which their order matters are
// exchanged. A candidate is kept only when certified numbers tell it from the reference at several
// ordinary points, where both have values and clearly different ones. Merely another domain is not
// enough, nor are isolated points.
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
  // `check` must outlive this; its reference is what distractors differ from. That may be the
  // expression that is changed, or another that it is equal to.
  explicit DistractorMaker(ReferenceCheck& check) : check_(&check) {}

  // Different ones, `how_many` or as many as were found. Kinds of change are equally likely as far
  // as the expression has something to change. The same random numbers give the same distractors.
  std::vector<Distractor> make(std::string_view expression, std::size_t how_many,
                               egraph::Random& random);

  // The first that passes, of so many random changes. Neither the expression itself nor one that
  // was refused is offered again.
  std::optional<Distractor> first(std::string_view expression, std::size_t tries,
                                  egraph::Random& random,
                                  const std::function<bool(std::string_view)>& passes);

  // A random change that nothing was checked about; none when there is nothing to change.
  std::optional<Distractor> propose(std::string_view expression, egraph::Random& random);

 private:
  ReferenceCheck* check_;
  PrefixTokens tokens_;
};

}  // namespace noether::egen
