// Reads and writes formulas in every notation, behind one pair of calls.
// LaTeX, plain math, Presentation MathML and Tangent-S layout strings give a layout tree, from
// which the operator grammar makes the operator tree. The other notations give an operator tree;
// its layout tree, on request, is that of the LaTeX written from it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/formula.h"
#include "noether/formula/grammar/operator_grammar.h"
#include "noether/formula/latex/reader.h"

namespace noether::formula {

enum class Notation : std::uint8_t {
  Latex,
  MathML,
  ContentMathML,
  Prefix,
  SExpression,
  TangentOpt,
  TangentSlt,
  Opt,  // written only, like those below except Plain
  Slt,
  Json,
  Svg,
  Plain,  // read only: math as people type it, translated to LaTeX
  Spoken,
};

std::string_view notation_name(Notation notation);
std::optional<Notation> notation_by_name(std::string_view name);
std::vector<std::string> readable_notations();
std::vector<std::string> writable_notations();

// Keeps its buffers between formulas. Not thread-safe.
class FormulaReader {
 public:
  // The operator tree is always made. For notations without a layout tree, making one costs extra
  // time and is done only on request.
  enum class Want : std::uint8_t { Operators, BothTrees };

  // Returns an error if nothing could be read at all; a partial reading has diagnostics instead.
  base::Result<void> read(Notation notation, std::string_view text, Formula& out,
                          Want want = Want::BothTrees);

 private:
  base::Result<void> read_plain(std::string_view text, Formula& out);

  LatexReader latex_;
  OperatorGrammar grammar_;
  std::string scratch_;
};

// Appends one line without a line end.
void write_formula(Notation notation, const Formula& formula, std::string& out);
// Whether the notation is written from the layout tree.
bool writes_layout(Notation notation);

}  // namespace noether::formula
