// The part of a field that shows best why a document was found.
//
// A window of whole words and whole formulas: it begins and ends between words, and never inside a
// formula, however long that is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/present/match.h"
#include "noether/text/document.h"

namespace noether::search {

struct Snippet {
  std::uint32_t field = 0;  // in the document
  base::Span window;        // bytes of the field's text
  bool cut_before = false;  // the field has more
  bool cut_after = false;
};

inline constexpr std::size_t kSnippetColumns = 240;

// The title, or else the field that is most like one, among fields with a text.
std::optional<std::uint32_t> title_field(const text::Document& document);

// The fields from which a snippet may be taken, the most informative first. A title is included
// only if there is nothing else.
std::vector<std::uint32_t> snippet_fields(const text::Document& document);

// The best window of the field with this number. `value` is the sum of the values of the clauses
// with a match in the window, each counted once: rare words have larger values than frequent ones,
// formulas the largest.
struct FieldSnippet {
  Snippet snippet;
  double value = 0;
};
FieldSnippet best_in_field(const text::Document& document, std::uint32_t number,
                           std::span<const Match> matches, std::size_t columns = kSnippetColumns);
bool shows_more(double value, double than);
// The maximum that matches of a clause add to a value.
double clause_value(const Match& match);

// The snippet that begins at a passage; empty if its field gives no snippets.
std::optional<Snippet> snippet_from(const text::Document& document, const NearText::Place& passage,
                                    std::size_t columns = kSnippetColumns);

// A snippet about `columns` characters wide, from the field that shows most of the query: a comment
// only if it shows more than the text does. `matches` are ordered by field and place. Without
// useful matches it is taken from `passage`, if there is one. A document without a text has an
// empty window.
Snippet best_snippet(const text::Document& document, std::span<const Match> matches,
                     std::size_t columns = kSnippetColumns,
                     const std::optional<NearText::Place>& passage = std::nullopt);

}  // namespace noether::search
