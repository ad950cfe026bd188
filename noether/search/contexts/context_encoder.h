// Vectors of formulas in their sentences, by an encoder of texts that was trained on one of the
// representations of amr/mathamr/context_text.h.
// The folder of such a model is that of an encoder of texts with an additional file kContextFile:
//   {"representation": "amr-opt", "queried_first": true}
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/amr/mathamr/context_text.h"
#include "noether/base/error.h"
#include "noether/embedding/text/text_encoder.h"
#include "noether/index/index_reader.h"
#include "noether/index/nearest_passages.h"
#include "noether/index/passages/passage_embedding.h"
#include "noether/index/vectors/vector_code.h"
#include "noether/search/contexts/sentence_graphs.h"
#include "noether/text/document.h"

namespace noether::search {

inline constexpr std::string_view kContextFile = "context.json";
// Increase this if the same sentence and the same graph would give other lines.
inline constexpr std::uint32_t kContextVersion = 1;

class ContextEncoder {
 public:
  // `folder` is a model folder. If it is empty, $NOETHER_CONTEXT_MODEL names the folder, or else
  // the shipped model is used.
  static base::Result<ContextEncoder> open(const std::string& folder = {});

  amr::Representation representation() const { return representation_; }
  bool reads_graph() const { return amr::reads_graph(representation_); }
  // The model of the vectors of an index; it depends on the parser that made its graphs.
  index::VectorModel model_for(const index::IndexReader& index) const;

  // For IndexWriter::add_passages; this object and the index must outlive it. If graphs are read,
  // the index already has them; a formula whose sentence has no graph gets no vector.
  index::PassageEmbedding embedding(const index::IndexReader& index, unsigned threads) const;

  // The vector of the formula that begins at a byte of a field of a query; empty if there is no
  // such formula, or if its sentence lacks a required graph. `graphs` may be null if the model
  // reads no graphs.
  base::Result<std::vector<float>> vector_of(const text::Document& query, std::uint32_t field,
                                             std::uint32_t byte,
                                             const SentenceGraphs* graphs) const;

 private:
  ContextEncoder(embedding::TextEncoder text, amr::Representation representation,
                 amr::ContextOptions options)
      : text_(std::move(text)), representation_(representation), options_(options) {}
  base::Result<std::vector<std::vector<index::EncodedPassage>>> encode(
      const index::IndexReader& index, std::span<const text::Document> documents,
      unsigned threads) const;

  embedding::TextEncoder text_;
  amr::Representation representation_;
  amr::ContextOptions options_;
};

// Compares formulas of an index in their sentences with that of a query, one query after the other.
// All arguments must outlive this object. Not thread-safe.
class ContextScorer {
 public:
  // The index must have vectors of this encoder (index::expect_passages_of).
  ContextScorer(const index::IndexReader& index, const ContextEncoder& encoder,
                const SentenceGraphs* graphs)
      : index_(&index), encoder_(&encoder), graphs_(graphs) {}

  // Sets the formula of the query: the one that begins at a byte of a field. Returns false if it
  // has no vector; then all cosines are 0.
  base::Result<bool> ask(const text::Document& query, std::uint32_t field, std::uint32_t byte);
  // The cosine for a place of a formula; 0 if it has no vector or the cosine is negative.
  base::Result<float> cosine(const index::Place& place);
  // The `count` places with the nearest vectors, the nearest first.
  base::Result<std::vector<index::Place>> nearest(std::uint32_t count) const;

 private:
  const index::IndexReader* index_;
  const ContextEncoder* encoder_;
  const SentenceGraphs* graphs_;
  std::vector<float> vector_;
  std::optional<index::EncodedVector> code_;
  std::unordered_map<std::uint32_t, std::vector<index::Passage>> places_;  // by document
};

}  // namespace noether::search
