#include "noether/search/contexts/same_formula.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "noether/formula/formula_io.h"
#include "noether/formula/ids.h"
#include "noether/text/sentences.h"

namespace noether::search {
namespace {

// What is drawn, for one formula after the other.
class Drawings {
 public:
  // Nothing for what cannot be read, and for a name or a number alone.
  std::optional<base::Digest> of(std::string_view latex) {
    if (!reader_.read(formula::Notation::Latex, latex, formula_)) return std::nullopt;
    if (formula_.operators.node_count() < 2) return std::nullopt;
    return formula::visual_id(formula_.layout);
  }

 private:
  formula::FormulaReader reader_;
  formula::Formula formula_;
};

}  // namespace

std::vector<SameFormula> same_formula_in(const text::Document& document, std::uint32_t field,
                                         std::uint32_t begin, std::size_t most) {
  std::vector<SameFormula> found;
  if (field >= document.fields.size()) return found;
  const auto& own_formulas = document.fields[field].formulas;
  const auto own = std::ranges::find(own_formulas, begin, &text::FormulaSpan::begin);
  if (own == own_formulas.end()) return found;
  const auto latex_of = [](const text::Field& in, const text::FormulaSpan& span) {
    return std::string_view(in.text).substr(span.begin, span.end - span.begin);
  };
  Drawings drawings;
  const std::string_view latex = latex_of(document.fields[field], *own);
  const auto drawn = drawings.of(latex);
  if (!drawn) return found;
  std::size_t read = 0;
  for (std::uint32_t number = 0; number < document.fields.size(); ++number) {
    const text::Field& here = document.fields[number];
    auto formula = here.formulas.begin();
    for (const base::Span& sentence : text::find_sentences(here)) {
      const bool is_own = number == field && sentence.begin <= begin && begin < sentence.end;
      bool is_new = !is_own;
      for (; formula != here.formulas.end() && formula->begin < sentence.end; ++formula) {
        if (!is_new || formula->begin < sentence.begin) continue;
        const std::string_view other = latex_of(here, *formula);
        if (other != latex && ++read > kMostSameFormulasRead) return found;
        if (other != latex && drawings.of(other) != drawn) continue;
        found.push_back({number, sentence, {formula->begin, formula->end}});
        if (found.size() == most) return found;
        is_new = false;
      }
    }
  }
  return found;
}

}  // namespace noether::search
