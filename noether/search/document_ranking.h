// Ranks the documents of an index for one query: the stages of a search, one after the other.
//   query ─► sources of candidates ─► fusion ─► phrases ─► re-rankers
// A source gives a list of scored documents, and fusion joins all lists into one ranking; a single
// list is the ranking itself. Phrases are looked up in the stored texts, from the best document
// down, only until there are enough. Re-rankers score the first of the remaining documents.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "noether/search/document_table.h"
#include "noether/search/pipeline/prepared_query.h"
#include "noether/search/pipeline/query_terms.h"
#include "noether/search/pipeline/reranker.h"
#include "noether/search/pipeline/source.h"

namespace noether::search {

// The number of documents that have as many parts of the query (query_terms.h) as any result.
struct DocumentCount {
  std::uint64_t documents = 0;  // or threads, if these are counted
  // There may be more: phrases need the stored texts, and only a limited number of them was read.
  bool at_least = false;
  // The number of parts; all of them if it is words + formulas. If it is 0, the documents have a
  // formula like one of the query, or only what the query requires.
  std::uint32_t parts = 0;
  std::uint32_t words = 0;
  std::uint32_t formulas = 0;
  // The query has too many parts to count: `documents` counts those with any of them.
  bool is_of_long_query = false;
};

// A part of a score, from one stage and perhaps one word or formula.
struct ScoreComponent {
  // The name of a source or a re-ranker; for a detail of it, the space or the kind of sameness of a
  // formula.
  std::string name;
  std::string detail;       // the word or the formula; empty for the whole stage
  double score = 0;         // on the scale of the stage
  std::uint32_t rank = 0;   // of the document in the stage's list, from 1; 0 for a detail
  double contribution = 0;  // of the stage to the document's score
  double weight = 0;        // of the stage
};

// The work of a stage for a query.
struct StageReport {
  std::string_view name;
  bool is_reranker = false;
  std::uint32_t documents = 0;  // in its list, or examined by it
  std::uint32_t asked = 0;      // for a re-ranker: the number it was asked to examine
  double milliseconds = 0;      // for a re-ranker
};

// The stages of a search, made from a profile, with the working memory that they keep.
struct SearchStages {
  explicit SearchStages(const SearchWeights& weights);

  struct Source {
    const SourceKind* kind;
    double weight;
    std::unique_ptr<CandidateSource> source;
  };
  struct Rerank {
    RerankerChoice choice;
    std::unique_ptr<Reranker> reranker;
  };
  std::vector<Source> sources;  // those with a weight, in the order of the fusion
  std::vector<Rerank> rerankers;
  Clock clock = steady_clock();
};

class DocumentRanking {
 public:
  // Runs the sources immediately. All arguments must outlive this object.
  static base::Result<DocumentRanking> make(const SearchedIndex& in, const Query& query,
                                            const SearchWeights& weights, SearchStages& stages,
                                            SearchTools& tools,
                                            double equal_seconds = kEqualSeconds,
                                            const IsOver& is_over = {});

  // A later call for more documents returns the same ones first, as long as their number does not
  // exceed the depth of the lists.
  base::Result<std::vector<ScoredUnit>> best(std::uint32_t top);
  // The number of documents that have all required parts and most of the wanted ones or, if
  // `threads` is given, of their threads. 0 if nothing is found. May be called before `best`, or
  // alone.
  base::Result<DocumentCount> count(const DocumentTable* threads = nullptr);

  // The parts of the score of a document of the last ranking: stages, each before its details.
  base::Result<std::vector<ScoreComponent>> explain(std::uint32_t document);
  std::vector<StageReport> reports() const;

  PreparedQuery& query() const { return *query_; }
  base::Result<void> go_on() const { return query_->go_on(); }
  // Formulas to mark if those of the query mark nothing.
  std::vector<std::span<const FormulaList>> marked() const;
  // The parts of a document that are near to the query in meaning, by the re-rankers that compute
  // this.
  base::Result<NearText> near(std::uint32_t number, const text::Document& document);

 private:
  // The result of a source.
  struct List {
    std::string_view name;
    double weight = 1;
    std::unique_ptr<Candidates> candidates;
    std::uint32_t depth = 0;  // the requested one
    Candidates::List found = {};
  };
  // The ranking after a re-ranker.
  struct Step {
    SearchStages::Rerank* stage = nullptr;
    std::vector<ScoredUnit> before;  // the candidates of the re-ranker
    std::vector<ScoredUnit> scored;  // those that it scored, by its scores, the best first
    double weight = 0;               // the amount that its highest score adds
    double milliseconds = 0;
  };

  DocumentRanking(const SearchWeights& weights, SearchStages& stages, SearchTools& tools)
      : weights_(&weights), stages_(&stages), tools_(&tools) {}

  base::Result<void> ask(std::uint32_t depth);
  bool is_fused() const;
  double precedence(std::uint32_t document) const;
  std::vector<ScoredUnit> fused(std::uint32_t top) const;
  base::Result<std::vector<ScoredUnit>> accepted(std::uint32_t top);
  base::Result<void> rerank(std::vector<ScoredUnit>& ranking);
  void add_list(const List& list, std::uint32_t document,
                std::vector<ScoreComponent>& components) const;
  // The documents that are results, grouped by the number of parts of the query that they have; if
  // the query has no phrases, only the group with the most parts.
  base::Result<std::vector<std::vector<std::uint32_t>>> by_parts(const QueryParts& parts) const;

  const SearchWeights* weights_;
  SearchStages* stages_;
  SearchTools* tools_;
  std::unique_ptr<PreparedQuery> query_;
  std::vector<List> lists_;
  std::vector<Step> steps_;
  std::unique_ptr<StoredDocuments> documents_;
};

}  // namespace noether::search
