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

// The title, or what is nearest to one; of the fields that have a text.
std::optional<std::uint32_t> title_field(const text::Document& document);

// Fields that a snippet may be taken from, those that tell most first. A title only where there is
// nothing else.
std::vector<std::uint32_t> snippet_fields(const text::Document& document);

// The best window of the field of this number. `value` is what the clauses are worth that have a
// match in it, each counted once: rare words more than frequent ones, formulas most.
struct FieldSnippet {
  Snippet snippet;
  double value = 0;
};
FieldSnippet best_in_field(const text::Document& document, std::uint32_t number,
                           std::span<const Match> matches, std::size_t columns = kSnippetColumns);
bool shows_more(double value, double than);
// The most that matches of a clause add to a value.
double clause_value(const Match& match);

// From the beginning of a passage; none where its field gives no snippets.
std::optional<Snippet> snippet_from(const text::Document& document, const NearText::Place& passage,
                                    std::size_t columns = kSnippetColumns);

// About `columns` characters wide, from the field that shows most of the query: a comment where it
// shows more than the text does. `matches` by field and place. Where they show nothing, it is taken
// from `passage`, if there is one. Of a document without a text: an empty window.
Snippet best_snippet(const text::Document& document, std::span<const Match> matches,
                     std::size_t columns = kSnippetColumns,
                     const std::optional<NearText::Place>& passage = std::nullopt);

}  // namespace noether::search
