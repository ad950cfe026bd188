#include "noether/base/hash.h"

#include <xxhash.h>

#include <array>
#include <new>

namespace noether::base {

Digest digest_of(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

Hasher::Hasher() : state_(XXH3_createState()) {
  if (!state_) throw std::bad_alloc();
  reset();
}

void Hasher::add_bytes(std::string_view bytes) {
  XXH3_128bits_update(state_.get(), bytes.data(), bytes.size());
}

void Hasher::add_number(std::uint64_t number) {
  std::array<char, 8> bytes;
  for (char& byte : bytes) {
    byte = static_cast<char>(number & 0xFF);
    number >>= 8;
  }
  add_bytes({bytes.data(), bytes.size()});
}

void Hasher::add_text(std::string_view text) {
  add_number(text.size());
  add_bytes(text);
}

Digest Hasher::digest() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
  return {hash.high64, hash.low64};
}

void Hasher::reset() { XXH3_128bits_reset(state_.get()); }

void Hasher::FreeState::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

}  // namespace noether::base
