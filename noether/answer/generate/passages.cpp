#include "noether/answer/generate/passages.h"

#include <utility>

#include "noether/answer/stretch.h"

namespace noether::answer {

base::Result<std::vector<Passage>> choose_passages(const index::IndexReader& index,
                                                   std::span<const ReadCandidate> read) {
  std::vector<Passage> passages;
  for (const ReadCandidate& one : read) {
    const text::Document& document = one.read.document;
    const auto& sentences = one.read.sentences;
    Agreement agreement = agreement_with_others(read, one);
    const auto stretch =
        best_stretch(document, sentences, agreement, {.limit = kPassageCharacters, .share = 1});
    if (!stretch) continue;
    auto source = source_of(index, one.read);
    if (!source) return std::unexpected(std::move(source.error()));
    const SourceSentence whole{
        .field = sentences[stretch->first].field,
        .span = {sentences[stretch->first].span.begin, sentences[stretch->last - 1].span.end}};
    passages.push_back({.source = *std::move(source),
                        .field = whole.field,
                        .span = whole.span,
                        .text = field_of(document, whole)});
  }
  return passages;
}

}  // namespace noether::answer
