// A corpus of which a share of the members is written in another way (see PlainVariation), and
// of every cluster no more members than asked, by chance.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "noether/egen/corpus/derived_corpus.h"
#include "noether/egen/prefix_tokens.h"
#include "noether/egraph/terms/random.h"

namespace noether::egen {

// Members written in another way, by identities that nobody needs: e + 0, 1 e, e^1, 2e - e, a
// quarter as 0.25, five as 2 + 3, a + b as b + a.
//
// Generated members have none of these, since a search over equal terms would find nothing else.
// People write them, and so do other generators; what is trained on a corpus should know them.

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

struct VariationOptions {
  double share = 0.5;              // of the members that are varied
  std::size_t members = SIZE_MAX;  // of a cluster at most; the first is always kept, as it is
  std::size_t max_tokens = 25;     // of what is varied
  std::uint64_t seed = 1;
};

// Certified numbers compare what is varied with the initial expression of its cluster: where they
// do not agree as before, or a member of the cluster is written so already, the member stays as it
// is. Rules are not kept. The manifest counts the members that were varied.
base::Result<CorpusManifest> vary_corpus(const DerivedCorpusRequest& request,
                                         const VariationOptions& options);

}  // namespace noether::egen
