// The verdict of algebra on an expression that a model considers equal to its source.
#pragma once

#include <string>
#include <string_view>

namespace noether::train {

struct EquivalenceCheck {
  std::string verdict;  // proven refuted agrees unknown; or unchecked
  std::string reason;   // one line for people
};

// Equality where both have values: domains are not compared. `unchecked` in a program that was
// built without algebra.
EquivalenceCheck check_equivalent(std::string_view source, std::string_view candidate,
                                  double seconds);

}  // namespace noether::train
