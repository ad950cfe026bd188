// 128-bit digests of bytes (XXH3), the same on every machine.
// They are for identity, not for secrecy: two different inputs practically never share a digest,
// but an attacker can construct such inputs.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace noether::base {

// `high` before `low` is xxHash's canonical (big-endian) order: it is how digests sort and print.
struct Digest {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  std::string hex() const;  // 32 lower-case digits
  static std::optional<Digest> from_hex(std::string_view text);

  friend auto operator<=>(const Digest&, const Digest&) = default;
};

Digest digest_of(std::string_view bytes);

// The digest of everything added. One hasher can serve many inputs, with `reset` between them.
class Hasher {
 public:
  Hasher();

  // Consecutive calls concatenate: adding "ab" and "c" equals adding "abc".
  void add_bytes(std::string_view bytes);
  // Eight little-endian bytes, whatever the machine.
  void add_number(std::uint64_t number);
  // Adds the length, then the bytes, so that adjacent texts do not run together.
  void add_text(std::string_view text);

  Digest digest() const;
  void reset();

 private:
  struct FreeState {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, FreeState> state_;
};

}  // namespace noether::base

template <>
struct std::hash<noether::base::Digest> {
  std::size_t operator()(const noether::base::Digest& digest) const noexcept {
    return static_cast<std::size_t>(digest.low);
  }
};
