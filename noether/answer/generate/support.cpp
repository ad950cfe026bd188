#include "noether/answer/generate/support.h"

#include <cmath>
#include <utility>

#include "noether/answer/agreement.h"
#include "noether/answer/stretch.h"

namespace noether::answer {

// Fitted to the first half of the threads (docs/measurements.md).
SupportModel support_by_tokens() { return {.bias = -7.46, .weight = 15.12}; }
SupportModel support_by_words() { return {.bias = -3.51, .weight = 5.28}; }

// A cross-encoder is trained to give log odds. None ships that this could be fitted to.
SupportModel support_by_score() { return {.bias = 0, .weight = 1}; }

double support_of(double nearness, const SupportModel& model) {
  return 1 / (1 + std::exp(-(model.bias + model.weight * nearness)));
}

base::Result<const QuestionParts*> SupportMeter::parts_of(const text::Field& sentence) {
  if (!parts_ || sentence_ != sentence.text) {
    auto read = QuestionParts::read({.title = {}, .body = sentence}, texts_);
    if (!read) return std::unexpected(std::move(read.error()));
    ++work_.encoded_sentences;
    sentence_ = sentence.text;
    parts_.emplace(*std::move(read));
  }
  return &*parts_;
}

base::Result<const ComparedDocument*> SupportMeter::document_of(std::size_t passage) {
  std::optional<ComparedDocument>& known = documents_[passage];
  if (!known) {
    auto read = ComparedDocument::read(*index_, passages_[passage].source.document, texts_);
    if (!read) return std::unexpected(std::move(read.error()));
    ++work_.read_documents;
    known = *std::move(read);
  }
  return &*known;
}

base::Result<std::vector<double>> SupportMeter::support(const text::Field& sentence,
                                                        std::span<const std::size_t> cited) {
  std::vector<double> supports;
  if (cited.empty()) return supports;
  if (cross_ != nullptr) return support_by_cross_encoder(sentence, cited);
  const auto parts = parts_of(sentence);
  if (!parts) return std::unexpected(parts.error());
  const bool has_tokens = texts_ != nullptr && texts_->text().has_token_codes();
  const SupportModel model = has_tokens ? support_by_tokens() : support_by_words();
  for (const std::size_t passage : cited) {
    const auto document = document_of(passage);
    if (!document) return std::unexpected(document.error());
    supports.push_back(support_of(mean_nearness((*parts)->nearness(**document)), model));
  }
  return supports;
}

// It reads the sentence and a passage at once, so there is nothing to keep of either.
base::Result<std::vector<double>> SupportMeter::support_by_cross_encoder(
    const text::Field& sentence, std::span<const std::size_t> cited) {
  std::vector<std::string_view> texts;
  for (const std::size_t passage : cited) texts.emplace_back(passages_[passage].text.text);
  const auto scores = cross_->score(sentence.text, texts);
  if (!scores) return std::unexpected(scores.error());
  std::vector<double> supports;
  for (const double score : *scores) supports.push_back(support_of(score, support_by_score()));
  return supports;
}

std::string_view citation_verdict_name(CitationVerdict verdict) {
  switch (verdict) {
    case CitationVerdict::Supported:
      return "supported";
    case CitationVerdict::Unsupported:
      return "unsupported";
    case CitationVerdict::Missing:
      return "missing";
    case CitationVerdict::Uncited:
      return "uncited";
  }
  return "";
}

namespace {

// One sentence is shown however long it is. More than one are shown within so many characters.
constexpr std::size_t kFewSentences = 240;

}  // namespace

// Which sentences of a source a reader of a written answer is led to.
base::Result<base::Span> SupportMeter::nearest_stretch(const text::Field& sentence,
                                                       std::size_t passage) {
  const Passage& cited = passages_[passage];
  const auto parts = parts_of(sentence);
  if (!parts) return std::unexpected(parts.error());
  const auto document = index_->document(cited.source.document);
  if (!document) return std::unexpected(document.error());
  std::vector<SourceSentence> sentences = sentences_of(*document);
  if (auto met = (*parts)->meet(*index_, cited.source.document, *document, sentences); !met) {
    return std::unexpected(met.error());
  }
  // The model has read the passage alone.
  std::erase_if(sentences, [&](const SourceSentence& one) {
    return one.field != cited.field || one.span.begin < cited.span.begin ||
           one.span.end > cited.span.end;
  });
  Agreement with_nobody({});
  const auto best = best_stretch(*document, sentences, with_nobody,
                                 {.limit = cited.text.text.size() + 1,
                                  .share = 0,
                                  .short_document = kFewSentences,
                                  .agreement = 0});
  if (!best) return cited.span;
  const std::span<const SourceSentence> stretch =
      std::span(sentences).subspan(best->first, best->last - best->first);
  // Nothing of the sentence stands there, so no part of the passage is better than the rest.
  if (coverage(stretch) <= 0) return cited.span;
  return base::Span{stretch.front().span.begin, stretch.back().span.end};
}

}  // namespace noether::answer
