// A set of byte strings, each with a number, as a double array: a step from a node by a byte is
// one exclusive or and one comparison, however many strings there are.
//
// Invariant: the child of node n by byte b stands at base(n) ^ b, and its check is n.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace noether::neural::tokens {

class Trie {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  Trie() = default;
  // If strings repeat, the first counts; empty ones do not.
  static Trie of(std::vector<std::pair<std::string_view, std::uint32_t>> entries);

  bool empty() const { return units_.empty(); }

  struct Match {
    std::uint32_t value = kNone;
    std::size_t size = 0;
  };
  std::uint32_t find(std::string_view text) const;
  Match longest_prefix(std::string_view text) const;
  // Calls visit(value, size) for each entry that `text` begins with, short ones first.
  template <typename Visit>
  void prefixes(std::string_view text, const Visit& visit) const {
    std::uint32_t node = 0;
    for (std::size_t i = 0; i < text.size() && step(node, text[i]); ++i) {
      if (units_[node].value != kNone) visit(units_[node].value, i + 1);
    }
  }

  // Moves to the child of `node` by the byte; returns false, with `node` unchanged, if there is
  // none.
  bool step(std::uint32_t& node, char byte) const {
    if (units_.empty()) return false;
    const std::uint32_t child = units_[node].base ^ static_cast<unsigned char>(byte);
    if (child >= units_.size() || units_[child].check != node) return false;
    node = child;
    return true;
  }
  std::uint32_t value(std::uint32_t node) const {
    return units_.empty() ? kNone : units_[node].value;
  }

 private:
  friend class TrieBuilder;
  struct Unit {
    std::uint32_t base = 0;
    std::uint32_t check = kNone;  // the parent; none for a free unit and for the root
    std::uint32_t value = kNone;
  };
  std::vector<Unit> units_;
};

}  // namespace noether::neural::tokens
