// The source `paths`: documents by the formulas with the best path scores, as Approach0 defines
// them.
#include <utility>

#include "noether/index/analysis/spaces.h"
#include "noether/search/pipeline/source.h"

namespace noether::search {
namespace {

class PathsSource final : public CandidateSource {
 public:
  base::Result<std::unique_ptr<Candidates>> find(const PreparedQuery& query,
                                                 SearchTools& tools) override {
    if (query.formulas().empty()) return nullptr;
    auto lists = query.formulas_by(FormulaMode::Paths, tools.formulas);
    if (!lists) return std::unexpected(std::move(lists.error()));
    return std::make_unique<FormulaCandidates>(query, std::move(*lists));
  }
};

}  // namespace

const SourceKind& paths_source() {
  static constexpr SourceKind kKind = {
      .name = "paths",
      .help = "documents with the formulas of the best path scores, as Approach0 defines them",
      .explanation = "for each formula of the query the closest formula of the document",
      .weight = 0,
      .options = {},
      .spaces = [](const SearchWeights& /*weights*/) -> std::vector<std::uint32_t> {
        return {index::space::paths};
      },
      .is_of_formulas = true,
      .formula_mode = [](const SearchWeights& /*weights*/) -> std::optional<FormulaMode> {
        return FormulaMode::Paths;
      },
      .make = [](const StageOptions& /*options*/) -> std::unique_ptr<CandidateSource> {
        return std::make_unique<PathsSource>();
      }};
  return kKind;
}

}  // namespace noether::search
