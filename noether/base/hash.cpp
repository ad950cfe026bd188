#include "noether/base/hash.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <array>
#include <charconv>
#include <new>

namespace noether::base {

namespace {

std::optional<std::uint64_t> number_from_hex(std::string_view digits) {
  std::uint64_t number = 0;
  const char* end = digits.data() + digits.size();
  const auto [stopped_at, error] = std::from_chars(digits.data(), end, number, 16);
  if (error != std::errc{} || stopped_at != end) return std::nullopt;
  return number;
}

}  // namespace

std::string Digest::hex() const { return fmt::format("{:016x}{:016x}", high, low); }

std::optional<Digest> Digest::from_hex(std::string_view text) {
  if (text.size() != 32) return std::nullopt;
  const auto high = number_from_hex(text.substr(0, 16));
  const auto low = number_from_hex(text.substr(16));
  if (!high || !low) return std::nullopt;
  return Digest{*high, *low};
}

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
