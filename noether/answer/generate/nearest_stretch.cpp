// Which sentences of a source a reader of a written answer is led to.
#include <vector>

#include "noether/answer/agreement.h"
#include "noether/answer/generate/support.h"
#include "noether/answer/sentences.h"
#include "noether/answer/stretch.h"

namespace noether::answer {
namespace {

// One sentence is shown however long it is. More than one are shown within so many characters.
constexpr std::size_t kFewSentences = 240;

}  // namespace

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
