#include "noether/algebra/notation/matrix_names.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "noether/base/utf8.h"

namespace noether::algebra {
namespace {

using formula::NodeId;
using FormulaOp = formula::Op;
using formula::OperatorTree;

// Mathematical alphanumeric symbols: bold and bold italic letters, Latin, sans-serif and Greek.
constexpr std::array kBold = std::to_array<std::pair<char32_t, char32_t>>({
    {0x1D400, 0x1D433},
    {0x1D468, 0x1D49B},
    {0x1D5D4, 0x1D607},
    {0x1D63C, 0x1D66F},
    {0x1D6A8, 0x1D6E1},
    {0x1D71C, 0x1D7CB},
    {0x1D7CE, 0x1D7D7},
});

bool is_capital(std::string_view name) {
  return name.size() == 1 && name[0] >= 'A' && name[0] <= 'Z';
}

bool is_raised(const OperatorTree& tree, NodeId id) {
  return (tree.op(id) == FormulaOp::Power || tree.op(id) == FormulaOp::Superscript) &&
         tree.children(id).size() == 2;
}

// det and tr are functions of matrices.
bool takes_matrix(const OperatorTree& tree, NodeId id) {
  if (tree.op(id) == FormulaOp::Determinant) return true;
  if (tree.op(id) != FormulaOp::Call) return false;
  constexpr std::array names =
      std::to_array<std::string_view>({"det", "tr", "Tr", "trace", "rank", "rk", "adj"});
  return std::ranges::find(names, tree.label(id)) != names.end();
}

// Returns whether the name may be a vector beside matrices; not e, nor a usual index or count.
bool is_vector_letter(std::string_view name) {
  return name.size() == 1 && name[0] >= 'a' && name[0] <= 'z' && name != "e" &&
         !(name[0] >= 'i' && name[0] <= 'n');
}

enum class Letters : std::uint8_t { Capitals, All };

void add_letters(const OperatorTree& tree, NodeId root, Letters letters, MatrixNames& names) {
  std::vector<NodeId> open{root};
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (tree.op(id) == FormulaOp::Variable &&
        (is_capital(tree.label(id)) ||
         (letters == Letters::All && is_vector_letter(tree.label(id))))) {
      names.emplace(tree.label(id));
    }
    // The n of A^n and the i of A_i are numbers.
    const auto children = tree.children(id);
    const bool first_only = is_raised(tree, id) || tree.op(id) == FormulaOp::Subscript;
    for (const NodeId child : first_only ? children.first(1) : children) open.push_back(child);
  }
}

}  // namespace

bool is_bold(std::string_view name) {
  if (name.empty()) return false;
  const char32_t letter = base::decode_code_point(name).value;
  return std::ranges::any_of(
      kBold, [&](const auto& range) { return range.first <= letter && letter <= range.second; });
}

std::string_view transposition(const OperatorTree& tree, NodeId exponent) {
  if (!tree.children(exponent).empty()) return {};
  const std::string_view label = tree.label(exponent);
  const FormulaOp op = tree.op(exponent);
  if (op == FormulaOp::Symbol || op == FormulaOp::Variable || op == FormulaOp::Text) {
    if (label == "⊤" || label == "⊺" || label == "T" || label == "𝖳" || label == "𝐓") return "⊤";
    if (label == "†") return "†";
  }
  return {};
}

void add_matrix_names(const OperatorTree& tree, MatrixNames& names) {
  if (tree.empty()) return;
  std::vector<NodeId> reachable{tree.root()};
  std::size_t uses_of_t = 0;
  std::size_t raising_t = 0;
  MatrixNames shown;
  MatrixNames raised_by_t;
  MatrixNames capitals;
  for (std::size_t next = 0; next < reachable.size(); ++next) {
    const NodeId id = reachable[next];
    const auto children = tree.children(id);
    reachable.insert(reachable.end(), children.begin(), children.end());
    if (tree.op(id) == FormulaOp::Variable) {
      if (tree.label(id) == "T") {
        ++uses_of_t;
      } else if (is_capital(tree.label(id))) {
        capitals.emplace(tree.label(id));
      }
    }
    if (takes_matrix(tree, id) && !children.empty()) {
      add_letters(tree, children[0], Letters::Capitals, shown);
    }
    if (!is_raised(tree, id) || transposition(tree, children[1]).empty()) continue;
    const bool is_letter =
        tree.op(children[1]) == FormulaOp::Variable && tree.label(children[1]) == "T";
    if (is_letter) ++raising_t;
    MatrixNames& found = is_letter ? raised_by_t : shown;
    NodeId base = children[0];
    if (tree.op(base) == FormulaOp::Subscript) base = tree.children(base)[0];
    if (tree.op(base) == FormulaOp::Variable) {
      found.emplace(tree.label(base));
    } else if (!is_letter || tree.op(base) == FormulaOp::Times) {
      // (AB)^T; but (1+R)^T denotes growth over time.
      add_letters(tree, base, Letters::Capitals, found);
    }
  }
  // A T that also occurs elsewhere is a number, and a single x^T is more often a power.
  if (uses_of_t == raising_t) {
    for (const std::string& name : raised_by_t) {
      if (is_capital(name) || !capitals.empty()) shown.insert(name);
    }
  }
  shown.erase("T");
  if (shown.empty()) return;
  names.merge(shown);
  // Ax beside A^\top: x is a vector, and B another matrix.
  add_letters(tree, tree.root(), Letters::All, names);
  names.erase("T");
}

}  // namespace noether::algebra
