// Which parts of the candidates a writer reads.
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

// Of each candidate that has any text the stretch that covers most of the question.
base::Result<std::vector<Passage>> choose_passages(const index::IndexReader& index,
                                                   std::span<const ReadCandidate> read);

}  // namespace noether::answer
