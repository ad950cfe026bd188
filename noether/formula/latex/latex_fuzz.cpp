// Any bytes read as LaTeX: no crash, bounded work, and an error node exactly if there is a
// diagnostic.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "noether/formula/grammar/operator_grammar.h"
#include "noether/formula/ids.h"
#include "noether/formula/latex/reader.h"
#include "noether/formula/notation/latex_writer.h"
#include "noether/formula/notation/sexpr.h"
#include "noether/formula/notation/tangent.h"

using namespace noether;
using namespace noether::formula;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static LatexReader reader;
  static OperatorGrammar grammar;
  LayoutTree layout;
  OperatorTree operators;
  std::vector<base::Error> diagnostics;
  reader.read(std::string_view(reinterpret_cast<const char*>(data), size), layout, diagnostics);
  grammar.build(layout, operators, diagnostics);
  if (diagnostics.empty() != (!has_error(layout) && !has_error(operators))) std::abort();

  std::string out;
  write_sexpr(operators, out);
  OperatorTree again;
  if (!read_sexpr(out, again) || !same_operators(operators, again)) std::abort();
  out.clear();
  write_tangent_slt(layout, out);
  out.clear();
  write_latex(layout, out);
  out.clear();
  write_latex(operators, out);
  if (visual_id(layout).low == 1 && structural_id(operators).low == 1 &&
      alpha_id(operators).low == 1) {
    std::abort();  // unreachable; keeps the compiler from removing the ids
  }
  return 0;
}
