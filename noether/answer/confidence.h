// How probable it is that the first candidate answers the question.
//
// A logistic function of what is known of the candidates, fitted to the judgements of ARQMath
// (bench/answers). Where it is below kEnough, search results are of more use than an answer.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "noether/answer/answer.h"
#include "noether/answer/candidates.h"
#include "noether/answer/sentences.h"
#include "noether/base/error.h"

namespace noether::answer {

inline constexpr double kEnough = 0.2;

struct Evidence {
  double own = 0;     // how near the first candidate is to the parts of the question
  double thread = 0;  // the same of it and its question together
  double lead = 0;    // how far the next thread is behind, in parts of the best score
};
inline constexpr std::size_t kEvidence = 3;
std::array<double, kEvidence> values_of(const Evidence& evidence);

base::Result<Evidence> gather_evidence(const index::IndexReader& index, const QuestionParts& parts,
                                       std::span<const Candidate> candidates);

struct ConfidenceModel {
  double bias = 0;
  std::array<double, kEvidence> weights = {};
};
const ConfidenceModel& shipped_confidence();

double confidence_of(const Evidence& evidence, const ConfidenceModel& model);
// Of an index without passages. Words do not tell which first answers are relevant, so this is the
// share of those that are, less where the thread lacks words of the question.
double confidence_by_words(const Evidence& evidence);

// Sets the confidence of an answer from these candidates, and what speaks for it. `texts` is null
// where the index has no passages.
base::Result<void> trust_candidates(const index::IndexReader& index, const QuestionParts& parts,
                                    std::span<const Candidate> candidates,
                                    const search::PassageEncoder* texts, Answer& answer);

}  // namespace noether::answer
