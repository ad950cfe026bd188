#include "noether/formula/ids.h"

#include <utf8proc.h>

#include <algorithm>
#include <bit>
#include <map>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/utf8.h"

namespace noether::formula {
namespace {

using base::Digest;

void append(std::string& bytes, std::uint64_t number) {
  if constexpr (std::endian::native == std::endian::big) number = __builtin_bswap64(number);
  bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
}
void append(std::string& bytes, const Digest& digest) {
  append(bytes, digest.high);
  append(bytes, digest.low);
}
void append(std::string& bytes, std::string_view text) {
  append(bytes, text.size());
  bytes += text;
}

// Bottom-up digests of an operator tree: children come before their parents in node order, so one
// pass over the nodes is enough.
class OperatorDigests {
 public:
  explicit OperatorDigests(const OperatorTree& tree) : tree_(tree), digests_(tree.node_count()) {}

  // `leaf_label` says what stands for the label of a node.
  template <typename LabelOf>
  Digest compute(LabelOf label_of) {
    for (NodeId id = 0; id < digests_.size(); ++id) {
      const OpInfo& info = op_info(tree_.op(id));
      bytes_.clear();
      append(bytes_, info.name);
      label_of(id, bytes_);
      const auto children = tree_.children(id);
      if (info.unordered) {
        ordered_.clear();
        for (const NodeId child : children) ordered_.push_back(digests_[child]);
        std::ranges::sort(ordered_);
        for (const Digest& child : ordered_) append(bytes_, child);
      } else {
        for (const NodeId child : children) append(bytes_, digests_[child]);
      }
      digests_[id] = base::digest_of(bytes_);
    }
    return digests_[tree_.root()];
  }
  const Digest& operator[](NodeId id) const { return digests_[id]; }

 private:
  const OperatorTree& tree_;
  std::vector<Digest> digests_;
  std::vector<Digest> ordered_;
  std::string bytes_;
};

// ℝ, 𝔽 and the like name fixed sets.
bool is_double_struck(char32_t c) {
  return (c >= 0x1D538 && c <= 0x1D56B) || c == U'ℂ' || c == U'ℍ' || c == U'ℕ' || c == U'ℙ' ||
         c == U'ℚ' || c == U'ℝ' || c == U'ℤ';
}

// Whether the label of a node is a name that may be changed. A function is one only when it is
// called by a single letter: sin stays, and so does an accent.
bool renames(const OperatorTree& tree, NodeId id) {
  const Op op = tree.op(id);
  const std::string_view label = tree.label(id);
  if ((op != Op::Variable && op != Op::Call) || label.empty()) return false;
  if (label == "π" || label == "e") return false;
  const base::CodePoint first = base::decode_code_point(label);
  if (is_double_struck(first.value)) return false;
  const utf8proc_category_t category =
      utf8proc_category(static_cast<utf8proc_int32_t>(first.value));
  const bool letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
  return letter && (op == Op::Variable || first.bytes.size() == label.size());
}

// Canonical colours for the names of a formula by colour refinement: a name is coloured by the
// places it stands in, the places by the colours of the names around them, until nothing splits any
// more. Names still alike are told apart by singling one out; the smallest result is the canonical
// one, so the choice does not show.
class AlphaColouring {
 public:
  explicit AlphaColouring(const OperatorTree& tree)
      : tree_(tree),
        digests_(tree),
        name_of_(tree.node_count(), kNone),
        context_(tree.node_count()) {
    mark_reachable();
    std::map<std::string_view, std::uint32_t> names;
    for (NodeId id = 0; id < tree.node_count(); ++id) {
      if (!reachable_[id] || !renames(tree, id)) continue;
      const auto [it, added] =
          names.emplace(tree.label(id), static_cast<std::uint32_t>(names.size()));
      name_of_[id] = it->second;
    }
    colours_.resize(names.size());
    sums_.assign(names.size(), kNone);
    for (NodeId id = 0; id < tree.node_count(); ++id) {
      if (!reachable_[id]) continue;
      for (const NodeId child : tree.children(id)) note_place(child, id);
    }
  }

  Digest canonical() {
    refine();
    single_out(kMaxTrials);
    return hash_tree();
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  static constexpr std::uint32_t kElsewhere = 0xFFFFFFFEu;
  static constexpr int kMaxTrials = 64;  // of singling out; beyond, alike names count as equal

  // Names that stand once each, as operands of one unordered operator, can be exchanged without a
  // trace.
  void note_place(NodeId id, NodeId parent) {
    if (name_of_[id] == kNone) return;
    std::uint32_t& sum = sums_[name_of_[id]];
    const bool can =
        sum == kNone && op_info(tree_.op(parent)).unordered && tree_.children(id).empty();
    sum = can ? parent : kElsewhere;
  }

  bool can_be_exchanged(const Digest& colour) const {
    std::uint32_t sum = kNone;
    for (std::size_t name = 0; name < colours_.size(); ++name) {
      if (colours_[name] != colour) continue;
      if (sums_[name] >= kElsewhere || (sum != kNone && sums_[name] != sum)) return false;
      sum = sums_[name];
    }
    return true;
  }

  void mark_reachable() {
    reachable_.assign(tree_.node_count(), false);
    reachable_[tree_.root()] = true;
    for (auto id = static_cast<NodeId>(tree_.node_count()); id-- > 0;) {
      if (!reachable_[id]) continue;
      for (const NodeId child : tree_.children(id)) reachable_[child] = true;
    }
  }

  Digest hash_tree() {
    return digests_.compute([&](NodeId id, std::string& bytes) {
      if (name_of_[id] == kNone) {
        append(bytes, tree_.label(id));
      } else {
        append(bytes, colours_[name_of_[id]]);
      }
    });
  }

  std::size_t classes() const {
    std::vector<Digest> distinct = colours_;
    std::ranges::sort(distinct);
    const auto rest = std::ranges::unique(distinct);
    return distinct.size() - rest.size();
  }

  void refine() {
    std::size_t before = 0;
    std::size_t now = classes();
    do {
      before = now;
      step();
      now = classes();
    } while (now > before && now < colours_.size());
  }

  // One round: contexts from the root down, then each name by all its contexts.
  void step() {
    if (colours_.empty()) return;
    hash_tree();
    std::string& bytes = bytes_;
    places_.clear();
    context_[tree_.root()] = Digest{};
    for (auto id = static_cast<NodeId>(tree_.node_count()); id-- > 0;) {
      if (!reachable_[id]) continue;
      if (name_of_[id] != kNone) {
        bytes.clear();
        append(bytes, context_[id]);
        append(bytes, digests_[id]);
        places_.emplace_back(name_of_[id], base::digest_of(bytes));
      }
      const auto children = tree_.children(id);
      const bool unordered = op_info(tree_.op(id)).unordered;
      for (std::size_t i = 0; i < children.size(); ++i) {
        bytes.clear();
        append(bytes, context_[id]);
        append(bytes, digests_[id]);
        append(bytes, unordered ? std::uint64_t{0} : i + 1);
        append(bytes, digests_[children[i]]);
        context_[children[i]] = base::digest_of(bytes);
      }
    }
    std::ranges::sort(places_);
    auto place = places_.begin();
    for (std::uint32_t name = 0; name < colours_.size(); ++name) {
      bytes.clear();
      append(bytes, colours_[name]);
      for (; place != places_.end() && place->first == name; ++place) append(bytes, place->second);
      colours_[name] = base::digest_of(bytes);
    }
  }

  void single_out(int trials) {
    while (classes() < colours_.size() && trials > 0) {
      // The smallest colour that several names share.
      std::vector<Digest> sorted = colours_;
      std::ranges::sort(sorted);
      const auto shared = std::ranges::adjacent_find(sorted);
      const Digest colour = *shared;
      const std::vector<Digest> start = colours_;
      const bool one_is_enough = can_be_exchanged(colour);
      std::vector<Digest> best;
      Digest best_hash;
      for (std::size_t name = 0; name < start.size() && trials > 0; ++name) {
        if (start[name] != colour) continue;
        --trials;
        colours_ = start;
        colours_[name].low ^= 1;
        refine();
        const Digest hash = hash_tree();
        if (best.empty() || hash < best_hash) {
          best = colours_;
          best_hash = hash;
        }
        if (one_is_enough) break;
      }
      colours_ = best;
    }
  }

  const OperatorTree& tree_;
  OperatorDigests digests_;
  std::vector<std::uint32_t> name_of_;
  std::vector<Digest> context_;
  std::vector<bool> reachable_;
  std::vector<Digest> colours_;
  std::vector<std::uint32_t> sums_;  // by name: the operator it stands under, when it stands once
  std::vector<std::pair<std::uint32_t, Digest>> places_;  // names where they stand
  std::string bytes_;
};

}  // namespace

base::Digest visual_id(const LayoutTree& tree) {
  std::string bytes;
  std::vector<NodeId> pending;
  if (!tree.empty()) pending.push_back(tree.root());
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    if (id == kNoNode) {
      bytes += ')';
      continue;
    }
    const LayoutNode& node = tree.node(id);
    bytes += static_cast<char>('A' + static_cast<int>(node.kind));
    if (node.barless) bytes += '-';
    append(bytes, tree.label(id));
    if (node.kind == SymbolKind::Group) {
      append(bytes, (std::uint64_t{node.open_bytes} << 32) | (std::uint64_t{node.rows} << 16) |
                        node.columns);
    }
    // Pushed in reverse, so that the links are written in their order, each closed by its own mark.
    for (const Relation relation : std::views::reverse(kRelations)) {
      if (node.link(relation) == kNoNode) continue;
      pending.push_back(kNoNode);
      pending.push_back(node.link(relation));
    }
    for (const Relation relation : kRelations) {
      if (node.link(relation) != kNoNode) bytes += relation_code(relation);
    }
  }
  return base::digest_of(bytes);
}

base::Digest structural_id(const OperatorTree& tree) {
  if (tree.empty()) return {};
  OperatorDigests digests(tree);
  return digests.compute([&](NodeId id, std::string& bytes) { append(bytes, tree.label(id)); });
}

base::Digest alpha_id(const OperatorTree& tree) {
  if (tree.empty()) return {};
  return AlphaColouring(tree).canonical();
}

}  // namespace noether::formula
