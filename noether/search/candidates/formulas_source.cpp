// The source `formulas`: documents ranked by formulas like those of the query, in the profile's
// mode.
#include "noether/index/analysis/spaces.h"
#include "noether/search/pipeline/source.h"

namespace noether::search {
namespace {

// Larger than the sum of the scores that the lists of one formula can give.
constexpr double kPrecedence = 10;

// If the query is one formula and nothing else, documents with that very formula come first, then
// those where it differs by the order of operands, then by names, whatever else they share with the
// query.
class FormulasCandidates final : public FormulaCandidates {
 public:
  explicit FormulasCandidates(const PreparedQuery& prepared)
      : FormulaCandidates(prepared),
        is_one_formula_(prepared.query().clauses.size() == 1 && lists().size() == 1 &&
                        prepared.weights().formula_mode == FormulaMode::Similar &&
                        !lists().front().hits.empty()) {}

  bool puts_first() const override { return is_one_formula_; }

  double precedence(std::uint32_t document) const override {
    if (!is_one_formula_) return 0;
    const FormulaList& list = lists().front();
    const auto holders = list.holders_in(document);
    if (holders.empty()) return 0;
    switch (list.hits[holders.front().hit].sameness) {
      case Sameness::Drawing:
        return 3 * kPrecedence;
      case Sameness::Structure:
        return 2 * kPrecedence;
      case Sameness::Renaming:
        return kPrecedence;
      case Sameness::Meaning:
      case Sameness::None:
        break;
    }
    return 0;
  }

 private:
  bool is_one_formula_;
};

class FormulasSource final : public CandidateSource {
 public:
  base::Result<std::unique_ptr<Candidates>> find(const PreparedQuery& query,
                                                 SearchTools& /*tools*/) override {
    if (query.formulas().empty()) return nullptr;
    return std::make_unique<FormulasCandidates>(query);
  }
};

}  // namespace

const SourceKind& formulas_source() {
  static constexpr SourceKind kKind = {
      .name = "formulas",
      .help = "documents with formulas similar to those of the query, as formula-mode says",
      .explanation = "for each formula of the query the closest formula of the document",
      .weight = 1,
      .options = {},
      .spaces = [](const SearchWeights& /*weights*/) -> std::vector<std::uint32_t> {
        return {index::space::paths, index::space::tuples};
      },
      .is_of_formulas = true,
      .formula_mode = [](const SearchWeights& weights) -> std::optional<FormulaMode> {
        return weights.formula_mode;
      },
      .make = [](const StageOptions& /*options*/) -> std::unique_ptr<CandidateSource> {
        return std::make_unique<FormulasSource>();
      }};
  return kKind;
}

}  // namespace noether::search
