#include "noether/embedding/sides_of_formula.h"

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/notation/input_notation.h"
#include "noether/embedding/prefix_of_formula.h"
#include "noether/formula/operator_tree.h"

namespace noether::embedding {
namespace {

using formula::NodeId;

constexpr std::size_t kMostSides = 32;

bool joins_sides(formula::Op op) {
  switch (op) {
    case formula::Op::Equal:
    case formula::Op::NotEqual:
    case formula::Op::Less:
    case formula::Op::Greater:
    case formula::Op::LessEqual:
    case formula::Op::GreaterEqual:
    case formula::Op::Equivalent:
    case formula::Op::Approx:
    case formula::Op::Assign:
      return true;
    default:
      return false;
  }
}

// Empty when the tree is no such relation.
std::vector<NodeId> sides_of(const formula::OperatorTree& tree) {
  if (tree.empty()) return {};
  const auto parts = tree.children(tree.root());
  if (joins_sides(tree.op(tree.root())) && parts.size() == 2) return {parts.begin(), parts.end()};
  if (tree.op(tree.root()) != formula::Op::Chain || parts.size() > 2 * kMostSides) return {};
  std::vector<NodeId> sides;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i % 2 == 0) {
      sides.push_back(parts[i]);
    } else if (!joins_sides(tree.op(parts[i]))) {
      return {};
    }
  }
  return sides;
}

bool is_relational(const formula::OperatorTree& tree) {
  if (tree.empty()) return false;
  const formula::Op op = tree.op(tree.root());
  return op == formula::Op::Chain || formula::is_relation(op);
}

}  // namespace

base::Result<std::vector<base::Result<std::string>>> sides_of_formula(
    std::string_view text, std::optional<formula::Notation> notation) {
  const formula::Notation written = notation.value_or(algebra::guess_notation(text));
  std::vector<base::Result<std::string>> result;
  bool is_other_relation = false;
  if (written != formula::Notation::Prefix) {
    algebra::ExpressionReader reader;
    const auto tree = reader.read_tree(written, text);
    const auto sides = tree ? sides_of(**tree) : std::vector<NodeId>();
    is_other_relation = tree && sides.empty() && is_relational(**tree);
    if (!sides.empty() && !notation && algebra::style_of(written) == algebra::TreeStyle::Drawn) {
      if (auto bare = algebra::find_bare_function(text, written)) {
        return std::unexpected(*std::move(bare));
      }
    }
    if (auto unknown = sides.empty() ? std::nullopt : find_unknown_command(text, written)) {
      return std::unexpected(*std::move(unknown));
    }
    for (const NodeId side : sides) {
      algebra::Vocabulary vocabulary;
      algebra::Expressions pool(vocabulary);
      const auto id = algebra::from_operators(**tree, side, pool, algebra::style_of(written));
      result.push_back(id ? prefix_of_expression(pool, *id) : std::unexpected(id.error()));
    }
  }
  if (result.empty()) {
    auto whole = prefix_of_formula(text, notation);
    if (!whole && is_other_relation) {
      // Who asks for the sides has none to give.
      whole.error().hint =
          "of relations those are read that join expressions by = ≠ < ≤ > ≥ ≡ ≈ :=";
    }
    if (!whole) return std::unexpected(std::move(whole.error()));
    result.push_back(std::move(whole));
  }
  return result;
}

}  // namespace noether::embedding
