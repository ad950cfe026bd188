// Finds the stretch of a document that answers best. A stretch consists of consecutive whole
// sentences.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "noether/answer/agreement.h"
#include "noether/answer/sentences.h"
#include "noether/text/document.h"

namespace noether::answer {

// The sentences from `first` to `last`, excluding `last`.
struct Stretch {
  std::size_t first = 0;
  std::size_t last = 0;

  friend bool operator==(const Stretch&, const Stretch&) = default;
};

// The bounds on a stretch. bench/answers shows that half of a document, chosen in this way, has as
// much in common with other answers to the same question as the whole document.
struct StretchOptions {
  std::size_t limit = 1200;          // characters
  double share = 0.5;                // the largest share of the characters of the document
  std::size_t short_document = 240;  // a document of fewer characters may be shown whole
  double agreement = 0.5;            // the weight of the agreement with others beside coverage
};

// The characters of a sentence, with one blank.
std::size_t length_of(const text::Document& document, const SourceSentence& sentence);

// Finds the stretch of one field within the bounds that covers most of the question and agrees most
// with other candidates. Among equal stretches it prefers the shorter, then the earlier. The
// stretch begins and ends with whole sentences, unless none of them fits. Returns nothing if every
// piece is longer than the limit.
std::optional<Stretch> best_stretch(const text::Document& document,
                                    std::span<const SourceSentence> sentences, Agreement& agreement,
                                    const StretchOptions& options);

}  // namespace noether::answer
