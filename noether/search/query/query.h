// A query: words, phrases, formulas and filters, each wanted, required or excluded.
//
// A query is a list of clauses. It is read from a line that a person typed (query_parser.h), or
// built from a document, e.g. a question for which answers are sought: then every clause is
// `wanted`.
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
  Required,  // documents without it are no results; it also adds to the score
  Excluded,  // documents with it are no results
};

enum class ClauseKind : std::uint8_t {
  Word,
  Phrase,   // its words are adjacent; only wanted if it is an alternative
  Formula,  // LaTeX, with wildcards ?a and ??
  Tag,      // a filter; only wanted if it is an alternative. Several tags: all of them
  Type,     // several types: any of them
  Where,    // the kind of a symbol: G=group (contexts/declared_kinds.h)
};

inline bool is_filter(ClauseKind kind) {
  return kind == ClauseKind::Tag || kind == ClauseKind::Type || kind == ClauseKind::Where;
}

struct Clause {
  ClauseKind kind = ClauseKind::Word;
  Occurrence occurrence = Occurrence::Wanted;
  // For a word: folded. For a phrase and for filters: as typed, without quotes. For a formula: the
  // LaTeX without its signs.
  std::string text;
  std::vector<std::string> stems;  // one for a word, by position for a phrase; "" for a gap
  double weight = 1;               // a word in a question's title may count more
  base::Span span;                 // in the text of the query, sign and quotes included
  base::Span inner;                // the part from which `text` was made
  // The number of a group of alternatives, as in a OR b: a document must have one of the clauses
  // with this number, and these are wanted. 0: no group. Formulas are never in a group.
  std::uint32_t group = 0;
  // For a formula: it was typed without signs around it, and its text was made from that.
  bool is_found = false;
  // For a word that was respelled (respelling.h): as typed.
  std::string typed = {};
  // For a formula that was read already (read_formulas): the result, so that it is not read again.
  std::shared_ptr<const FormulaQuery> formula = nullptr;

  // Does not compare `formula`: a clause is the same whether its formula was read already or not.
  friend bool operator==(const Clause& a, const Clause& b) {
    const auto said = [](const Clause& clause) {
      return std::tie(clause.kind, clause.occurrence, clause.text, clause.stems, clause.weight,
                      clause.span, clause.inner, clause.group, clause.is_found);
    };
    return said(a) == said(b);
  }
};

struct Query {
  std::string text;  // as typed; empty if the query was built from a document
  std::vector<Clause> clauses;
  bool is_bare_formula = false;  // one formula, typed without the signs around it
  // The typed text, with signs around the formulas that were found in it and with the respelled
  // words; empty if there are none of these.
  std::string read_as = {};
  // For a query that was built: the texts from which it was made, and the formulas in them.
  std::string sentences = {};
  std::vector<base::Span> sentence_formulas = {};
  // Restricts the results to these documents, by filters that are not clauses; null: all documents.
  std::shared_ptr<const DocumentSet> within = nullptr;

  bool has(ClauseKind kind, Occurrence occurrence) const;
  // Whether there are words, phrases or formulas that give a score by which to rank.
  bool ranks() const;

  // Adds the words and the formulas of a text as wanted clauses.
  void add(const text::Field& field, double weight = 1);
  void add_formula(std::string_view latex, Occurrence occurrence = Occurrence::Wanted);
};

// Whether an unquoted value of a filter may begin with this character: tag:algebra, not tag:&.
bool may_begin_plain_value(char c);

// The text of the query with signs around found formulas and with respelled words; empty if nothing
// was found or respelled.
std::string text_as_read(const Query& query);

// The input of an encoder of texts: the query as sentences, with formulas between dollar signs and
// without filters and excluded clauses.
struct EncoderText {
  std::string text;
  std::vector<base::Span> formulas;  // the LaTeX alone, as in a text::Field

  friend bool operator==(const EncoderText&, const EncoderText&) = default;
};
EncoderText encoder_text(const Query& query);

// The query as a person would type it: parse_query reads the same clauses from it.
std::string query_text(const Query& query);

}  // namespace noether::search
