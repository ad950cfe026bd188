// Identity up to renaming: canonical names by colour refinement.
#include <utf8proc.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/utf8.h"
#include "noether/formula/ids.h"
#include "noether/formula/tree_digests.h"

namespace noether::formula {
namespace {

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

// Numbers names in the order of their first appearance. Most formulas have few.
class NameTable {
 public:
  std::uint32_t number(std::string_view name) {
    for (std::uint32_t i = 0; i < few_.size(); ++i) {
      if (few_[i] == name) return i;
    }
    if (few_.size() < kFew) {
      few_.push_back(name);
      return static_cast<std::uint32_t>(few_.size() - 1);
    }
    return static_cast<std::uint32_t>(
        many_.emplace(name, few_.size() + many_.size()).first->second);
  }
  std::size_t size() const { return few_.size() + many_.size(); }

 private:
  static constexpr std::size_t kFew = 16;
  std::vector<std::string_view> few_;
  std::map<std::string_view, std::size_t> many_;
};

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
    NameTable names;
    for (NodeId id = 0; id < tree.node_count(); ++id) {
      if (reachable_[id] && renames(tree, id)) {
        name_of_[id] = names.number(tree.label(id));
      } else {
        digests_.set_label(id, digest_of_label(tree.label(id)));
      }
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
    return digests_.compute([&](NodeId id) -> const Digest* {
      return name_of_[id] == kNone ? nullptr : &colours_[name_of_[id]];
    });
  }

  std::size_t classes() const {
    std::vector<Digest> distinct = colours_;
    std::ranges::sort(distinct);
    const auto rest = std::ranges::unique(distinct);
    return distinct.size() - rest.size();
  }

  void refine() {
    if (colours_.size() < 2) return;  // a single name needs no colour
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
    hash_tree();
    places_.clear();
    context_[tree_.root()] = Digest{};
    for (auto id = static_cast<NodeId>(tree_.node_count()); id-- > 0;) {
      if (!reachable_[id]) continue;
      const Digest around = mixed(context_[id], digests_[id]);
      if (name_of_[id] != kNone) places_.emplace_back(name_of_[id], around);
      const auto children = tree_.children(id);
      const bool unordered = op_info(tree_.op(id)).unordered;
      for (std::size_t i = 0; i < children.size(); ++i) {
        context_[children[i]] =
            mixed(mixed(around, unordered ? std::uint64_t{0} : i + 1), digests_[children[i]]);
      }
    }
    std::ranges::sort(places_);
    auto place = places_.begin();
    for (std::uint32_t name = 0; name < colours_.size(); ++name) {
      for (; place != places_.end() && place->first == name; ++place) {
        colours_[name] = mixed(colours_[name], place->second);
      }
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
};

}  // namespace

base::Digest alpha_id(const OperatorTree& tree) {
  if (tree.empty()) return {};
  return AlphaColouring(tree).canonical();
}

}  // namespace noether::formula
