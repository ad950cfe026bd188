// Searches one commit of an index: words, phrases, formulas and filters together.
//
//   query ─► candidates/ ─► fusion/ ─► rerank/ ─► present/ ─► results
// The stages are those of a profile (pipeline/search_weights.h), put together in
// document_ranking.h. Requirements and exclusions restrict all sources of candidates.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/document_ranking.h"
#include "noether/search/formula/formula_searcher.h"
#include "noether/search/fusion/fusion.h"
#include "noether/search/pipeline/search_weights.h"
#include "noether/search/present/match.h"
#include "noether/search/present/snippet.h"
#include "noether/search/query/query.h"
#include "noether/search/semantic/formula_encoder.h"

namespace noether::search {

// Which matches of a document to return.
enum class Marks : std::uint8_t {
  All,
  Shown,  // those in its title and in its snippet, which takes less time
};

inline constexpr std::uint32_t kMostGrouped = 1000;

struct SearchOptions {
  std::uint32_t top = 10;
  std::uint32_t offset = 0;  // the number of best results to skip
  bool explain = false;      // fill in FoundDocument::components
  Marks marks = Marks::All;
  // Also returns the numbers of this many best documents, and the number of documents with the most
  // parts of the query.
  std::uint32_t ranked = 0;
  bool count = false;
  // Documents of one thread become one result, its best document; `top`, `offset` and `count` then
  // refer to threads. Examines at most `ranked` of the best documents, or kMostGrouped.
  const DocumentTable* threads = nullptr;
  double equal_seconds = kEqualSeconds;  // the time limit of algebra in the mode `equal`
  // Called now and then to test whether the search should stop; if it returns true, an error is
  // returned.
  IsOver is_over = {};
};

struct FoundDocument {
  std::uint32_t number = 0;  // as in the index
  double score = 0;
  text::Document document;
  std::vector<Match> matches;  // by field and place
  Snippet snippet;             // only the matches in it are marked, if Marks::Shown
  // With Marks::All: the passage that is nearest to the query in meaning.
  std::optional<NearText::Place> passage;
  // If results are threads: the other documents of its thread that were found, the best first.
  std::vector<std::uint32_t> others;
  std::vector<ScoreComponent> components;
};

struct Results {
  std::vector<FoundDocument> documents;  // the best first
  std::vector<ScoredUnit> ranked;        // on request: this many of the best documents
  // The number of results that can be paged through, and whether there may be more.
  std::uint32_t found = 0;
  bool has_more = false;
  DocumentCount count;  // on request
  // The clauses whose formulas were searched: in a long query only the largest formulas.
  std::vector<std::uint32_t> searched;
  std::vector<StageReport> stages;  // in their order
};

// Reuses its working memory from one search to the next. Not thread-safe, but several searchers may
// share the reader.
class Searcher {
 public:
  static base::Result<Searcher> open(
      const std::string& folder, const SearchWeights& weights = {},
      const FormulaWeights& formula_weights = shipped_formula_weights());
  // The reader is one of index::open_search_index. Returns an error if the index lacks a space that
  // the weights need. If it is a part of a larger collection, `of_all` are the statistics of the
  // whole.
  static base::Result<Searcher> open(
      std::shared_ptr<const index::IndexReader> reader, const SearchWeights& weights = {},
      const FormulaWeights& formula_weights = shipped_formula_weights(),
      std::shared_ptr<const index::CollectionStatistics> of_all = nullptr);
  Searcher(Searcher&&) noexcept;
  Searcher& operator=(Searcher&&) noexcept;
  ~Searcher();

  const index::IndexReader& index() const;
  FormulaSearcher& formulas();
  void set_weights(const SearchWeights& weights);
  // Sets the clock for the budgets of re-rankers.
  void set_clock(Clock clock);
  // Sets the encoder of the list `semantic`; by default the shipped one.
  void set_encoder(std::shared_ptr<const FormulaEncoder> encoder);
  // Sets the encoder of stages that use language; by default the shipped one.
  void set_text_encoder(std::shared_ptr<const PassageEncoder> encoder);
  // Sets the encoder of the re-ranker `cross`; by default the shipped one.
  void set_cross_encoder(std::shared_ptr<const embedding::CrossEncoder> encoder);

  // The best documents with their texts and matches. An error about a formula contains the place in
  // the text of the query.
  base::Result<Results> search(const Query& query, const SearchOptions& options = {});
  // Only the same documents and their scores: for runs.
  base::Result<std::vector<ScoredUnit>> rank(const Query& query, std::uint32_t top);
  // The matches of a query in these documents, by field and place, whether the query finds the
  // documents or not.
  base::Result<std::vector<std::vector<Match>>> marks(const Query& query,
                                                      std::span<const std::uint32_t> documents,
                                                      std::span<const text::Document> texts,
                                                      const IsOver& is_over = {});
  // The number of documents that have all required parts and most of the wanted ones.
  base::Result<DocumentCount> count(const Query& query, const IsOver& is_over = {});

 private:
  struct State;
  explicit Searcher(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace noether::search
