// Passages of documents and sentences of their formulas, with their vectors, for an index, and
// queries to compare with them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/text/text_encoder.h"
#include "noether/index/passages/passage_embedding.h"

namespace noether::search {

class PassageEncoder {
 public:
  // `folder` is a model folder; if it is empty, the shipped encoder is used.
  static base::Result<PassageEncoder> open(const std::string& folder = {});

  const index::VectorModel& model() const { return model_; }                    // of passages
  const index::VectorModel& sentence_model() const { return sentence_model_; }  // of sentences
  const index::VectorModel& model_of(index::VectorUnit unit) const {
    return unit == index::VectorUnit::Sentence ? sentence_model_ : model_;
  }
  const embedding::TextEncoder& text() const { return text_; }

  // For IndexWriter::add_passages; this object must outlive the result.
  index::PassageEmbedding embedding(unsigned threads) const;
  // The same for the sentences of formulas, which have no codes of tokens. Recent sentences are
  // remembered, so that a repeated sentence is encoded once.
  index::PassageEmbedding sentence_embedding(unsigned threads) const;

  // The vector of the sentence around a byte of a field, as the index would store it; empty if that
  // sentence contains no formula.
  base::Result<std::vector<float>> sentence_vector(const text::Document& document,
                                                   std::uint32_t field, std::uint32_t byte) const;

 private:
  PassageEncoder(embedding::TextEncoder text, index::VectorModel model,
                 index::VectorModel sentence_model)
      : text_(std::move(text)),
        model_(std::move(model)),
        sentence_model_(std::move(sentence_model)) {}
  base::Result<std::vector<std::vector<index::EncodedPassage>>> encode(
      std::span<const text::Document> documents, unsigned threads) const;

  embedding::TextEncoder text_;
  index::VectorModel model_;
  index::VectorModel sentence_model_;
};

}  // namespace noether::search
