// The stretch of a document that answers best: whole sentences, one after the other.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "noether/answer/agreement.h"
#include "noether/answer/sentences.h"
#include "noether/text/document.h"

namespace noether::answer {

// Sentences from `first` to `last`, that one excluded.
struct Stretch {
  std::size_t first = 0;
  std::size_t last = 0;

  friend bool operator==(const Stretch&, const Stretch&) = default;
};

// bench/answers shows that half of a document, chosen in this way, has as much in common with other
// answers to the same question as the whole.
struct StretchOptions {
  std::size_t limit = 1200;          // characters
  double share = 0.5;                // of the characters of the document, at most
  std::size_t short_document = 240;  // one of fewer characters may be said whole
  double agreement = 0.5;            // what agreement with others counts beside coverage
};

// Characters of a sentence, and a blank.
std::size_t length_of(const text::Document& document, const SourceSentence& sentence);

// Among the stretches of one field within the bounds, the one that covers most of the question and
// agrees most with other candidates; among equal ones the shorter, then the earlier. It begins and
// ends with whole sentences, unless none of them fits. Empty if every piece is longer than the
// limit.
std::optional<Stretch> best_stretch(const text::Document& document,
                                    std::span<const SourceSentence> sentences, Agreement& agreement,
                                    const StretchOptions& options);

}  // namespace noether::answer
