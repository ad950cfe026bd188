// A corpus in which a share of the members is rewritten (see PlainVariation), and which keeps at
// most a given number of random members of every cluster.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "noether/egen/corpus/derived_corpus.h"
#include "noether/egen/prefix_tokens.h"
#include "noether/egraph/terms/random.h"

namespace noether::egen {

// Rewrites members by identities that are not needed for anything else: e + 0, 1 e, e^1, 2e - e, a
// quarter as 0.25, five as 2 + 3, a + b as b + a.
//
// Generated members contain none of these identities, because a search over equal terms would find
// nothing else. But people and other generators write them, so models trained on a corpus should
// see them.

// Not for two threads.
class PlainVariation {
 public:
  // Applies one random identity at a random place; returns nothing if there is no room for it, or
  // the place does not allow it. The result is mathematically equal wherever the expression has a
  // value, and has at most `max_tokens` tokens.
  std::optional<std::string> once(std::string_view expression, std::size_t max_tokens,
                                  egraph::Random& random);
  // Applies one or more identities; after each, another one follows with probability 1/2.
  std::optional<std::string> some(std::string_view expression, std::size_t max_tokens,
                                  egraph::Random& random);

 private:
  std::string part(std::size_t position) const;

  PrefixTokens tokens_;
};

struct VariationOptions {
  double share = 0.5;  // of the members that are rewritten
  // at most this many of a cluster; the first is always kept unchanged
  std::size_t members = SIZE_MAX;
  std::size_t max_tokens = 25;  // of a rewritten member
  std::uint64_t seed = 1;
};

// Certified numbers compare a rewritten member with the initial expression of its cluster. If they
// no longer agree as before, or the cluster already has this member, the member stays unchanged.
// Rules are not kept. The manifest counts the rewritten members.
base::Result<CorpusManifest> vary_corpus(const DerivedCorpusRequest& request,
                                         const VariationOptions& options);

}  // namespace noether::egen
