// Finds the words, phrases and formulas of a query in the documents of the result.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/pipeline/prepared_query.h"
#include "noether/search/present/match.h"
#include "noether/search/present/snippet.h"
#include "noether/text/document.h"

namespace noether::search {

// For the documents that were found for one query, which must outlive it. Not thread-safe.
class MatchFinder {
 public:
  // The parts of a document, by its number and its text, that are near to the query in meaning.
  using Near = std::function<base::Result<NearText>(std::uint32_t, const text::Document&)>;

  // `others` are formulas that are marked if those of the query mark nothing.
  explicit MatchFinder(PreparedQuery& query, std::vector<std::span<const FormulaList>> others = {},
                       Near near = {});

  // All matches, by field and place.
  struct All {
    std::vector<Match> matches;
    std::optional<NearText::Place> passage;  // the nearest one in meaning
  };
  base::Result<All> find_all(std::uint32_t number, const text::Document& document);

  // The matches in the title and in the snippet, which are found without reading most of the text.
  struct Shown {
    Snippet snippet;
    std::vector<Match> matches;
  };
  base::Result<Shown> find_shown(std::uint32_t number, const text::Document& document);

 private:
  // The parts of the formulas are not computed.
  base::Result<std::vector<Match>> formulas_in(std::uint32_t number) const;
  void add_words(const text::Document& document, std::uint32_t field, std::vector<Match>& matches);
  // Adds near matches where no match of the query itself is marked.
  void add_near(const NearText& near, std::uint32_t field, std::vector<Match>& matches) const;
  void add_parts(const text::Document& document, Match& match) const;

  // The minimum value of a snippet that contains all of the query.
  double value_of_all(std::span<const Match> formulas) const;

  PreparedQuery& query_;
  std::vector<std::span<const FormulaList>> others_;
  Near near_;
  // The rarity of the words of each clause, from 0 to 1 for the rarest of the query: a snippet with
  // the rarest word shows best why a document was found.
  std::vector<double> rarities_;
};

}  // namespace noether::search
