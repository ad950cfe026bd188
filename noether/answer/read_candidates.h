// Candidates with their texts, the common input of extraction and writing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/answer/agreement.h"
#include "noether/answer/answer.h"
#include "noether/answer/candidates.h"
#include "noether/answer/definitions.h"
#include "noether/answer/sentences.h"

namespace noether::answer {

// The number of candidates that are read and compared with each other.
inline constexpr std::uint32_t kCandidates = 5;

// A candidate with its text.
struct ReadCandidate {
  Candidate candidate;
  ReadDocument read;
};
// The sentences of all candidates, each as near to the question and with the tokens that it has.
base::Result<std::vector<ReadCandidate>> read_candidates(const index::IndexReader& index,
                                                         const QuestionParts& parts,
                                                         std::span<const Candidate> candidates,
                                                         const search::IsOver& is_over = {});
Agreement agreement_with_others(std::span<const ReadCandidate> all, const ReadCandidate& one);

// The document as a source of an answer.
base::Result<Source> source_of(const index::IndexReader& index, const ReadDocument& read);

}  // namespace noether::answer
