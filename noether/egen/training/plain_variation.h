// Members written in another way, by identities that nobody needs: e + 0, 1 e, e^1, 2e - e, a
// quarter as 0.25, five as 2 + 3, a + b as b + a.
//
// Generated members have none of these, since a search over equal terms would find nothing else.
// People write them, and so do other generators; what is trained on a corpus should know them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "noether/egen/prefix_tokens.h"
#include "noether/egraph/terms/random.h"

namespace noether::egen {

// Not for two threads.
class PlainVariation {
 public:
  // One random identity at a random place; nothing when there is no room for it, or the place that
  // was drawn does not allow it. Equal by mathematics, wherever the expression has a value. At most
  // `max_tokens` tokens.
  std::optional<std::string> once(std::string_view expression, std::size_t max_tokens,
                                  egraph::Random& random);
  // Some, one after another: each as likely to be followed by another as not.
  std::optional<std::string> some(std::string_view expression, std::size_t max_tokens,
                                  egraph::Random& random);

 private:
  std::string part(std::size_t position) const;

  PrefixTokens tokens_;
};

}  // namespace noether::egen
