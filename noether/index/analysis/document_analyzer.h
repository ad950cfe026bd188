// Makes the index entry of a document from its fields, for documents and for queries.
//   DocumentAnalyzer analyzer;
//   analyzer.analyze(document, builder, entry);   // formulas go to the builder, each once
//   builder.add(entry);
//
// A query is analysed by the same rules: `count_words` and `count_tuples` of its fields give keys
// with counts, which the search weights.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/index/analysis/formula_analyzer.h"
#include "noether/index/entry.h"
#include "noether/index/writing/segment_builder.h"
#include "noether/text/words.h"

namespace noether::index {

// A word of a query.
struct QueryWord {
  std::uint64_t key = 0;  // of its stem, in the spaces words, context and comments
  std::uint32_t count = 0;
  std::string stem;
  bool stop_word = false;
};

// Reuses its working memory, and remembers the features of the formulas of the last builder. Not
// thread-safe.
class DocumentAnalyzer {
 public:
  DocumentAnalyzer();
  DocumentAnalyzer(DocumentAnalyzer&&) noexcept;
  DocumentAnalyzer& operator=(DocumentAnalyzer&&) noexcept;
  ~DocumentAnalyzer();

  // Moves the document into `entry` and adds its formulas to the builder. The texts of terms in
  // `entry` are valid until the next document.
  [[nodiscard]] base::Result<void> analyze(text::Document document, SegmentBuilder& builder,
                                           DocumentEntry& entry);

  // The words are in the order of their first occurrence in the text.
  std::vector<QueryWord> count_words(const text::Field& field);
  // The layout tuples of all formulas of the field, with their counts added up, as in the space
  // `document-tuples`.
  std::vector<FeatureCount> count_tuples(const text::Field& field);

  FormulaAnalyzer& formulas();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::index
