// The sentences that contain formulas, with their meaning graphs and declarations, for an index.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/amr/bank.h"
#include "noether/amr/mathamr/context_text.h"
#include "noether/amr/parser/parser.h"
#include "noether/base/error.h"
#include "noether/index/passages/passage_embedding.h"
#include "noether/search/contexts/sentence_record.h"
#include "noether/text/document.h"

namespace noether::search {

struct PlacedSentence {
  std::uint32_t field = 0;  // of the document
  base::Span span;          // bytes of the field's text
  std::string id;           // 12.body.3: document, field, number
  amr::FormulaSentence formulas;
};

// The sentences in the order of the text. They are numbered through all fields of one name,
// including those without formulas, as in `noether amr parse --collection`. At most
// kMostContextSentences.
std::vector<PlacedSentence> sentences_with_formulas(const text::Document& document);
inline constexpr std::size_t kMostContextSentences = 4000;

// Numbers the sentences of a document, field after field.
class SentenceNumbers {
 public:
  explicit SentenceNumbers(const text::Document& document) : document_(&document) {}
  // The id of the next sentence of this field.
  std::string next_id(std::uint32_t field);

 private:
  const text::Document* document_;
  std::vector<std::pair<std::string_view, std::size_t>> counts_;  // by name of the field
};

class SentenceGraphs {
 public:
  // Opens the folder of a parser; if it is empty, the default one.
  static base::Result<SentenceGraphs> open(const std::string& parser_folder = {});
  // The same, but graphs of `bank` replace those of the parser. If there is no parser, only
  // sentences of the bank have graphs.
  static base::Result<SentenceGraphs> open_with_bank(const std::string& parser_folder,
                                                     amr::GraphSource bank);

  const index::VectorModel& model() const { return model_; }  // without vectors
  // The number of graphs of the bank that were used so far.
  std::size_t used_of_bank() const { return *used_; }

  // For IndexWriter::add_passages; this object must outlive the result.
  index::PassageEmbedding embedding(unsigned threads) const;

  // Empty for a sentence that has no graph in the bank or from the parser; the parser gives none
  // for a sentence that is too long (amr::kMostParsedBytes).
  base::Result<std::optional<SentenceRecord>> record_of(const PlacedSentence& sentence) const;
  // The graph of a sentence of a query, which is in no bank.
  base::Result<std::optional<amr::Graph>> graph_of(const amr::FormulaSentence& sentence) const;

 private:
  SentenceGraphs() = default;
  base::Result<void> open_parser(const std::string& folder);
  void name_model(std::string_view origin);
  base::Result<std::vector<std::vector<index::EncodedPassage>>> encode(
      std::span<const text::Document> documents, unsigned threads) const;

  std::optional<amr::Parser> parser_;
  std::optional<amr::GraphSource> bank_;
  std::unique_ptr<std::atomic<std::size_t>> used_ = std::make_unique<std::atomic<std::size_t>>(0);
  index::VectorModel model_;
};

}  // namespace noether::search
