// A re-ranker: a stage that looks at the first documents of a ranking more closely, and scores them
// anew.
//
// Its scores, brought between 0 and 1 by the least and the largest of them, are added to those of
// the ranking with the weight that the profile gives it. So documents that it looks at never fall
// behind those that it does not, and all parts of a score still add up.
//
// Each file rerank/NAME_reranker.cpp is one, and defines `const RerankerKind& NAME_reranker()`. The
// build finds them by their names (cmake/RegisterStages.cmake).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/candidates/source.h"
#include "noether/search/fusion/fusion.h"
#include "noether/search/present/match.h"
#include "noether/search/profile/search_weights.h"
#include "noether/search/query/prepared_query.h"
#include "noether/search/rerank/time_budget.h"
#include "noether/text/document.h"

namespace noether::search {

// Stored documents of an index, each read once however many stages ask for it.
class StoredDocuments {
 public:
  explicit StoredDocuments(const index::IndexReader& index) : index_(&index) {}
  // Stays where it is as long as this.
  base::Result<const text::Document*> read(std::uint32_t document);

 private:
  const index::IndexReader* index_;
  std::unordered_map<std::uint32_t, text::Document> known_;
};

struct RerankInput {
  PreparedQuery& query;
  std::span<const ScoredUnit> candidates;  // the first of the ranking, the best first
  StoredDocuments& documents;
  SearchTools& tools;
  const TimeBudget& budget;  // to be asked before each candidate
};

// Made for a searcher, with the options of its profile. Not for two threads.
class Reranker {
 public:
  virtual ~Reranker() = default;
  // Opens what it needs, a model for example, before its time begins.
  virtual base::Result<void> open(SearchTools& /*tools*/) { return {}; }
  // Scores of the candidates in their order: fewer than all when the time is spent.
  virtual base::Result<std::vector<double>> score(const RerankInput& input) = 0;
  // What makes up the score of one of them.
  virtual base::Result<std::vector<ScoreDetail>> explain(const RerankInput& input,
                                                         std::size_t candidate) = 0;
  // What of any document is near to the query in meaning; nothing, where that is not what this
  // re-ranker looks at.
  virtual base::Result<NearText> near(const PreparedQuery& /*query*/, SearchTools& /*tools*/,
                                      std::uint32_t /*number*/,
                                      const text::Document& /*document*/) {
    return NearText();
  }
};

struct RerankerKind {
  std::string_view name;         // in profiles and in explanations
  std::string_view help;         // one line
  std::string_view explanation;  // one line: what `explain` lists
  std::span<const StageOption> options;
  // Its weight is in parts of how far the first of the documents is ahead of the last, not a number
  // of its own: for one that works behind rankings of any scale.
  bool weighs_by_lead = false;
  std::unique_ptr<Reranker> (*make)(const StageOptions& options) = nullptr;
};

// In the order of their names. The build writes it.
std::span<const RerankerKind* const> shipped_rerankers();

// The milliseconds that the re-ranker `cross` may take where a search asks for it and its profile
// does not have it.
inline constexpr double kCrossBudgetMs = 300;

// Lets the cross-encoder look at the `first` documents, behind all re-rankers of the profile, or as
// the profile has it. 0: there is no re-ranker at all.
void rerank_by_cross_encoder(std::uint32_t first, SearchWeights& weights);

// The options that every re-ranker has besides its own: weight, first, budget-ms.
std::span<const StageOption> common_reranker_options();

}  // namespace noether::search
