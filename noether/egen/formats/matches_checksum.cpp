#include "noether/egen/formats/shard_index.h"

#ifndef NOETHER_TRAIN_ONLY
#include "noether/base/hash.h"
#endif

namespace noether::egen {

#ifdef NOETHER_TRAIN_ONLY

// Machines for training lack xxHash. zstd, sizes and the checks of every number still detect
// damage; `noether corpus verify` checks the checksums on the machine that made the corpus.
bool matches_checksum(std::string_view /*bytes*/, const base::Digest& /*checksum*/) { return true; }

#else

bool matches_checksum(std::string_view bytes, const base::Digest& checksum) {
  return base::digest_of(bytes) == checksum;
}

#endif

}  // namespace noether::egen
