// What is looked for: words, phrases, formulas and filters, each wanted, required or excluded.
//
// A query is a list of clauses. It is read from a line that a person typed (query_parser.h), or put
// together from a document, e.g. a question whose answer is sought: then every clause is `wanted`.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/document_set.h"
#include "noether/text/document.h"

namespace noether::search {

class FormulaQuery;

enum class Occurrence : std::uint8_t {
  Wanted,    // adds to the score
  Required,  // and documents without it are no results
  Excluded,  // documents with it are no results
};

enum class ClauseKind : std::uint8_t {
  Word,
  Phrase,   // its words stand one after the other; merely wanted only among alternatives
  Formula,  // LaTeX, with wildcards ?a and ??
  Tag,      // filters: merely wanted only among alternatives. Several tags: all of them
  Type,     // several types: any of them
  Where,    // what a symbol is: G=group (contexts/declared_kinds.h)
};

inline bool is_filter(ClauseKind kind) {
  return kind == ClauseKind::Tag || kind == ClauseKind::Type || kind == ClauseKind::Where;
}

struct Clause {
  ClauseKind kind = ClauseKind::Word;
  Occurrence occurrence = Occurrence::Wanted;
  // Of a word: folded. Of a phrase and of filters: as it was typed, without quotes. Of a formula:
  // the LaTeX without its signs.
  std::string text;
  std::vector<std::string> stems;  // of a word (one) and of a phrase, by position; "" for a gap
  double weight = 1;               // a word in a question's title may count more
  base::Span span;                 // in the text of the query, sign and quotes included
  base::Span inner;                // of what `text` was made of
  // Alternatives, as in a OR b: a document must have one of the clauses with the same number, which
  // are wanted. 0: none. Formulas have none.
  std::uint32_t group = 0;
  // Of a formula: typed without signs around it; its text is what was made of that.
  bool is_found = false;
  // Of a word that was respelled (respelling.h): as it was typed.
  std::string typed = {};
  // Of a formula that was read, so that it need not be again (read_formulas).
  std::shared_ptr<const FormulaQuery> formula = nullptr;

  // Whether its formula was read already makes no other clause of it.
  friend bool operator==(const Clause& a, const Clause& b) {
    const auto said = [](const Clause& clause) {
      return std::tie(clause.kind, clause.occurrence, clause.text, clause.stems, clause.weight,
                      clause.span, clause.inner, clause.group, clause.is_found);
    };
    return said(a) == said(b);
  }
};

struct Query {
  std::string text;  // as it was typed; empty when the query was put together
  std::vector<Clause> clauses;
  bool is_bare_formula = false;  // one formula, typed without the signs around it
  // As it was typed, but for signs around the formulas that were found in it and for words that
  // were respelled; empty when there are none.
  std::string read_as = {};
  // Of a query that was put together: the texts that it is made of, and where formulas are in them.
  std::string sentences = {};
  std::vector<base::Span> sentence_formulas = {};
  // Only these documents, by filters that are no clauses; none: all.
  std::shared_ptr<const DocumentSet> within = nullptr;

  bool has(ClauseKind kind, Occurrence occurrence) const;
  // Words, phrases or formulas that give a score, so that there is something to rank by.
  bool ranks() const;

  // Adds the words and the formulas of a text as wanted clauses.
  void add(const text::Field& field, double weight = 1);
  void add_formula(std::string_view latex, Occurrence occurrence = Occurrence::Wanted);
};

// Whether the value of a filter may begin so without quotes around it: tag:algebra, not tag:&.
bool may_begin_plain_value(char c);

// The text of the query with what was found and respelled in it; empty when nothing was.
std::string text_as_read(const Query& query);

// What an encoder of texts reads: the query as sentences, with formulas between dollar signs and
// without filters and what is excluded.
struct EncoderText {
  std::string text;
  std::vector<base::Span> formulas;  // the LaTeX alone, as in a text::Field

  friend bool operator==(const EncoderText&, const EncoderText&) = default;
};
EncoderText encoder_text(const Query& query);

// As a person would type it: what parse_query would read back as these clauses.
std::string query_text(const Query& query);

}  // namespace noether::search
