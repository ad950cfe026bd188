#include "noether/egraph/terms/grammar.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "noether/base/mix.h"

namespace noether::egraph {
namespace {

// Finds the classes that hold the same terms if the order of commutative arguments does not matter.
//
// Counting requires that no term, and no twin of a term, is in two classes. A saturated e-graph
// satisfies this by congruence, but one that stopped at a limit may still hold x+y in one class and
// y+x in another. Such classes are equal (the symbol is commutative), so they are merged here, and
// so are all classes that follow by congruence. Of nodes that become equal, one remains.
struct TwinClosure {
  std::vector<std::uint32_t> class_of;  // of each class, the smallest class that it is merged with
  std::vector<std::uint32_t> nodes;     // one of each set of equal nodes, ascending
};

constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

class Closer {
 public:
  Closer(const TermGraph& graph, const TermRules& rules)
      : graph_(graph), class_of_(graph.class_count()) {
    std::iota(class_of_.begin(), class_of_.end(), 0U);
    const std::uint32_t node_count = graph.node_count();
    owner_.reserve(node_count);
    key_begin_.reserve(node_count + 1);
    for (std::uint32_t c = 0; c < graph.class_count(); ++c) {
      for (const std::uint32_t node : graph.nodes(c)) {
        owner_.push_back(c);
        key_begin_.push_back(static_cast<std::uint32_t>(keys_.size()));
        const auto children = graph.children(node);
        keys_.insert(keys_.end(), children.begin(), children.end());
      }
    }
    key_begin_.push_back(static_cast<std::uint32_t>(keys_.size()));
    is_twin_.resize(node_count);
    for (std::uint32_t node = 0; node < node_count; ++node) {
      is_twin_[node] = key(node).size() == 2 && rules.is_commutative(graph.symbol(node));
    }
    dropped_.resize(node_count);
    slots_.assign(std::bit_ceil(std::size_t{node_count} * 2 + 2), kEmpty);
  }

  TwinClosure close() {
    for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
      sort_key(node);
      place(node);
    }
    // Each round rekeys the nodes whose children were merged in the previous round.
    while (std::exchange(merged_, false)) {
      for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
        if (!dropped_[node] && refresh_key(node)) place(node);
      }
    }
    TwinClosure closure;
    closure.nodes.reserve(graph_.node_count());
    for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
      if (!dropped_[node]) closure.nodes.push_back(node);
    }
    for (std::uint32_t c = 0; c < class_of_.size(); ++c) class_of_[c] = find(c);
    closure.class_of = std::move(class_of_);
    return closure;
  }

 private:
  std::span<std::uint32_t> key(std::uint32_t node) {
    return {keys_.data() + key_begin_[node], keys_.data() + key_begin_[node + 1]};
  }

  void sort_key(std::uint32_t node) {
    const auto children = key(node);
    if (is_twin_[node] && children[1] < children[0]) std::swap(children[0], children[1]);
  }

  bool refresh_key(std::uint32_t node) {
    bool changed = false;
    for (std::uint32_t& child : key(node)) {
      const std::uint32_t now = find(child);
      changed = changed || now != child;
      child = now;
    }
    if (changed) sort_key(node);
    return changed;
  }

  std::size_t hash(std::uint32_t node) {
    std::uint64_t hash = (graph_.symbol(node) + 1) * base::kGoldenRatio;
    for (const std::uint32_t child : key(node)) {
      hash = (std::rotl(hash, 29) ^ (child + 1)) * base::kGoldenRatio;
    }
    return hash >> 20;
  }

  bool same(std::uint32_t a, std::uint32_t b) {
    return graph_.symbol(a) == graph_.symbol(b) && std::ranges::equal(key(a), key(b));
  }

  // Slots of rekeyed nodes stay at the place of the old key; they cost only a comparison.
  void place(std::uint32_t node) {
    if (filled_ * 4 > slots_.size() * 3) replace_all();
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash(node) & mask;
    for (; slots_[slot] != kEmpty; slot = (slot + 1) & mask) {
      const std::uint32_t other = slots_[slot];
      if (dropped_[other] || !same(node, other)) continue;
      if (other == node) return;
      dropped_[node] = true;
      merge(owner_[node], owner_[other]);
      return;
    }
    slots_[slot] = node;
    ++filled_;
  }

  void replace_all() {
    slots_.assign(slots_.size(), kEmpty);
    filled_ = 0;
    for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
      if (!dropped_[node]) place(node);
    }
  }

  std::uint32_t find(std::uint32_t c) {
    while (class_of_[c] != c) {
      class_of_[c] = class_of_[class_of_[c]];
      c = class_of_[c];
    }
    return c;
  }

  void merge(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    class_of_[std::max(a, b)] = std::min(a, b);
    merged_ = true;
  }

  const TermGraph& graph_;
  std::vector<std::uint32_t> class_of_;
  std::vector<std::uint32_t> owner_;      // the class of each node
  std::vector<std::uint32_t> key_begin_;  // into keys_, by node
  std::vector<std::uint32_t> keys_;       // children, sorted where the order does not matter
  std::vector<char> is_twin_;
  std::vector<char> dropped_;
  std::vector<std::uint32_t> slots_;  // open addressing, nodes by key
  std::size_t filled_ = 0;
  bool merged_ = false;
};

TwinClosure close_over_twins(const TermGraph& graph, const TermRules& rules) {
  return Closer(graph, rules).close();
}

using Kind = Production::Kind;

constexpr std::uint32_t kNoRow = TermGrammar::kNoRow;

struct RowProduction {
  std::uint32_t row;
  Production production;
};

class GrammarWriter {
 public:
  GrammarWriter(const TermGraph& graph, const TermRules& rules)
      : graph_(graph), rules_(rules), closure_(close_over_twins(graph, rules)) {
    for (const std::uint32_t symbol : rules.commutative) mirror_padding(symbol);
    for (const Padding& padding : rules_.padding) padding_leaves_.push_back(padding.leaf);
    std::ranges::sort(padding_leaves_);
    padding_symbols_.reserve(rules_.padding.size());
    for (const Padding& padding : rules_.padding) padding_symbols_.push_back(padding.symbol);
    written_.reserve(closure_.nodes.size() + closure_.nodes.size() / 8);
  }

  void write() {
    number_rows();
    std::uint32_t node_class = 0;
    for (const std::uint32_t node : closure_.nodes) {
      while (node >= node_end(node_class)) ++node_class;
      const std::uint32_t owner = closure_.class_of[node_class];
      if (graph_.children(node).empty() && is_padding_leaf(graph_.symbol(node))) continue;
      write_node(core_of_[owner] != kNoRow ? core_of_[owner] : row_of_[owner], node);
    }
  }

  std::vector<std::uint32_t> row_of_class() const {
    std::vector<std::uint32_t> rows(row_of_.size());
    for (std::uint32_t c = 0; c < rows.size(); ++c) rows[c] = row_of_[closure_.class_of[c]];
    return rows;
  }
  const std::vector<std::uint32_t>& whole_of() const { return whole_of_; }
  const std::vector<RowProduction>& written() const { return written_; }

 private:
  void mirror_padding(std::uint32_t symbol) {
    for (std::size_t i = 0, end = rules_.padding.size(); i < end; ++i) {
      Padding mirrored = rules_.padding[i];
      if (mirrored.symbol != symbol || mirrored.position > 1) continue;
      mirrored.position = 1 - mirrored.position;
      rules_.padding.push_back(mirrored);
    }
  }

  bool is_padding_leaf(std::uint32_t symbol) const {
    return std::ranges::binary_search(padding_leaves_, symbol);
  }

  std::uint32_t node_end(std::uint32_t class_id) const { return *graph_.nodes(class_id).end(); }

  std::uint32_t add_row(std::uint32_t whole = kNoRow) {
    whole_of_.push_back(whole);
    return static_cast<std::uint32_t>(whole_of_.size() - 1);
  }

  // Cores come first, because an inclusion must lead to a row with a smaller number.
  void number_rows() {
    const std::uint32_t class_count = graph_.class_count();
    core_of_.assign(class_count, kNoRow);
    row_of_.assign(class_count, kNoRow);
    for (std::uint32_t c = 0; c < class_count && !padding_leaves_.empty(); ++c) {
      for (const std::uint32_t node : graph_.nodes(c)) {
        if (!graph_.children(node).empty() || !is_padding_leaf(graph_.symbol(node))) continue;
        const std::uint32_t owner = closure_.class_of[c];
        std::vector<std::uint32_t>& leaves = leaves_of_[owner];
        // The closure keeps equal leaves once, but this walk is over all nodes.
        if (std::ranges::find(leaves, graph_.symbol(node)) == leaves.end()) {
          leaves.push_back(graph_.symbol(node));
        }
        if (core_of_[owner] == kNoRow) core_of_[owner] = add_row();
      }
    }
    for (std::uint32_t c = 0; c < class_count; ++c) {
      if (closure_.class_of[c] == c) row_of_[c] = add_row();
    }
    for (std::uint32_t c = 0; c < class_count; ++c) {
      if (row_of_[c] != kNoRow) whole_of_[row_of_[c]] = row_of_[c];
      if (core_of_[c] != kNoRow) whole_of_[core_of_[c]] = row_of_[c];
    }
    for (auto& [owner, leaves] : leaves_of_) {
      std::ranges::sort(leaves);
      write_included(row_of_[owner], owner, leaves);
    }
  }

  // Writes a row that consists of the core of a class and some leaves.
  void write_included(std::uint32_t row, std::uint32_t owner,
                      const std::vector<std::uint32_t>& leaves) {
    for (const std::uint32_t leaf : leaves) {
      written_.push_back({row, {.symbol = leaf, .kind = Kind::Leaf}});
    }
    written_.push_back({row,
                        {.symbol = std::numeric_limits<std::uint32_t>::max(),
                         .left = core_of_[owner],
                         .kind = Kind::Inclusion}});
  }

  // The row of the terms of a class that may stand at `position` under `symbol`.
  std::uint32_t argument_row(std::uint32_t symbol, std::uint32_t position, std::uint32_t owner) {
    if (core_of_[owner] == kNoRow) return row_of_[owner];
    if (std::ranges::find(padding_symbols_, symbol) == padding_symbols_.end()) {
      return row_of_[owner];
    }
    const std::vector<std::uint32_t>& leaves = leaves_of_[owner];
    std::vector<std::uint32_t> wanted;
    for (const std::uint32_t leaf : leaves) {
      if (std::ranges::find(rules_.padding, Padding{symbol, position, leaf}) ==
          rules_.padding.end()) {
        wanted.push_back(leaf);
      }
    }
    if (wanted.size() == leaves.size()) return row_of_[owner];
    if (wanted.empty()) return core_of_[owner];
    const auto [variant, is_new] = variants_.try_emplace({owner, wanted}, kNoRow);
    if (is_new) {
      variant->second = add_row(row_of_[owner]);
      write_included(variant->second, owner, wanted);
    }
    return variant->second;
  }

  void write_node(std::uint32_t row, std::uint32_t node) {
    const std::uint32_t symbol = graph_.symbol(node);
    const auto children = graph_.children(node);
    assert(children.size() <= std::numeric_limits<std::uint16_t>::max());
    Production production{.symbol = symbol, .arity = static_cast<std::uint16_t>(children.size())};
    const auto argument = [&](std::size_t position) {
      return argument_row(symbol, static_cast<std::uint32_t>(position),
                          closure_.class_of[children[position]]);
    };
    if (children.size() == 1) {
      production.kind = Kind::Unary;
      production.left = argument(0);
    } else if (children.size() == 2) {
      production.left = argument(0);
      production.right = argument(1);
      production.kind = production.left == production.right && rules_.is_commutative(symbol)
                            ? Kind::TwinPair
                            : Kind::Pair;
    } else if (children.size() > 2) {
      std::uint32_t rest = argument(children.size() - 1);
      for (std::size_t position = children.size() - 2; position > 0; --position) {
        const std::uint32_t sequence = add_row();
        written_.push_back(
            {sequence, {.left = argument(position), .right = rest, .kind = Kind::Sequence}});
        rest = sequence;
      }
      production.kind = Kind::Pair;
      production.left = argument(0);
      production.right = rest;
    }
    written_.push_back({row, production});
  }

  const TermGraph& graph_;
  TermRules rules_;
  TwinClosure closure_;
  std::vector<std::uint32_t> padding_leaves_;
  std::vector<std::uint32_t> padding_symbols_;
  // By class; only for the smallest of merged classes.
  std::vector<std::uint32_t> row_of_;
  std::vector<std::uint32_t> core_of_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> leaves_of_;
  std::map<std::pair<std::uint32_t, std::vector<std::uint32_t>>, std::uint32_t> variants_;
  std::vector<std::uint32_t> whole_of_;  // by row
  std::vector<RowProduction> written_;
};

}  // namespace

TermGrammar::TermGrammar(const TermGraph& graph, const TermRules& rules)
    : commutative_(rules.commutative) {
  GrammarWriter writer(graph, rules);
  writer.write();
  row_of_class_ = writer.row_of_class();
  whole_of_ = writer.whole_of();
  first_.assign(whole_of_.size() + 1, 0);
  for (const RowProduction& written : writer.written()) ++first_[written.row + 1];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  productions_.resize(writer.written().size());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (const RowProduction& written : writer.written()) {
    productions_[next[written.row]++] = written.production;
  }
  for (std::uint32_t row = 0; row < row_count(); ++row) {
    const std::span<Production> own(productions_.data() + first_[row],
                                    productions_.data() + first_[row + 1]);
    const auto order = [](const Production& production) {
      return std::tuple(production.symbol, production.kind, production.left, production.right);
    };
    if (!std::ranges::is_sorted(own, {}, order)) std::ranges::sort(own, {}, order);
  }
}

}  // namespace noether::egraph
