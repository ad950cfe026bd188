#include "noether/egen/formats/shard_index.h"

#ifndef NOETHER_TRAIN_ONLY
#include "noether/base/hash.h"
#endif

namespace noether::egen {

#ifdef NOETHER_TRAIN_ONLY

// Machines for training lack xxHash. Damage is still found by zstd, by sizes and by the checks of
// every number; `noether corpus verify` looks at checksums where the corpus was made.
bool matches_checksum(std::string_view /*bytes*/, const base::Digest& /*checksum*/) { return true; }

#else

bool matches_checksum(std::string_view bytes, const base::Digest& checksum) {
  return base::digest_of(bytes) == checksum;
}

#endif

}  // namespace noether::egen
