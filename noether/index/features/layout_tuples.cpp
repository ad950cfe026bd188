#include "noether/index/features/layout_tuples.h"

#include "noether/index/features/feature_key.h"

namespace noether::index {
namespace {

using formula::kRelationCount;
using formula::LayoutNode;
using formula::NodeId;
using formula::SymbolKind;

constexpr std::uint32_t kNoParent = 0xFFFFFFFFu;
constexpr std::uint32_t kMaxWay = 16;  // longer ways between two places of a symbol are all alike

// First tokens of the kinds of tuples.
enum TupleKind : std::uint64_t { kPair = 1, kTerminal, kCompound, kDuplicate, kLocated };

std::uint64_t wildcard(std::uint8_t type) { return 0x100u + type; }

}  // namespace

void LayoutTupleReader::read(const formula::LayoutTree& tree, FeatureCounter& out) {
  out.clear();
  collect(tree);
  add_own_tuples(tree, out);
  if (kinds_.duplicates) add_duplicates(out);
}

// Symbols in the order in which they are drawn along each line, parents first.
void LayoutTupleReader::collect(const formula::LayoutTree& tree) {
  symbols_.clear();
  nodes_.clear();
  pending_.clear();
  if (!tree.empty()) pending_.push_back({tree.root(), kNoParent, 0});
  while (!pending_.empty() && symbols_.size() < kMaxTupleSymbols) {
    const Visit visit = pending_.back();
    pending_.pop_back();
    const LayoutNode& node = tree.node(visit.node);
    Symbol symbol;
    symbol.label =
        extend_key(static_cast<std::uint64_t>(node.kind), key_of(tree.label(visit.node)));
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
    symbols_.push_back(symbol);
    nodes_.push_back(visit.node);
    // `next` is relation 0 and pushed first: scripts come before the rest of the line.
    for (std::uint8_t relation = 0; relation < kRelationCount; ++relation) {
      if (node.links[relation] != formula::kNoNode) {
        pending_.push_back({node.links[relation], number, relation});
      }
    }
  }
}

void LayoutTupleReader::add(std::uint64_t key, const Symbol& at, FeatureCounter& out) const {
  out.add(key);
  if (kinds_.locations && at.depth < kMaxLocation) {
    out.add(extend_key(extend_key(kLocated, key), at.location));
  }
}

void LayoutTupleReader::add_own_tuples(const formula::LayoutTree& tree, FeatureCounter& out) {
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    const Symbol& symbol = symbols_[i];
    if (symbol.parent != kNoParent) {
      const Symbol& left = symbols_[symbol.parent];
      const auto pair = [&](std::uint64_t a, std::uint64_t b) {
        add(extend_key(extend_key(extend_key(kPair, symbol.relation), a), b), left, out);
      };
      pair(left.label, symbol.label);
      if (kinds_.wildcards && left.type != 0) pair(wildcard(left.type), symbol.label);
      if (kinds_.wildcards && symbol.type != 0) pair(left.label, wildcard(symbol.type));
    }
    std::uint64_t relations = 0;
    int count = 0;
    const LayoutNode& node = tree.node(nodes_[i]);
    for (int relation = 0; relation < kRelationCount; ++relation) {
      if (node.links[static_cast<std::size_t>(relation)] == formula::kNoNode) continue;
      relations |= std::uint64_t{1} << relation;
      ++count;
    }
    const auto single = [&](TupleKind kind, std::uint64_t token) {
      add(extend_key(extend_key(kind, token), symbol.label), symbol, out);
      if (kinds_.wildcards && symbol.type != 0) {
        add(extend_key(extend_key(kind, token), wildcard(symbol.type)), symbol, out);
      }
    };
    if (kinds_.terminals && node.next() == formula::kNoNode) single(kTerminal, 0);
    if (kinds_.compounds && count > 1) single(kCompound, relations);
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

void LayoutTupleReader::add_duplicates(FeatureCounter& out) {
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
    add(extend_key(between, symbol.label), first, out);
    if (kinds_.wildcards) add(extend_key(between, wildcard(symbol.type)), first, out);
  }
}

}  // namespace noether::index
