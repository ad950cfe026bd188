// Chooses the parts of the candidates that a writer reads.
#pragma once

#include <span>
#include <vector>

#include "noether/answer/generate/text_writer.h"
#include "noether/answer/read_candidates.h"
#include "noether/base/error.h"

namespace noether::answer {

// Characters of one passage. Five of them are some 2,500 tokens, which the smallest windows in use
// have room for.
inline constexpr std::size_t kPassageCharacters = 1500;

// For each candidate with text, the stretch that covers most of the question.
base::Result<std::vector<Passage>> choose_passages(const index::IndexReader& index,
                                                   std::span<const ReadCandidate> read);

}  // namespace noether::answer
