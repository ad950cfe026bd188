#include "noether/search/semantic/query_encoder.h"

#include <utility>

#include "noether/index/nearest_passages.h"

namespace noether::search {

void QueryEncoder::set(std::shared_ptr<const PassageEncoder> encoder) {
  encoder_ = std::move(encoder);
  encoded_.reset();
}

base::Result<std::shared_ptr<const PassageEncoder>> QueryEncoder::encoder() {
  if (encoder_ == nullptr) {
    auto opened = PassageEncoder::open();
    if (!opened) return std::unexpected(std::move(opened.error()));
    encoder_ = std::make_shared<const PassageEncoder>(*std::move(opened));
  }
  return encoder_;
}

base::Result<const embedding::TextEncoder::Query*> QueryEncoder::encode(
    const Query& query, const index::IndexReader& index, const index::VectorSet& set) {
  const auto with = encoder();
  if (!with) return std::unexpected(with.error());
  if (auto has = index::expect_passages_of(index, (*with)->model(), set); !has) {
    return std::unexpected(std::move(has.error()));
  }
  EncoderText text = encoder_text(query);
  if (!encoded_ || text != text_) {
    auto encoded = (*with)->text().encode_query(text.text, text.formulas);
    if (!encoded) return std::unexpected(std::move(encoded.error()));
    encoded_ = *std::move(encoded);
    text_ = std::move(text);
  }
  return &*encoded_;
}

}  // namespace noether::search
