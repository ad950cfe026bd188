// Searches one commit of an index: words, phrases, formulas and filters together.
//
//   query ─► words, context, comments, document tuples in one pass ─┐
//         └► each formula ─► formulas like it ─► their documents ───┴► fusion ─► results
// What is required or excluded restricts both ways alike. How everything is weighed stands in the
// profile.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/fusion/fusion.h"
#include "noether/search/profile.h"
#include "noether/search/query/query.h"
#include "noether/search/result/match.h"

namespace noether::search {

struct SearchOptions {
  std::uint32_t top = 10;
  bool explain = false;  // fill in FoundDocument::components
};

// A part of a score: of which list, of which word or formula.
struct ScoreComponent {
  std::string name;         // words, context, comments, document-tuples, formulas
  std::string detail;       // the word or the formula; empty for the whole list
  double score = 0;         // as the list has it
  std::uint32_t rank = 0;   // of the document in the list, from 1; 0 for a detail
  double contribution = 0;  // of the list to the document's score after fusion
};

struct FoundDocument {
  std::uint32_t number = 0;  // as the index numbers it
  double score = 0;
  text::Document document;
  std::vector<Match> matches;  // by field and place
  std::vector<ScoreComponent> components;
};

struct Results {
  std::vector<FoundDocument> documents;  // the best first
  bool more = false;                     // than were asked for
};

class Searcher {
 public:
  static base::Result<Searcher> open(const std::string& folder, const Profile& profile);
  // The index must have the spaces of index/analysis/spaces.h.
  static base::Result<Searcher> open(index::IndexReader reader, const Profile& profile);
  Searcher(Searcher&&) noexcept;
  Searcher& operator=(Searcher&&) noexcept;
  ~Searcher();

  const index::IndexReader& index() const;
  const Profile& profile() const;

  // The best documents with their texts and with what matched. An error about a formula has its
  // place in the text of the query.
  base::Result<Results> search(const Query& query, const SearchOptions& options = {}) const;
  // The same documents and scores, alone: for runs.
  base::Result<std::vector<ScoredUnit>> rank(const Query& query, std::uint32_t top) const;
  // How many documents have what the query requires and something of what it wants, counted up to
  // `limit` where stored texts must be read for phrases.
  base::Result<std::uint64_t> count(const Query& query, std::uint32_t limit = 1000) const;

 private:
  struct State;
  explicit Searcher(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace noether::search
