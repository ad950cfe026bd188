#include "noether/algebra/notation/write_expression.h"

#include "noether/algebra/notation/tree_writer.h"
#include "noether/formula/notation/latex_writer.h"
#include "noether/formula/notation/prefix.h"
#include "noether/formula/notation/sexpr.h"

namespace noether::algebra {

base::Result<void> to_operators(const Expressions& pool, ExprId root, formula::OperatorTree& out,
                                TreeStyle style) {
  out.clear();
  if (tree_size(pool, root, kMaxWrittenNodes + 1) > kMaxWrittenNodes) {
    return base::fail("an expression of more than " + std::to_string(kMaxWrittenNodes) +
                      " tokens, too long to be written");
  }
  TreeWriter(pool, out, style).write(root);
  if (out.too_deep()) return base::fail("an expression that is nested too deeply to be written");
  return {};
}

base::Result<std::string> write_expression(formula::Notation notation, const Expressions& pool,
                                           ExprId root) {
  formula::OperatorTree tree;
  if (auto made = to_operators(pool, root, tree, style_of(notation)); !made) {
    return std::unexpected(made.error());
  }
  std::string text;
  switch (notation) {
    case formula::Notation::Latex:
      formula::write_latex(tree, text);
      break;
    case formula::Notation::Prefix:
      formula::write_prefix(tree, text);
      break;
    case formula::Notation::SExpression:
      formula::write_sexpr(tree, text);
      break;
    default:
      return base::fail("expressions are not written in the notation " +
                        std::string(formula::notation_name(notation)));
  }
  return text;
}

std::string expression_text(formula::Notation notation, const Expressions& pool, ExprId root) {
  auto text = write_expression(notation, pool, root);
  return text ? *std::move(text) : "(" + text.error().message + ")";
}

}  // namespace noether::algebra
