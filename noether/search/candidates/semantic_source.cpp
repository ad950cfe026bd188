// The source `semantic`: documents by the formulas whose vectors are nearest to those of the
// query's formulas.
#include <array>
#include <utility>

#include "noether/index/nearest_formulas.h"
#include "noether/search/pipeline/source.h"

namespace noether::search {
namespace {

constexpr std::array<StageOption, 2> kSemanticOptions = {{
    {.name = "least-cosine",
     .help = "the lowest cosine that counts",
     .value = 0.2,
     .least = -1,
     .most = 1},
    {.name = "vectors",
     .help = "the set of vectors, by the name that noether embed-index gave it",
     .type = StageOption::Type::Name,
     .word = index::kFormulaVectors},
}};

class SemanticCandidates final : public FormulaCandidates {
 public:
  using FormulaCandidates::FormulaCandidates;

  base::Result<List> best(std::uint32_t depth) override {
    auto list = FormulaCandidates::best(depth);
    if (list) list->takes_part = !list->units.empty();
    return list;
  }
  std::span<const FormulaList> marked() const override { return lists(); }
};

class SemanticSource final : public CandidateSource {
 public:
  explicit SemanticSource(const StageOptions& options)
      : least_cosine_(static_cast<float>(options.number("least-cosine"))),
        set_{index::VectorUnit::Formula, options.word("vectors")} {}

  base::Result<std::unique_ptr<Candidates>> find(const PreparedQuery& query,
                                                 SearchTools& tools) override {
    const auto encoder = tools.encoder();
    if (!encoder) return std::unexpected(encoder.error());
    const index::VectorModel& model = (*encoder)->model();
    if (auto has = index::expect_vectors_of(query.index(), model, set_); !has) {
      return std::unexpected(std::move(has.error()));
    }
    std::vector<FormulaList> lists = query.unsearched_formulas();
    for (FormulaList& list : lists) {
      if (query.query().clauses[list.clause].occurrence == Occurrence::Excluded) continue;
      // A formula that the encoder cannot read has no list.
      const auto question = (*encoder)->ask(list.query->latex(), formula::Notation::Latex);
      if (!question) continue;
      if (auto found = find_near(query, *question, list); !found) {
        return std::unexpected(std::move(found.error()));
      }
    }
    return std::make_unique<SemanticCandidates>(query, std::move(lists), "near by its vector");
  }

 private:
  base::Result<void> find_near(const PreparedQuery& query, const FormulaQuestion& question,
                               FormulaList& list) const {
    const auto near = index::nearest_formulas(query.index(), question.vector,
                                              {.count = query.formula_depth()}, set_);
    if (!near) return std::unexpected(near.error());
    list.is_searched = true;
    for (const index::NearFormula& one : *near) {
      const float cosine = one.cosine * question.cosine_factor;
      if (cosine < least_cosine_) break;
      list.hits.push_back({.formula = one.formula, .score = static_cast<double>(cosine)});
    }
    list.best_of_others = 1;  // a cosine needs no scale
    return find_holders(query.index(), list);
  }

  float least_cosine_;
  index::VectorSet set_;
};

}  // namespace

const SourceKind& semantic_source() {
  static constexpr SourceKind kKind = {
      .name = "semantic",
      .help = "documents with the formulas whose vectors are nearest to those of the query",
      .explanation = "for each formula of the query the nearest formula of the document",
      .weight = 0,
      .options = kSemanticOptions,
      .spaces = nullptr,
      .is_of_formulas = true,
      .formula_mode = nullptr,
      .make = [](const StageOptions& options) -> std::unique_ptr<CandidateSource> {
        return std::make_unique<SemanticSource>(options);
      }};
  return kKind;
}

}  // namespace noether::search
