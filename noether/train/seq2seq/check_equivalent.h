// What algebra says of an expression that a model believes to be equal to its source.
#pragma once

#include <string>
#include <string_view>

namespace noether::train {

struct EquivalenceCheck {
  std::string verdict;  // proven refuted agrees unknown; or unchecked
  std::string reason;   // one line for people
};

// Equality where both have values: whether the domains are the same is not asked. `unchecked` in a
// program that was built without algebra.
EquivalenceCheck check_equivalent(std::string_view source, std::string_view candidate,
                                  double seconds);

}  // namespace noether::train
