// A re-ranker: a stage that scores the first documents of a ranking again.
// Its scores, scaled to the range from 0 to 1, are added to those of the ranking with the weight of
// the profile. So the documents that it scores never fall behind the others, and all parts of a
// score still add up.
// Each file rerank/NAME_reranker.cpp is one, and defines `const RerankerKind& NAME_reranker()`. The
// build finds them by their names (cmake/RegisterStages.cmake).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/fusion/fusion.h"
#include "noether/search/pipeline/prepared_query.h"
#include "noether/search/pipeline/search_weights.h"
#include "noether/search/pipeline/source.h"
#include "noether/search/present/match.h"
#include "noether/text/document.h"

namespace noether::search {

// Milliseconds since some moment.
using Clock = std::function<double()>;

inline Clock steady_clock() {
  return [] {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(now).count();
  };
}

// The time limit of a stage, by a clock that tests can set.
class TimeBudget {
 public:
  // The time begins now. 0: no limit.
  TimeBudget(double milliseconds, Clock clock)
      : limit_(milliseconds), clock_(std::move(clock)), began_(clock_()) {}

  double used_ms() const { return clock_() - began_; }
  bool is_spent() const { return limit_ > 0 && used_ms() >= limit_; }

 private:
  double limit_;
  Clock clock_;
  double began_;
};

// Stored documents of an index, each read once even if several stages need it.
class StoredDocuments {
 public:
  explicit StoredDocuments(const index::IndexReader& index) : index_(&index) {}
  // The result is valid as long as this object.
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
  const TimeBudget& budget;  // check it before each candidate
};

// Made for a searcher, with the options of its profile. Not thread-safe.
class Reranker {
 public:
  virtual ~Reranker() = default;
  // Opens resources such as a model before its time begins.
  virtual base::Result<void> open(SearchTools& /*tools*/) { return {}; }
  // Returns the scores of the candidates in their order, for fewer than all if time runs out.
  virtual base::Result<std::vector<double>> score(const RerankInput& input) = 0;
  // The parts of the score of one of the candidates.
  virtual base::Result<std::vector<ScoreDetail>> explain(const RerankInput& input,
                                                         std::size_t candidate) = 0;
  // The parts of any document that are near to the query in meaning; empty if this re-ranker does
  // not compute them.
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
  // The unit of its weight is the difference between the first and the last of the documents, for a
  // re-ranker that follows rankings of any scale.
  bool weighs_by_lead = false;
  std::unique_ptr<Reranker> (*make)(const StageOptions& options) = nullptr;
};

// In the order of their names. The build generates the list.
std::span<const RerankerKind* const> shipped_rerankers();

// The time limit in milliseconds of the re-ranker `cross`, if a search requests it and its profile
// does not have it.
inline constexpr double kCrossBudgetMs = 300;

// Adds the cross-encoder for the `first` documents behind all re-rankers of the profile, or changes
// it if the profile has it. 0 removes all re-rankers.
void rerank_by_cross_encoder(std::uint32_t first, SearchWeights& weights);

// The options that every re-ranker has in addition to its own: weight, first, budget-ms.
std::span<const StageOption> common_reranker_options();

}  // namespace noether::search
