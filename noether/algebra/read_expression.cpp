#include "noether/algebra/read_expression.h"

#include "noether/algebra/double_superscript.h"
#include "noether/algebra/tree_reader.h"
#include "noether/formula/limits.h"

namespace noether::algebra {

base::Result<ExprId> from_operators(const formula::OperatorTree& tree, formula::NodeId root,
                                    Expressions& pool, TreeStyle style) {
  return TreeReader(tree, pool, style).read(root);
}

base::Result<ExprId> from_operators(const formula::OperatorTree& tree, Expressions& pool,
                                    TreeStyle style) {
  return from_operators(tree, tree.root(), pool, style);
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
  return from_operators(**tree, pool, style_of(notation));
}

base::Result<ExprId> read_expression(formula::Notation notation, std::string_view text,
                                     Expressions& pool) {
  return ExpressionReader().read(notation, text, pool);
}

}  // namespace noether::algebra
