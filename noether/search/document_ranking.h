// The documents of an index in the order of one query: the stages of a search, one after the other.
//
//   query ─► sources of candidates ─► fusion ─► phrases ─► re-rankers
// A source gives a list of scored documents, fusion makes one ranking of all lists; when only one
// list takes part, that is the ranking. Phrases are looked up in the stored texts, from the best
// document down, and only until there are enough. Re-rankers look at the first of what is left.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "noether/search/candidates/source.h"
#include "noether/search/document_table.h"
#include "noether/search/query/prepared_query.h"
#include "noether/search/query/query_parts.h"
#include "noether/search/rerank/reranker.h"

namespace noether::search {

// How many documents have as many parts of the query (query_parts.h) as any result has.
struct DocumentCount {
  std::uint64_t documents = 0;  // threads, where they are what is counted
  // There may be more: stored texts must be read for phrases, and only so many were.
  bool at_least = false;
  // So many parts, all of them when it is words + formulas. Where it is 0, the documents have
  // a formula like one of the query, or just what the query requires.
  std::uint32_t parts = 0;
  std::uint32_t words = 0;
  std::uint32_t formulas = 0;
  // The query has more parts than are counted: these are documents that have something of it.
  bool is_of_long_query = false;
};

// A part of a score: of which stage, of which word or formula.
struct ScoreComponent {
  // Of a source or a re-ranker; of a detail of it: the space, or how a formula is the same.
  std::string name;
  std::string detail;       // the word or the formula; empty for the whole stage
  double score = 0;         // as the stage has it
  std::uint32_t rank = 0;   // of the document in the stage's list, from 1; 0 for a detail
  double contribution = 0;  // of the stage to the document's score
  double weight = 0;        // of the stage
};

// What a stage did for a query.
struct StageReport {
  std::string_view name;
  bool is_reranker = false;
  std::uint32_t documents = 0;  // of its list, or that it looked at
  std::uint32_t asked = 0;      // of a re-ranker: that it was to look at
  double milliseconds = 0;      // of a re-ranker
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
  std::vector<Source> sources;  // those that count, in the order of the fusion
  std::vector<Rerank> rerankers;
  Clock clock = steady_clock();
};

class DocumentRanking {
 public:
  // Asks the sources at once. All that is given must outlive this.
  static base::Result<DocumentRanking> make(const SearchedIndex& in, const Query& query,
                                            const SearchWeights& weights, SearchStages& stages,
                                            SearchTools& tools,
                                            double equal_seconds = kEqualSeconds,
                                            const IsOver& is_over = {});

  // Asked again for more, it gives the same ones first, as long as that is not more than the depth
  // of the lists.
  base::Result<std::vector<ScoredUnit>> best(std::uint32_t top);
  // Documents that have what is required and most of what is wanted; when `threads` is given, the
  // threads they are of. 0 when nothing is found. May be asked before `best`, or alone.
  base::Result<DocumentCount> count(const DocumentTable* threads = nullptr);

  // Where the score of a document of the last ranking comes from: stages, each before its details.
  base::Result<std::vector<ScoreComponent>> explain(std::uint32_t document);
  std::vector<StageReport> reports() const;

  PreparedQuery& query() const { return *query_; }
  base::Result<void> go_on() const { return query_->go_on(); }
  // Formulas that are marked where those of the query mark nothing.
  std::vector<std::span<const FormulaList>> marked() const;
  // What is near to the query in meaning, by the re-rankers that look at that.
  base::Result<NearText> near(std::uint32_t number, const text::Document& document);

 private:
  // What a source gave.
  struct List {
    std::string_view name;
    double weight = 1;
    std::unique_ptr<Candidates> candidates;
    std::uint32_t depth = 0;  // that it was asked for
    Candidates::List found = {};
  };
  // What a re-ranker made of the ranking before it.
  struct Step {
    SearchStages::Rerank* stage = nullptr;
    std::vector<ScoredUnit> before;  // the candidates that it was given
    std::vector<ScoredUnit> scored;  // those that it looked at, with its scores, the best first
    double weight = 0;               // what the best of its scores adds
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
  // Documents that are results, by how many parts of the query they have; without phrases only
  // those that have the most.
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
