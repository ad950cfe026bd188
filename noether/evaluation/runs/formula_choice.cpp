#include "noether/evaluation/runs/formula_choice.h"

#include <string_view>

#include "noether/formula/formula_io.h"

namespace noether::evaluation {

std::string chosen_formula(const collection::Topic& topic) {
  const text::Field& field = topic.title.formulas.empty() ? topic.question : topic.title;
  formula::FormulaReader reader;
  formula::Formula formula;
  std::string chosen;
  std::size_t most = 0;
  for (const text::FormulaSpan& span : field.formulas) {
    const std::string_view latex =
        std::string_view(field.text).substr(span.begin, span.end - span.begin);
    formula.clear();
    if (!reader.read(formula::Notation::Latex, latex, formula)) continue;
    if (formula.layout.node_count() <= most) continue;
    most = formula.layout.node_count();
    chosen = latex;
  }
  return chosen;
}

}  // namespace noether::evaluation
