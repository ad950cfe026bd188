#include "noether/search/semantic/sentence_scorer.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace noether::search {
namespace {

// The number of cached documents: most formulas occur in several places of few documents.
constexpr std::size_t kMostDocuments = 1 << 16;

}  // namespace

base::Result<bool> SentenceScorer::ask(const text::Document& query, std::uint32_t field,
                                       std::uint32_t byte) {
  vector_.clear();
  code_.reset();
  auto vector = encoder_->sentence_vector(query, field, byte);
  if (!vector) return std::unexpected(std::move(vector.error()));
  if (vector->empty()) return false;
  vector_ = *std::move(vector);
  code_ = index::EncodedVector::encode(vector_);
  if (!code_) return base::fail("the sentence has a vector without a direction");
  return true;
}

base::Result<float> SentenceScorer::cosine(const index::Place& place) {
  if (!code_) return 0.0F;
  auto known = sentences_.find(place.document);
  if (known == sentences_.end()) {
    auto read = index::passages_of(*index_, place.document, index::kSentenceVectors);
    if (!read) return std::unexpected(std::move(read.error()));
    if (sentences_.size() >= kMostDocuments) sentences_.clear();
    known = sentences_.emplace(place.document, *std::move(read)).first;
  }
  const index::Passage* sentence = index::passage_at(known->second, place.field, place.begin);
  if (sentence == nullptr) return 0.0F;
  const index::VectorCode asked = code_->code();
  return std::max(0.0F, index::rough_cosine(asked.scale, asked.high, sentence->code.scale,
                                            sentence->code.high));
}

base::Result<std::vector<SentenceScorer::Near>> SentenceScorer::nearest(
    std::uint32_t sentences) const {
  std::vector<Near> found;
  if (!code_) return found;
  const auto near =
      index::nearest_passages(*index_, vector_, {.count = sentences}, index::kSentenceVectors);
  if (!near) return std::unexpected(near.error());
  // A document is read once, for all of its sentences.
  std::map<std::uint32_t, std::vector<std::size_t>> by_document;
  for (std::size_t i = 0; i < near->size(); ++i) by_document[(*near)[i].document].push_back(i);
  std::vector<std::vector<Near>> formulas(near->size());
  for (const auto& [number, ranks] : by_document) {
    const auto sentences_in = index::passages_of(*index_, number, index::kSentenceVectors);
    if (!sentences_in) return std::unexpected(sentences_in.error());
    const auto document = index_->document(number);
    if (!document) return std::unexpected(document.error());
    for (const std::size_t rank : ranks) {
      const index::Passage& sentence = (*sentences_in)[(*near)[rank].passage];
      if (sentence.field >= document->fields.size()) continue;
      for (const text::FormulaSpan& span : document->fields[sentence.field].formulas) {
        if (span.begin < sentence.span.begin || span.begin >= sentence.span.end) continue;
        formulas[rank].push_back({.place = {.place = {number, sentence.field, span.begin, span.end},
                                            .id = span.id,
                                            .visual_id = span.visual_id},
                                  .cosine = std::max(0.0F, (*near)[rank].cosine)});
      }
    }
  }
  for (std::vector<Near>& of_sentence : formulas) {
    std::ranges::move(of_sentence, std::back_inserter(found));
  }
  return found;
}

}  // namespace noether::search
