// The stretch of a document that answers best: whole sentences, one after the other.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "noether/answer/sentences.h"
#include "noether/text/document.h"

namespace noether::answer {

// Sentences from `first` to `last`, that one excluded.
struct Stretch {
  std::size_t first = 0;
  std::size_t last = 0;

  friend bool operator==(const Stretch&, const Stretch&) = default;
};

// A document of fewer characters is short enough to be said whole.
inline constexpr std::size_t kShortDocument = 240;
// Of a longer one so much. Half of it has nearly all that the whole has in common with other
// answers to the same question (bench/answers).
inline constexpr double kStretchShare = 0.5;

// Characters of a sentence, and a blank.
std::size_t length_of(const text::Document& document, const SourceSentence& sentence);

// Among the stretches of one field with at most so many characters, the one that covers most of the
// question; of equal ones the shorter, then the earlier. Nothing when every sentence is too long.
std::optional<Stretch> best_stretch(const text::Document& document,
                                    std::span<const SourceSentence> sentences, std::size_t limit);

}  // namespace noether::answer
