// Results of a search, for people and for programs.
#pragma once

#include <string>

#include "noether/base/json_text.h"
#include "noether/search/present/shown_text.h"
#include "noether/search/present/why.h"
#include "noether/search/relaxation.h"
#include "noether/search/search.h"

namespace noether::cli {

// Writes results one after the other.
class SearchOutput {
 public:
  SearchOutput(bool colours, std::size_t columns)
      : columns_(columns),
        shower_(colours ? search::MarkStyle::ansi() : search::MarkStyle::plain()) {}

  // Rank, score and title; kind, id and source; a snippet; where the score comes from.
  // Without `why`, nothing of sentences.
  std::string text(std::size_t rank, const search::FoundDocument& found,
                   const search::Why* why = nullptr);

 private:
  // The sentence of the query, that of the document, and what both say.
  std::string why_text(const search::Why& why);
  std::string title(const search::FoundDocument& found);

  std::size_t columns_;
  search::TextShower shower_;
};

// One JSON object, without the end of the line.
std::string result_json(std::size_t rank, const search::FoundDocument& found,
                        const search::Query& query, const search::Why* why = nullptr);

// `12 documents`, `1 document`, `at least 30 documents`.
std::string count_text(const search::DocumentCount& count);
// How many results match and what they have of the query: "12 results have both words and the
// formula"; empty for a query of more parts than are counted. The page says the same
// (web/src/components/match_count.ts).
std::string match_text(const search::DocumentCount& count);
// The summary with how the query was read, where that is not as it was typed.
base::JsonObject with_reading(const search::Query& query, base::JsonObject summary);
std::string relaxation_json(const search::Relaxation& relaxation);

// The title of a document or of what it belongs to: which field; none when there is none.
const text::Field* title_of(const text::Document& document, std::uint32_t& number);

}  // namespace noether::cli
