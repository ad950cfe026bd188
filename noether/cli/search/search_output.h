// The output of search results, as text and as JSON.
#pragma once

#include <string>

#include "noether/base/json_text.h"
#include "noether/search/present/shown_text.h"
#include "noether/search/present/why.h"
#include "noether/search/relaxation.h"
#include "noether/search/search.h"

namespace noether::cli {

// Writes results one after another.
class SearchOutput {
 public:
  SearchOutput(bool colours, std::size_t columns)
      : columns_(columns),
        shower_(colours ? search::MarkStyle::ansi() : search::MarkStyle::plain()) {}

  // Rank, score and title; kind, id and source; a snippet; the parts of the score. If `why` is
  // null, sentences are omitted.
  std::string text(std::size_t rank, const search::FoundDocument& found,
                   const search::Why* why = nullptr);

 private:
  // The sentence of the query, that of the document, and what they have in common.
  std::string why_text(const search::Why& why);
  std::string title(const search::FoundDocument& found);

  std::size_t columns_;
  search::TextShower shower_;
};

// One JSON object without a line end.
std::string result_json(std::size_t rank, const search::FoundDocument& found,
                        const search::Query& query, const search::Why* why = nullptr);

// `12 documents`, `1 document`, `at least 30 documents`.
std::string count_text(const search::DocumentCount& count);
// The number of matching results and the parts of the query that they have: "12 results have both
// words and the formula"; empty if the query has more parts than are counted. The page says the
// same (web/src/components/match_count.ts).
std::string match_text(const search::DocumentCount& count);
// Adds to the summary how the query was read, if that differs from the text that was typed.
base::JsonObject with_reading(const search::Query& query, base::JsonObject summary);
std::string relaxation_json(const search::Relaxation& relaxation);

// The title of a document, or of the document that it belongs to, and the number of that field;
// null if there is no title.
const text::Field* title_of(const text::Document& document, std::uint32_t& number);

}  // namespace noether::cli
