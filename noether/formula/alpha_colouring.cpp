#include "noether/formula/alpha_colouring.h"

#include <utf8proc.h>

#include <algorithm>
#include <ranges>
#include <string_view>

#include "noether/base/utf8.h"

namespace noether::formula {
namespace {

constexpr std::uint32_t kNone = kNoName;
constexpr std::uint32_t kElsewhere = 0xFFFFFFFEu;
constexpr std::size_t kFew = 16;  // names or colours that are compared one by one
// Trials of singling out; beyond this, names that are still alike count as equal.
constexpr int kMaxTrials = 64;

// ℝ, 𝔽 and the like name fixed sets.
bool is_double_struck(char32_t c) {
  return (c >= 0x1D538 && c <= 0x1D56B) || c == U'ℂ' || c == U'ℍ' || c == U'ℕ' || c == U'ℙ' ||
         c == U'ℚ' || c == U'ℝ' || c == U'ℤ';
}

// Whether the label of a node is a name that may be changed. A function name may be changed only if
// it is a single letter: sin stays, and so does an accent.
bool renames(const OperatorTree& tree, NodeId id) {
  const Op op = tree.op(id);
  if (op != Op::Variable && op != Op::Call) return false;
  const std::string_view label = tree.label(id);
  if (label.empty() || label == "π" || label == "e") return false;
  const auto byte = static_cast<unsigned char>(label[0]);
  if (byte < 0x80) {
    const bool is_letter = (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
    return is_letter && (op == Op::Variable || label.size() == 1);
  }
  const base::CodePoint first = base::decode_code_point(label);
  if (is_double_struck(first.value)) return false;
  const utf8proc_category_t category =
      utf8proc_category(static_cast<utf8proc_int32_t>(first.value));
  const bool letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
  return letter && (op == Op::Variable || first.bytes.size() == label.size());
}

// Leaves of one byte, which half of all nodes are.
constexpr Digest leaf_digest(Op op, const Digest& label) {
  return mixed(mixed(operator_digest(op), label), std::uint64_t{0});
}
constexpr std::array<Digest, 256> leaves_of_bytes(Op op) {
  std::array<Digest, 256> leaves = kByteDigests;
  for (Digest& leaf : leaves) leaf = leaf_digest(op, leaf);
  return leaves;
}
constexpr std::array<Digest, 256> kVariables = leaves_of_bytes(Op::Variable);
constexpr std::array<Digest, 256> kNumbers = leaves_of_bytes(Op::Number);
constexpr Digest kAnonymous = leaf_digest(Op::Variable, Digest{});

void mark_reachable(const OperatorTree& tree, std::vector<std::uint8_t>& reachable) {
  reachable.assign(tree.node_count(), 0);
  reachable[tree.root()] = 1;
  for (auto id = static_cast<NodeId>(tree.node_count()); id-- > 0;) {
    if (reachable[id] == 0) continue;
    for (const NodeId child : tree.children(id)) reachable[child] = 1;
  }
}

}  // namespace

// Children come before their parents in node order, so one pass over the nodes is enough. Names are
// numbered in the order of their first appearance, and all have one colour at first.
void AlphaColouring::read(const OperatorTree& tree, std::span<const std::string_view> constants) {
  tree_ = &tree;
  const std::size_t count = tree.node_count();
  mark_reachable(tree, reachable_);
  for (auto* digests : {&structural_, &trees_, &own_, &context_}) digests->resize(count);
  name_of_.resize(count);
  above_name_.resize(count);
  named_.clear();
  names_.clear();
  more_names_.clear();
  for (NodeId id = 0; id < count; ++id) {
    if (reachable_[id] == 0) continue;
    const Op op = tree.op(id);
    const std::string_view label = tree.label(id);
    const auto children = tree.children(id);
    const bool is_name =
        renames(tree, id) && std::ranges::find(constants, label) == constants.end();
    name_of_[id] = is_name ? number_of_name(label) : kNone;
    above_name_[id] = is_name ? 1 : 0;
    if (is_name) named_.push_back(id);
    if (children.empty() && label.size() == 1 && (op == Op::Variable || op == Op::Number)) {
      const auto byte = static_cast<unsigned char>(label[0]);
      structural_[id] = op == Op::Variable ? kVariables[byte] : kNumbers[byte];
      trees_[id] = is_name ? kAnonymous : structural_[id];
      continue;
    }
    own_[id] = label.empty() ? plain_operator_digest(op)
                             : mixed(operator_digest(op), digest_of_short_label(label));
    structural_[id] = over_children(id, own_[id], structural_);
    std::uint8_t above = above_name_[id];
    for (const NodeId child : children) above |= above_name_[child];
    if (above == 0) {
      trees_[id] = structural_[id];
      continue;
    }
    if (!is_name) named_.push_back(id);
    above_name_[id] = 1;
    trees_[id] =
        over_children(id, is_name ? mixed(operator_digest(op), Digest{}) : own_[id], trees_);
  }
  colours_.assign(names_.size() + more_names_.size(), Digest{});
}

Digest AlphaColouring::canonical() {
  // With at most one name, there is only one way to name.
  if (colours_.size() < 2) return trees_[tree_->root()];
  refine();
  if (const auto smallest = single_out()) return *smallest;
  return hash_tree();
}

Digest AlphaColouring::over_children(NodeId id, const Digest& own,
                                     const std::vector<Digest>& trees) {
  const auto children = tree_->children(id);
  Digest digest = own;
  if (children.size() < 2 || !op_info(tree_->op(id)).unordered) {
    for (const NodeId child : children) digest = mixed(digest, trees[child]);
  } else if (children.size() == 2) {
    const bool turned = trees[children[1]] < trees[children[0]];
    digest = mixed(digest, trees[children[turned ? 1 : 0]]);
    digest = mixed(digest, trees[children[turned ? 0 : 1]]);
  } else {
    ordered_.clear();
    for (const NodeId child : children) ordered_.push_back(trees[child]);
    std::ranges::sort(ordered_);
    for (const Digest& child : ordered_) digest = mixed(digest, child);
  }
  return mixed(digest, children.size());
}

std::uint32_t AlphaColouring::number_of_name(std::string_view name) {
  for (std::uint32_t i = 0; i < names_.size(); ++i) {
    if (names_[i] == name) return i;
  }
  const auto next = static_cast<std::uint32_t>(names_.size() + more_names_.size());
  if (next >= kFew) return more_names_.emplace(name, next).first->second;
  names_.push_back(name);
  return next;
}

// Names that occur once each, as operands of one unordered operator, can be exchanged without any
// effect. For each name that occurs once, this finds the operator above it.
void AlphaColouring::find_sums() {
  sums_.assign(colours_.size(), kNone);
  for (const NodeId id : named_) {
    const bool unordered = op_info(tree_->op(id)).unordered;
    for (const NodeId child : tree_->children(id)) {
      if (name_of_[child] == kNone) continue;
      std::uint32_t& sum = sums_[name_of_[child]];
      const bool can = sum == kNone && unordered && tree_->children(child).empty();
      sum = can ? id : kElsewhere;
    }
  }
}

bool AlphaColouring::can_be_exchanged(const Digest& colour) const {
  std::uint32_t sum = kNone;
  for (std::size_t name = 0; name < colours_.size(); ++name) {
    if (colours_[name] != colour) continue;
    if (sums_[name] >= kElsewhere || (sum != kNone && sums_[name] != sum)) return false;
    sum = sums_[name];
  }
  return true;
}

// Only the nodes above a name change with the colours.
Digest AlphaColouring::hash_tree() {
  leaves_.clear();
  for (const Digest& colour : colours_) leaves_.push_back(leaf_digest(Op::Variable, colour));
  for (const NodeId id : named_) {
    const std::uint32_t name = name_of_[id];
    const Op op = tree_->op(id);
    if (op == Op::Variable && tree_->children(id).empty()) {
      trees_[id] = leaves_[name];
      continue;
    }
    trees_[id] = over_children(
        id, name == kNone ? own_[id] : mixed(operator_digest(op), colours_[name]), trees_);
  }
  return trees_[tree_->root()];
}

std::size_t AlphaColouring::classes() {
  if (colours_.size() <= kFew) {
    std::size_t count = 0;
    for (auto colour = colours_.begin(); colour != colours_.end(); ++colour) {
      if (std::find(colours_.begin(), colour, *colour) == colour) ++count;
    }
    return count;
  }
  sorted_ = colours_;
  std::ranges::sort(sorted_);
  return sorted_.size() - std::ranges::unique(sorted_).size();
}

// The trees are those of the initial colours; the trees of the final colours need one more hash.
void AlphaColouring::refine() {
  std::size_t before = 0;
  std::size_t now = classes();
  while (true) {
    before = now;
    step();
    now = classes();
    if (now <= before || now == colours_.size()) return;
    hash_tree();
  }
}

// One round: contexts from the root down, then each name by all its contexts.
void AlphaColouring::step() {
  places_.clear();
  context_[tree_->root()] = Digest{};
  for (const NodeId id : std::views::reverse(named_)) {
    const Digest around = mixed(context_[id], trees_[id]);
    if (name_of_[id] != kNone) places_.emplace_back(name_of_[id], around);
    const auto children = tree_->children(id);
    if (children.empty()) continue;
    const bool unordered = op_info(tree_->op(id)).unordered;
    const Digest anywhere = unordered ? mixed(around, std::uint64_t{0}) : Digest{};
    for (std::size_t i = 0; i < children.size(); ++i) {
      const NodeId child = children[i];
      if (above_name_[child] == 0) continue;
      context_[child] = mixed(unordered ? anywhere : mixed(around, i + 1), trees_[child]);
    }
  }
  std::ranges::sort(places_);
  for (const auto& [name, place] : places_) colours_[name] = mixed(colours_[name], place);
}

// The digest of the tree with the final colours; nothing if all colours differed from the start.
std::optional<Digest> AlphaColouring::single_out() {
  std::optional<Digest> smallest;
  int trials = kMaxTrials;
  while (trials > 0 && classes() < colours_.size()) {
    if (!smallest) find_sums();
    // The smallest colour that several names share.
    sorted_ = colours_;
    std::ranges::sort(sorted_);
    const Digest colour = *std::ranges::adjacent_find(sorted_);
    const std::vector<Digest> start = colours_;
    const bool one_is_enough = can_be_exchanged(colour);
    std::vector<Digest> best;
    smallest.reset();
    for (std::size_t name = 0; name < start.size() && trials > 0; ++name) {
      if (start[name] != colour) continue;
      --trials;
      colours_ = start;
      colours_[name].low ^= 1;
      hash_tree();
      refine();
      const Digest hash = hash_tree();
      if (!smallest || hash < *smallest) {
        best = colours_;
        smallest = hash;
      }
      if (one_is_enough) break;
    }
    colours_ = best;
  }
  return smallest;
}

void AlphaColouring::write_canonical(OperatorTree& tree, std::vector<std::uint32_t>& names) {
  if (colours_.size() >= 2) hash_tree();
  sizes_.assign(tree_->node_count(), 1);
  for (NodeId id = 0; id < tree_->node_count(); ++id) {
    if (reachable_[id] == 0) continue;
    for (const NodeId child : tree_->children(id)) sizes_[id] += sizes_[child];
  }
  tree.clear();
  names.clear();
  tree.set_root(copy(tree_->root(), tree, names));
  // Nodes are ordered by their ends, but names are numbered by their beginnings. For leaves both
  // are the same; a called name counts at the end of its operands.
  std::vector<std::uint32_t> numbers(colours_.size(), kNone);
  std::uint32_t next = 0;
  for (std::uint32_t& name : names) {
    if (name == kNone) continue;
    if (numbers[name] == kNone) numbers[name] = next++;
    name = numbers[name];
  }
}

// Trees are at most kMaxOperatorDepth high.
// NOLINTNEXTLINE(misc-no-recursion)
NodeId AlphaColouring::copy(NodeId id, OperatorTree& tree,
                            std::vector<std::uint32_t>& names) const {
  const auto written = tree_->children(id);
  std::vector<NodeId> children(written.begin(), written.end());
  if (op_info(tree_->op(id)).unordered) {
    std::ranges::stable_sort(children, [&](NodeId a, NodeId b) {
      if (sizes_[a] != sizes_[b]) return sizes_[a] > sizes_[b];
      const auto kind = [&](NodeId child) { return op_info(tree_->op(child)).name; };
      if (kind(a) != kind(b)) return kind(a) < kind(b);
      return trees_[a] < trees_[b];
    });
  }
  for (NodeId& child : children) child = copy(child, tree, names);
  names.push_back(name_of_[id]);
  return tree.add(tree_->op(id), tree_->label(id), children, tree_->node(id).source);
}

}  // namespace noether::formula
