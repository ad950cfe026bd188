#include "noether/algebra/notation/read_expression.h"

#include "noether/algebra/notation/double_superscript.h"
#include "noether/algebra/notation/tree_reader.h"
#include "noether/formula/limits.h"

namespace noether::algebra {

base::Result<ExprId> from_operators(const formula::OperatorTree& tree, formula::NodeId root,
                                    Expressions& pool, TreeStyle style, const MatrixNames& matrices,
                                    std::string_view text) {
  MatrixNames names = matrices;
  if (style == TreeStyle::Drawn) add_matrix_names(tree, names);
  return TreeReader(tree, pool, style, std::move(names), text).read(root);
}

base::Result<ExprId> from_operators(const formula::OperatorTree& tree, Expressions& pool,
                                    TreeStyle style) {
  return from_operators(tree, tree.root(), pool, style);
}

base::Result<std::vector<ExprId>> sides_from_operators(const formula::OperatorTree& tree,
                                                       Expressions& pool, TreeStyle style,
                                                       const MatrixNames& matrices,
                                                       std::string_view text) {
  if (tree.empty()) return base::fail("there is no expression", {}, "write one");
  std::vector<formula::NodeId> roots = {tree.root()};
  const auto operands = tree.children(tree.root());
  if (tree.op(tree.root()) == formula::Op::Equal && operands.size() == 2) {
    roots.assign(operands.begin(), operands.end());
  }
  std::vector<ExprId> sides;
  for (const formula::NodeId root : roots) {
    auto side = from_operators(tree, root, pool, style, matrices, text);
    if (!side) return std::unexpected(std::move(side.error()));
    sides.push_back(*side);
  }
  return sides;
}

TreeStyle style_of(formula::Notation notation) {
  const bool tokens =
      notation == formula::Notation::Prefix || notation == formula::Notation::SExpression;
  return tokens ? TreeStyle::Tokens : TreeStyle::Drawn;
}

base::Result<const formula::OperatorTree*> ExpressionReader::read_tree(formula::Notation notation,
                                                                       std::string_view text) {
  if (text.size() > formula::kMaxInputBytes) {
    return base::fail("an expression longer than " + std::to_string(formula::kMaxInputBytes) +
                      " bytes");
  }
  if (auto read = reader_.read(notation, text, formula_, formula::FormulaReader::Want::Operators);
      !read) {
    return std::unexpected(read.error());
  }
  if (!formula_.diagnostics.empty()) return std::unexpected(formula_.diagnostics.front());
  if (notation == formula::Notation::Latex) {
    if (auto found = find_double_superscript(text)) return std::unexpected(*std::move(found));
  }
  return &formula_.operators;
}

base::Result<ExprId> ExpressionReader::read(formula::Notation notation, std::string_view text,
                                            Expressions& pool) {
  const auto tree = read_tree(notation, text);
  if (!tree) return std::unexpected(tree.error());
  note_matrices(**tree, notation);
  return from_operators(**tree, (*tree)->root(), pool, style_of(notation), matrices_, text);
}

base::Result<std::vector<ExprId>> ExpressionReader::read_sides(formula::Notation notation,
                                                               std::string_view text,
                                                               Expressions& pool) {
  const auto tree = read_tree(notation, text);
  if (!tree) return std::unexpected(tree.error());
  note_matrices(**tree, notation);
  return sides_from_operators(**tree, pool, style_of(notation), matrices_, text);
}

void ExpressionReader::note_matrices(const formula::OperatorTree& tree,
                                     formula::Notation notation) {
  if (remembers_matrices_ && style_of(notation) == TreeStyle::Drawn) {
    add_matrix_names(tree, matrices_);
  }
}

base::Result<ExprId> read_expression(formula::Notation notation, std::string_view text,
                                     Expressions& pool) {
  return ExpressionReader().read(notation, text, pool);
}

}  // namespace noether::algebra
