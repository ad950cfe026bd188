// Expressions from formulas: the interpretation of an operator tree in algebra.
//
//   e, pi, π, i       the constants, upright or not; an index i bound by ∑, ∫ or d/di is a variable
//   x_1, x_n, x_{ij}  variables of these names; a_{n+1} is an uninterpreted member of a sequence
//   \log x            the natural logarithm; \log_b x is (log b x)
//   \sqrt[n]{x}       (pow x 1/n)
//   f(x), \sum, [x]   uninterpreted calls, like all unsupported operators (see call_names.h) and
//                     arithmetic on non-numbers: a matrix, a set, 1 + 2 + … + n
//   \mathbf A, \vec a  matrix-like (see matrix_names.h): products keep their order
//   \frac{dy}{dx}     uninterpreted: y may depend on x; \frac{d}{dx}(xy) is a derivative
// An equation, a list, infinity, or a function without its operand is not an expression and is an
// error.
#pragma once

#include <string_view>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/notation/matrix_names.h"
#include "noether/base/error.h"
#include "noether/formula/formula_io.h"

namespace noether::algebra {

// The origin of an operator tree. In tokens (prefix, S-expressions), `max a b` is the greater of
// two, `d x y` differentiates a constant, and names are checked; in a drawn formula (LaTeX), the
// same trees are \max_b a and dy/dx.
enum class TreeStyle : std::uint8_t { Drawn, Tokens };

// Reads the part of the tree below `root`. Errors have the span of the node concerned. `matrices`
// are declared names; those that the whole tree shows are added. `text` is the source of the tree,
// if known: it distinguishes a cross product from other products.
base::Result<ExprId> from_operators(const formula::OperatorTree& tree, formula::NodeId root,
                                    Expressions& pool, TreeStyle style = TreeStyle::Drawn,
                                    const MatrixNames& matrices = {}, std::string_view text = {});
base::Result<ExprId> from_operators(const formula::OperatorTree& tree, Expressions& pool,
                                    TreeStyle style = TreeStyle::Drawn);

// Returns the two sides of an equation, or the one expression of the tree.
base::Result<std::vector<ExprId>> sides_from_operators(const formula::OperatorTree& tree,
                                                       Expressions& pool,
                                                       TreeStyle style = TreeStyle::Drawn,
                                                       const MatrixNames& matrices = {},
                                                       std::string_view text = {});

TreeStyle style_of(formula::Notation notation);

// Keeps its buffers from one expression to the next. Not thread-safe.
class ExpressionReader {
 public:
  base::Result<ExprId> read(formula::Notation notation, std::string_view text, Expressions& pool);
  // Reads as sides_from_operators does.
  base::Result<std::vector<ExprId>> read_sides(formula::Notation notation, std::string_view text,
                                               Expressions& pool);
  // Returns the operator tree alone, or its first problem as an error; valid until the next
  // reading.
  base::Result<const formula::OperatorTree*> read_tree(formula::Notation notation,
                                                       std::string_view text);

  // Declares names of matrices for all following readings.
  void declare_matrices(const MatrixNames& names) { matrices_.insert(names.begin(), names.end()); }
  // After this call, a name that one formula shows to be a matrix is one in the following formulas,
  // too: for the parts of one question.
  void remember_matrices() { remembers_matrices_ = true; }
  const MatrixNames& matrices() const { return matrices_; }
  void set_matrices(const MatrixNames& names) { matrices_ = names; }

 private:
  void note_matrices(const formula::OperatorTree& tree, formula::Notation notation);

  formula::FormulaReader reader_;
  formula::Formula formula_;
  MatrixNames matrices_;
  bool remembers_matrices_ = false;
};

base::Result<ExprId> read_expression(formula::Notation notation, std::string_view text,
                                     Expressions& pool);

}  // namespace noether::algebra
