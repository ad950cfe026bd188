// A source of candidates: the first stage of a search, which gives scored documents for a query.
//
// Each file candidates/NAME_source.cpp is one, and defines `const SourceKind& NAME_source()`. The
// build finds them by their names (cmake/RegisterStages.cmake), and profiles, help and explanations
// use their kinds: a new source needs only its own file and its test.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/text/cross_encoder.h"
#include "noether/search/formula/formula_searcher.h"
#include "noether/search/fusion/fusion.h"
#include "noether/search/pipeline/formula_lists.h"
#include "noether/search/pipeline/prepared_query.h"
#include "noether/search/pipeline/search_weights.h"
#include "noether/search/semantic/formula_encoder.h"
#include "noether/search/semantic/query_encoder.h"

namespace noether::search {

// A part of a score: a word or a formula, and its contribution.
struct ScoreDetail {
  std::string name;    // the space, or the sense in which a formula is the same
  std::string detail;  // the word or the formula
  double score = 0;
};

// Resources that sources share and keep from query to query. All must outlive the results.
struct SearchTools {
  FormulaSearcher& formulas;
  // Opened by the first call.
  std::function<base::Result<std::shared_ptr<const FormulaEncoder>>()> encoder;
  QueryEncoder& texts;
  // Opened by the first call.
  std::function<base::Result<std::shared_ptr<const embedding::CrossEncoder>>()> cross_encoder;
};

// The results of a source for one query.
class Candidates {
 public:
  virtual ~Candidates() = default;

  struct List {
    std::vector<ScoredUnit> units;  // documents that may be found, the best first
    bool is_all = true;             // a larger depth would give no more
    bool takes_part = true;         // in the fusion
  };
  // The best documents, at least `depth` of them if there are as many. A later call with a larger
  // depth returns the same ones first.
  virtual base::Result<List> best(std::uint32_t depth) = 0;

  // Explains the score of a document of the list.
  virtual base::Result<std::vector<ScoreDetail>> explain(std::uint32_t document) const = 0;

  // Formulas of the index to mark, if the query's own formulas (PreparedQuery::formulas) mark
  // nothing.
  virtual std::span<const FormulaList> marked() const { return {}; }

  // Whether some documents come before all others regardless of their other scores, and the amount
  // that is then added to the score of a document after fusion.
  virtual bool puts_first() const { return false; }
  virtual double precedence(std::uint32_t /*document*/) const { return 0; }
};

// Made for a searcher, with the options of its profile. Reuses its working memory from one query to
// the next. Not thread-safe.
class CandidateSource {
 public:
  virtual ~CandidateSource() = default;
  // Null if the source cannot use anything in the query. The query outlives the result.
  virtual base::Result<std::unique_ptr<Candidates>> find(const PreparedQuery& query,
                                                         SearchTools& tools) = 0;
};

struct SourceKind {
  std::string_view name;         // in profiles and in explanations
  std::string_view help;         // one line
  std::string_view explanation;  // one line: what `explain` lists
  double weight = 0;             // if a profile does not mention it
  std::span<const StageOption> options;
  // The spaces that it reads, by their numbers in index/analysis/spaces.h.
  std::vector<std::uint32_t> (*spaces)(const SearchWeights& weights) = nullptr;
  bool is_of_formulas = false;  // it finds documents by their formulas alone
  // The mode in which a source that ranks by the postings of formulas searches them.
  std::optional<FormulaMode> (*formula_mode)(const SearchWeights& weights) = nullptr;
  std::unique_ptr<CandidateSource> (*make)(const StageOptions& options) = nullptr;
};

// In the order of their names. The build generates the list.
std::span<const SourceKind* const> shipped_sources();

// Returns an error, with the way to add the space, if the index lacks one that a source of the
// weights reads.
base::Result<void> expect_spaces(const index::IndexReader& index, const SearchWeights& weights);

// Documents by their formulas: the common part of the sources that search formulas.
class FormulaCandidates : public Candidates {
 public:
  // A formula that is only similar is explained as `similar`.
  FormulaCandidates(const PreparedQuery& query, std::vector<FormulaList> lists,
                    std::string_view similar = sameness_text(Sameness::None))
      : query_(&query), own_(std::move(lists)), lists_(own_), similar_(similar) {}
  // Uses the lists of the query itself.
  explicit FormulaCandidates(const PreparedQuery& query)
      : query_(&query), lists_(query.formulas()), similar_(sameness_text(Sameness::None)) {}
  FormulaCandidates(const FormulaCandidates&) = delete;
  FormulaCandidates& operator=(const FormulaCandidates&) = delete;

  base::Result<List> best(std::uint32_t depth) override;
  base::Result<std::vector<ScoreDetail>> explain(std::uint32_t document) const override;

 protected:
  const PreparedQuery& query() const { return *query_; }
  std::span<const FormulaList> lists() const { return lists_; }

 private:
  const PreparedQuery* query_;
  std::vector<FormulaList> own_;
  std::span<const FormulaList> lists_;
  std::string_view similar_;
};

}  // namespace noether::search
