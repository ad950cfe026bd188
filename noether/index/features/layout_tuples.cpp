#include "noether/index/features/layout_tuples.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "noether/index/features/feature.h"

namespace noether::index {
namespace {

using formula::kRelationCount;
using formula::LayoutNode;
using formula::NodeId;
using formula::SymbolKind;

constexpr std::uint32_t kNoParent = 0xFFFFFFFFu;
constexpr std::uint32_t kNextBit = 1U << static_cast<unsigned>(formula::Relation::Next);
constexpr std::uint32_t kMaxWay = 16;  // all longer ways between two places of a symbol are equal

// First tokens of the kinds of tuples.
enum TupleKind : std::uint64_t { kPair = 1, kTerminal, kCompound, kDuplicate, kLocated };

constexpr std::uint64_t wildcard(std::uint8_t type) { return 0x100u + type; }

// The maximum number of keys of one symbol: three pairs, a terminal, a compound and a duplicate,
// each in two ways, and all of them again with their location.
constexpr std::size_t kMaxKeys = 18;

// The beginnings of keys, of which there are few.
constexpr std::size_t kTypes = 3;  // none, variable, number
struct PairKeys {
  std::uint64_t relation = 0;
  std::array<std::uint64_t, kTypes> wildcards{};  // by the type on the left
};
constexpr auto kPairKeys = [] {
  std::array<PairKeys, kRelationCount> keys{};
  for (std::size_t relation = 0; relation < keys.size(); ++relation) {
    keys[relation].relation = extend_key(kPair, relation);
    for (std::uint8_t type = 0; type < kTypes; ++type) {
      keys[relation].wildcards[type] = extend_key(keys[relation].relation, wildcard(type));
    }
  }
  return keys;
}();
constexpr std::uint64_t kTerminalKey = extend_key(kTerminal, 0);

// Variables, numbers and operators of one byte; most symbols are of these kinds.
constexpr std::size_t kByteKinds = 3;
static_assert(static_cast<int>(SymbolKind::Operator) < static_cast<int>(kByteKinds));
constexpr std::uint64_t symbol_key(SymbolKind kind, std::string_view label) {
  return extend_key(static_cast<std::uint64_t>(kind), key_of(label));
}
constexpr auto kByteSymbols = [] {
  std::array<std::array<std::uint64_t, 256>, kByteKinds> keys{};
  for (std::size_t kind = 0; kind < kByteKinds; ++kind) {
    for (std::size_t i = 0; i < 256; ++i) {
      const char byte = static_cast<char>(i);
      keys[kind][i] = symbol_key(static_cast<SymbolKind>(kind), {&byte, 1});
    }
  }
  return keys;
}();

}  // namespace

void LayoutTupleReader::read(const formula::LayoutTree& tree, FeatureCounter& out) {
  collect(tree);
  keys_.resize(std::max(keys_.size(), symbols_.size() * kMaxKeys));
  next_key_ = keys_.data();
  add_own_tuples();
  if (kinds_.duplicates) add_duplicates();
  out.clear();
  for (const std::uint64_t* key = keys_.data(); key != next_key_; ++key) out.add(*key);
}

// Symbols in the order in which they are drawn along each line, parents first.
void LayoutTupleReader::collect(const formula::LayoutTree& tree) {
  symbols_.clear();
  pending_.clear();
  if (!tree.empty()) pending_.push_back({tree.root(), kNoParent, 0});
  while (!pending_.empty() && symbols_.size() < kMaxTupleSymbols) {
    const Visit visit = pending_.back();
    pending_.pop_back();
    const LayoutNode& node = tree.node(visit.node);
    Symbol symbol;
    const std::string_view label = tree.label(visit.node);
    const auto kind = static_cast<std::size_t>(node.kind);
    symbol.label = kind < kByteKinds && label.size() == 1
                       ? kByteSymbols[kind][static_cast<unsigned char>(label[0])]
                       : symbol_key(node.kind, label);
    if (node.kind == SymbolKind::Group) {
      symbol.label =
          extend_key(symbol.label, (std::uint64_t{node.rows} << 16) | std::uint64_t{node.columns});
    }
    if (node.kind == SymbolKind::Variable || node.kind == SymbolKind::Number) {
      symbol.type = static_cast<std::uint8_t>(1 + static_cast<int>(node.kind));
    }
    symbol.parent = visit.parent;
    symbol.relation = visit.relation;
    if (visit.parent != kNoParent) {
      const Symbol& parent = symbols_[visit.parent];
      symbol.depth = parent.depth + 1;
      symbol.location = extend_key(parent.location, visit.relation + 1u);
    }
    const auto number = static_cast<std::uint32_t>(symbols_.size());
    // `next` is relation 0 and is pushed first, so scripts come before the rest of the line.
    for (std::uint8_t relation = 0; relation < kRelationCount; ++relation) {
      if (node.links[relation] != formula::kNoNode) {
        pending_.push_back({node.links[relation], number, relation});
        symbol.relations = static_cast<std::uint16_t>(symbol.relations | 1U << relation);
      }
    }
    symbols_.push_back(symbol);
  }
}

inline void LayoutTupleReader::add(std::uint64_t key, const Symbol& at) {
  *next_key_++ = key;
  if (kinds_.locations && at.depth < kMaxLocation) {
    *next_key_++ = extend_key(extend_key(kLocated, key), at.location);
  }
}

void LayoutTupleReader::add_own_tuples() {
  for (const Symbol& symbol : symbols_) {
    if (symbol.parent != kNoParent) {
      const Symbol& left = symbols_[symbol.parent];
      const PairKeys& begin = kPairKeys[symbol.relation];
      const std::uint64_t from_left = extend_key(begin.relation, left.label);
      add(extend_key(from_left, symbol.label), left);
      if (kinds_.wildcards && left.type != 0) {
        add(extend_key(begin.wildcards[left.type], symbol.label), left);
      }
      if (kinds_.wildcards && symbol.type != 0) {
        add(extend_key(from_left, wildcard(symbol.type)), left);
      }
    }
    const auto single = [&](std::uint64_t begin) {
      add(extend_key(begin, symbol.label), symbol);
      if (kinds_.wildcards && symbol.type != 0) {
        add(extend_key(begin, wildcard(symbol.type)), symbol);
      }
    };
    if (kinds_.terminals && (symbol.relations & kNextBit) == 0) single(kTerminalKey);
    if (kinds_.compounds && std::popcount(symbol.relations) > 1) {
      single(extend_key(kCompound, symbol.relations));
    }
  }
}

// The way from one symbol to another: up to where both lines meet, then down.
std::uint64_t LayoutTupleReader::way(std::uint32_t from, std::uint32_t to) const {
  std::uint64_t up = 0;
  std::uint64_t down = 0;
  for (std::uint32_t steps = 0; from != to; ++steps) {
    if (steps == kMaxWay) return 1;
    const Symbol& a = symbols_[from];
    const Symbol& b = symbols_[to];
    if (a.depth > b.depth) {
      up = extend_key(up, a.relation + 1u);
      from = a.parent;
    } else {
      down = extend_key(down, b.relation + 1u);
      to = b.parent;
    }
  }
  return extend_key(extend_key(0, up), down);
}

void LayoutTupleReader::add_duplicates() {
  std::size_t size = 16;
  while (size < symbols_.size() * 2) size *= 2;
  last_place_.assign(size, kNoParent);
  for (std::uint32_t i = 0; i < symbols_.size(); ++i) {
    const Symbol& symbol = symbols_[i];
    if (symbol.type == 0) continue;
    std::size_t slot = symbol.label & (size - 1);
    while (last_place_[slot] != kNoParent && symbols_[last_place_[slot]].label != symbol.label) {
      slot = (slot + 1) & (size - 1);
    }
    const std::uint32_t before = last_place_[slot];
    last_place_[slot] = i;
    if (before == kNoParent) continue;
    const std::uint64_t between = extend_key(kDuplicate, way(before, i));
    const Symbol& first = symbols_[before];
    add(extend_key(between, symbol.label), first);
    if (kinds_.wildcards) add(extend_key(between, wildcard(symbol.type)), first);
  }
}

}  // namespace noether::index
