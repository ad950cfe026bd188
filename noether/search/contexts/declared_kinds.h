// Finds documents by the kinds of their symbols: where:G=group.
// A condition names a kind, and optionally a symbol. Symbols are compared with case; kinds are
// compared by the stems of their words. A declaration meets the condition if its kind is a `group`
// of any kind: the last word of the condition is the head of the kind, and the others are among its
// words.
// The index lists the documents of each kind under its head, as terms of their sentences
// (index/passages/passage_terms.h): a filter reads the lists of one head.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/amr/declarations/declarations.h"
#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/document_set.h"
#include "noether/search/query/query.h"

namespace noether::search {

// The kind of a symbol, in the form in which kinds are compared.
struct StemmedKind {
  std::string symbol;
  std::string head;                // the stem of its last word; empty if it has no words
  std::vector<std::string> stems;  // of all words of the kind

  static StemmedKind of(const amr::Declaration& declaration);
  // The terms under which a document that declares this kind is listed: one begins with the head,
  // and one with the last word if that is different. Empty if there are no words.
  std::vector<std::string> terms() const;
  // Nothing if it is not such a term.
  static std::optional<StemmedKind> of_term(std::string_view term);

  friend bool operator==(const StemmedKind&, const StemmedKind&) = default;
};

struct KindCondition {
  std::string symbol;              // empty: any
  std::vector<std::string> stems;  // of the kind, the head last

  // `G=finite group`, or `finite group` of any symbol. The symbol may be LaTeX: \alpha.
  static base::Result<KindCondition> read(std::string_view text);
  bool is_met_by(const StemmedKind& kind) const;
  // A denied declaration does not count.
  bool is_met_by(const amr::Declaration& declaration) const;
  // A common prefix of all terms of kinds that meet the condition.
  std::string term_prefix() const;
};

// The stems of the words of a kind.
std::vector<std::string> kind_stems(std::string_view kind);

// The documents that contain such a declaration. Returns an error if the index has no declarations,
// or if an older program made them.
base::Result<DocumentSet> documents_where(const index::IndexReader& index,
                                          const KindCondition& condition);

// The same for each filter `where:` of a query, by number of its clause. An error contains the
// place in the text of the query.
using WhereDocuments = std::unordered_map<std::uint32_t, std::shared_ptr<const DocumentSet>>;
base::Result<WhereDocuments> documents_where(const index::IndexReader& index, const Query& query);

}  // namespace noether::search
