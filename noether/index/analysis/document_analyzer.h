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

// Keeps its working memory, and the features of the formulas of the builder it was used with last.
// Not for two threads.
class DocumentAnalyzer {
 public:
  DocumentAnalyzer();
  DocumentAnalyzer(DocumentAnalyzer&&) noexcept;
  DocumentAnalyzer& operator=(DocumentAnalyzer&&) noexcept;
  ~DocumentAnalyzer();

  // Takes the document over into `entry`, and adds its formulas to the builder. Texts of terms in
  // `entry` live until the next document.
  [[nodiscard]] base::Result<void> analyze(text::Document document, SegmentBuilder& builder,
                                           DocumentEntry& entry);

  // In the order of their first place in the text.
  std::vector<QueryWord> count_words(const text::Field& field);
  // Layout tuples of all formulas of the field, summed up, as in the space `document-tuples`.
  std::vector<FeatureCount> count_tuples(const text::Field& field);

  FormulaAnalyzer& formulas();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::index
