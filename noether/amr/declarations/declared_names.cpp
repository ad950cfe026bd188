#include "noether/amr/declarations/declared_names.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "noether/base/utf8.h"

namespace noether::amr {
namespace {

using formula::Op;
using formula::OperatorTree;

constexpr auto kNumberSets = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"ℕ", "natural number"},
    {"ℤ", "integer"},
    {"ℚ", "rational number"},
    {"ℝ", "real number"},
    {"ℂ", "complex number"},
});

bool is_one_letter(std::string_view text) {
  return !text.empty() && base::decode_code_point(text).bytes.size() == text.size();
}

bool is_structure_sign(const OperatorTree& tree, formula::NodeId id) {
  return tree.children(id).empty() && tree.op(id) != Op::Variable && tree.op(id) != Op::Number;
}

class NameFinder {
 public:
  explicit NameFinder(const OperatorTree& tree) : tree_(tree) {}

  std::vector<std::string> find(formula::NodeId id) {
    std::vector<std::string> names;
    add(id, names);
    return names;
  }

 private:
  // Only what stands where a name is introduced: f of f(x), a of a_n, x of x ∈ A.
  void add(formula::NodeId id, std::vector<std::string>& names) {
    const auto children = tree_.children(id);
    switch (tree_.op(id)) {
      case Op::Variable:
        names.emplace_back(tree_.label(id));
        return;
      case Op::Call:
        if (is_one_letter(tree_.label(id)) && tree_.label(id) != "^") {
          names.emplace_back(tree_.label(id));
        }
        return;
      case Op::Subscript:
      case Op::Colon:
      case Op::In:
      case Op::Assign:
      case Op::Equal:
      case Op::NotEqual:
      case Op::Less:
      case Op::LessEqual:
      case Op::Greater:
      case Op::GreaterEqual:
      case Op::Subset:
      case Op::SubsetEqual:
      case Op::Approx:
      case Op::Similar:
        if (!children.empty()) add(children[0], names);
        return;
      case Op::Set:
        if (children.size() == 1 && tree_.op(children[0]) == Op::Subscript) add(children[0], names);
        return;
      case Op::Tuple:
        // (G, ·), but not the point (x, y).
        if (children.size() > 1 && is_structure_sign(tree_, children[1])) add(children[0], names);
        return;
      case Op::List:
        for (const formula::NodeId child : children) add(child, names);
        return;
      default:
        return;
    }
  }

  const OperatorTree& tree_;
};

std::string kind_said(const OperatorTree& tree) {
  const auto children = tree.children(tree.root());
  if (children.size() != 2) return {};
  const formula::NodeId said = children[1];
  if (tree.op(tree.root()) == Op::Colon && tree.op(said) == Op::To) return "function";
  if (tree.op(tree.root()) != Op::In || tree.op(said) != Op::Variable) return {};
  const auto* const found = std::ranges::find(
      kNumberSets, tree.label(said), &std::pair<std::string_view, std::string_view>::first);
  return found == kNumberSets.end() ? std::string() : std::string(found->second);
}

}  // namespace

DeclaredNames declared_names(const OperatorTree& formula) {
  DeclaredNames declared;
  if (formula.empty()) return declared;
  for (std::string& name : NameFinder(formula).find(formula.root())) {
    const bool is_new = std::ranges::find(declared.names, name) == declared.names.end();
    if (is_new && name != "…" && name != "⋯") declared.names.push_back(std::move(name));
  }
  if (!declared.names.empty()) declared.kind = kind_said(formula);
  return declared;
}

}  // namespace noether::amr
