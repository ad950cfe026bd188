// Passages of documents with their vectors, for an index, and queries that meet them.
#pragma once

#include <cstdint>
#include <string>

#include "noether/base/error.h"
#include "noether/embedding/text/text_encoder.h"
#include "noether/index/passages/passage_embedding.h"

namespace noether::search {

class PassageEncoder {
 public:
  // A model folder; without one, the encoder that ships.
  static base::Result<PassageEncoder> open(const std::string& folder = {});

  const index::VectorModel& model() const { return model_; }
  const embedding::TextEncoder& text() const { return text_; }

  // For IndexWriter::add_passages; this must outlive it.
  index::PassageEmbedding embedding(unsigned threads) const;

 private:
  PassageEncoder(embedding::TextEncoder text, index::VectorModel model)
      : text_(std::move(text)), model_(std::move(model)) {}
  base::Result<std::vector<std::vector<index::EncodedPassage>>> encode(
      std::span<const text::Document> documents, unsigned threads) const;

  embedding::TextEncoder text_;
  index::VectorModel model_;
};

}  // namespace noether::search
