// Documents by what their symbols are: where:G=group.
//
// A condition names a kind, and a symbol where it is to be that one. Symbols are told apart by
// their case, kinds are not: their words are stemmed as all words are. A declaration meets the
// condition when its kind is a `group`, whatever kind of group: the last word of the condition is
// the head of the kind, and the others are among its words.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "noether/amr/declarations/declarations.h"
#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/document_set.h"
#include "noether/search/query/query.h"

namespace noether::search {

struct KindCondition {
  std::string symbol;              // empty: any
  std::vector<std::string> stems;  // of the kind, the head last

  // `G=finite group`, or `finite group` of any symbol. The symbol may be LaTeX: \alpha.
  static base::Result<KindCondition> read(std::string_view text);
  // What a sentence denies that a symbol is does not count.
  bool is_met_by(const amr::Declaration& declaration) const;
};

// The stems of the words of a kind.
std::vector<std::string> kind_stems(std::string_view kind);

// The documents in which such a declaration stands. An error when the index has none at all.
base::Result<DocumentSet> documents_where(const index::IndexReader& index,
                                          const KindCondition& condition);

// What the filters `where:` of a query leave over of the documents, and of `within`; none when it
// has no such filter. An error has its place in the text of the query.
base::Result<std::shared_ptr<const DocumentSet>> documents_where(const index::IndexReader& index,
                                                                 const Query& query);

}  // namespace noether::search
