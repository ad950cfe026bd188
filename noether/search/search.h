// Searches one commit of an index: words, phrases, formulas and filters together.
//
//   query ─► words, context, comments, document tuples in one pass ─┐
//         └► each formula ─► formulas like it ─► their documents ───┴► fusion ─► results
// What is required or excluded restricts both ways alike. How everything is weighed stands in
// weights.h.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/candidates/formula/formula_searcher.h"
#include "noether/search/document_ranking.h"
#include "noether/search/fusion/fusion.h"
#include "noether/search/present/match.h"
#include "noether/search/present/snippet.h"
#include "noether/search/profile/search_weights.h"
#include "noether/search/query/query.h"

namespace noether::search {

// Which matches of a document are wanted.
enum class Marks : std::uint8_t {
  All,
  Shown,  // those in its title and in its snippet, which takes less time
};

inline constexpr std::uint32_t kMostGrouped = 1000;

struct SearchOptions {
  std::uint32_t top = 10;
  std::uint32_t offset = 0;  // so many of the best are left out
  bool explain = false;      // fill in FoundDocument::components
  Marks marks = Marks::All;
  // Also tell the numbers of so many of the best documents, and how many have the most of the
  // query.
  std::uint32_t ranked = 0;
  bool count = false;
  // Documents of one thread are one result, that of the best of them; `top`, `offset` and `count`
  // are of threads. Looks at no more of the best documents than `ranked`, or kMostGrouped.
  const DocumentTable* threads = nullptr;
  double equal_seconds = kEqualSeconds;  // that algebra may take in the mode `equal`
  // Asked now and then whether nobody wants the results any more: then there is an error instead.
  IsOver is_over = {};
};

// A part of a score: of which list, of which word or formula.
struct ScoreComponent {
  // Of a list: text, formulas, paths or semantic. Of a detail of it: the space, or how a formula is
  // the same.
  std::string name;
  std::string detail;       // the word or the formula; empty for the whole list
  double score = 0;         // as the list has it
  std::uint32_t rank = 0;   // of the document in the list, from 1; 0 for a detail
  double contribution = 0;  // of the list to the document's score after fusion
  double weight = 0;        // of the list in the fusion
};

struct FoundDocument {
  std::uint32_t number = 0;  // as the index numbers it
  double score = 0;
  text::Document document;
  std::vector<Match> matches;  // by field and place
  Snippet snippet;             // where only what is shown of it is marked
  // Where threads are results: the others of its thread that were found, the best first.
  std::vector<std::uint32_t> others;
  std::vector<ScoreComponent> components;
};

struct Results {
  std::vector<FoundDocument> documents;  // the best first
  std::vector<ScoredUnit> ranked;        // when asked for: as many of the best documents
  // Results that can be paged through, and whether there may be more.
  std::uint32_t found = 0;
  bool has_more = false;
  DocumentCount count;  // when asked for
  // Clauses whose formulas were searched: of a long query only the largest are.
  std::vector<std::uint32_t> searched;
};

// Keeps its working memory from one search to the next. Not for two threads, but several may share
// the reader.
class Searcher {
 public:
  static base::Result<Searcher> open(
      const std::string& folder, const SearchWeights& weights = {},
      const FormulaWeights& formula_weights = shipped_formula_weights());
  // An error when the index has other spaces than those of index/analysis/spaces.h.
  static base::Result<Searcher> open(
      std::shared_ptr<const index::IndexReader> reader, const SearchWeights& weights = {},
      const FormulaWeights& formula_weights = shipped_formula_weights());
  Searcher(Searcher&&) noexcept;
  Searcher& operator=(Searcher&&) noexcept;
  ~Searcher();

  const index::IndexReader& index() const;
  FormulaSearcher& formulas();
  void set_weights(const SearchWeights& weights);
  // For the list `semantic`, when it counts. Without this it is the encoder that ships.
  void set_encoder(std::shared_ptr<const FormulaEncoder> encoder);

  // The best documents with their texts and with what matched. An error about a formula has its
  // place in the text of the query.
  base::Result<Results> search(const Query& query, const SearchOptions& options = {});
  // The same documents and scores, alone: for runs.
  base::Result<std::vector<ScoredUnit>> rank(const Query& query, std::uint32_t top);
  // What of a query stands where in these documents, by field and place, whether they would be
  // found or not.
  base::Result<std::vector<std::vector<Match>>> marks(const Query& query,
                                                      std::span<const std::uint32_t> documents,
                                                      std::span<const text::Document> texts,
                                                      const IsOver& is_over = {});
  // How many documents have what the query requires and most of what it wants.
  base::Result<DocumentCount> count(const Query& query, const IsOver& is_over = {});

 private:
  struct State;
  explicit Searcher(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace noether::search
