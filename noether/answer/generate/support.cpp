#include "noether/answer/generate/support.h"

#include <array>
#include <cmath>
#include <string_view>

#include "noether/answer/sentences.h"

namespace noether::answer {

// Fitted to the first half of the threads (docs/measurements.md).
SupportModel support_by_tokens() { return {.bias = -7.46, .weight = 15.12}; }
SupportModel support_by_words() { return {.bias = -3.51, .weight = 5.28}; }

double support_of(double nearness, const SupportModel& model) {
  return 1 / (1 + std::exp(-(model.bias + model.weight * nearness)));
}

base::Result<double> SupportMeter::nearness(const text::Field& sentence,
                                            std::uint32_t document) const {
  const Question asked{.title = {}, .body = sentence};
  const auto parts = QuestionParts::read(asked, texts_);
  if (!parts) return std::unexpected(parts.error());
  const auto nearness = parts->nearness(*index_, document);
  if (!nearness) return std::unexpected(nearness.error());
  return mean_nearness(*nearness);
}

base::Result<double> SupportMeter::support(const text::Field& sentence,
                                           const Passage& cited) const {
  if (cross_ == nullptr) {
    const auto near = nearness(sentence, cited.source.document);
    if (!near) return near;
    const bool has_tokens = texts_ != nullptr && texts_->text().has_token_codes();
    return support_of(*near, has_tokens ? support_by_tokens() : support_by_words());
  }
  const std::array<std::string_view, 1> texts = {cited.text.text};
  const auto scores = cross_->score(sentence.text, texts);
  if (!scores) return std::unexpected(scores.error());
  return support_of(scores->front(), {.bias = 0, .weight = 1});
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

}  // namespace noether::answer
