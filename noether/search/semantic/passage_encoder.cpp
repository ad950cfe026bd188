#include "noether/search/semantic/passage_encoder.h"

#include <utility>

#include "noether/embedding/text/passages.h"

namespace noether::search {

base::Result<PassageEncoder> PassageEncoder::open(const std::string& folder) {
  auto text = folder.empty() ? embedding::TextEncoder::open_shipped()
                             : embedding::TextEncoder::open(folder);
  if (!text) return std::unexpected(std::move(text.error()));
  base::Hasher hasher;
  hasher.add_text("passages");
  hasher.add_number(embedding::kPassageVersion);
  hasher.add_text(text->digest().hex());
  const auto width = static_cast<std::uint32_t>(text->width());
  index::VectorModel model{hasher.digest(), width, text->name(), embedding::kPassageVersion};
  return PassageEncoder(*std::move(text), std::move(model));
}

base::Result<std::vector<std::vector<index::EncodedPassage>>> PassageEncoder::encode(
    std::span<const text::Document> documents, unsigned threads) const {
  std::vector<std::vector<index::EncodedPassage>> passages(documents.size());
  std::vector<embedding::Passage> cut;
  std::vector<std::vector<neural::TokenId>> sequences;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    for (embedding::Passage& passage : embedding::cut_passages(documents[i], text_)) {
      sequences.push_back(std::move(passage.sequence));
      passages[i].push_back(
          {.field = passage.field, .span = passage.span, .vector = {}, .tokens = {}});
      cut.push_back(std::move(passage));
    }
  }
  auto encoded = text_.encode(sequences, threads);
  if (!encoded) return std::unexpected(std::move(encoded.error()));
  const std::size_t bytes = text_.has_token_codes() ? text_.token_codes().bytes() : 0;
  std::size_t number = 0;
  for (auto& of_document : passages) {
    for (index::EncodedPassage& passage : of_document) {
      const embedding::Passage& from = cut[number];
      passage.vector = std::move((*encoded)[number].vector);
      if (bytes > 0) {
        passage.tokens = (*encoded)[number].tokens.substr(
            from.first_kept * bytes, (from.last_kept - from.first_kept) * bytes);
      }
      ++number;
    }
  }
  return passages;
}

index::PassageEmbedding PassageEncoder::embedding(unsigned threads) const {
  index::PassageEmbedding embedding;
  embedding.model = model_;
  embedding.token_bytes =
      text_.has_token_codes() ? static_cast<std::uint32_t>(text_.token_codes().bytes()) : 0;
  embedding.encode = [this, threads](std::span<const text::Document> documents) {
    return encode(documents, threads);
  };
  return embedding;
}

}  // namespace noether::search
