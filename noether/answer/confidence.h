// The probability that the first candidate answers the question.
// It is a logistic function of features of the candidates. bench/answers fits it to questions of a
// Q&A archive that are asked again while their own threads are hidden: the first candidate is right
// if it answers a question that is linked to the one asked. If the confidence is below kEnough,
// search results are more useful than an answer.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "noether/answer/answer.h"
#include "noether/answer/candidates.h"
#include "noether/answer/sentences.h"
#include "noether/base/error.h"

namespace noether::answer {

// The largest multiple of 0.1 that at least 95 % of the right first answers to such questions
// reach.
inline constexpr double kEnough = 0.2;

struct Evidence {
  double own = 0;     // nearness of the first candidate to the parts of the question
  double thread = 0;  // the same for the candidate and its question together
  double lead = 0;    // distance to the next thread, as a share of the best score
  // The difference between the score of the first candidate and the mean of all scores, in standard
  // deviations; a typical value if not all candidates are ranked.
  double standing = kUsualStanding;

  static constexpr double kUsualStanding = 5;
};
// The features on which the confidence depends: thread, lead and standing. `own` is only shown.
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
// The confidence for an index without passages. Words do not show which first answers are relevant,
// so this is the share of relevant ones, reduced if the thread lacks words of the question.
double confidence_by_words(const Evidence& evidence);

// Sets the confidence of an answer from these candidates, with its reasons. `texts` is null if the
// index has no passages.
base::Result<void> trust_candidates(const index::IndexReader& index, const QuestionParts& parts,
                                    std::span<const Candidate> candidates,
                                    const search::PassageEncoder* texts, Answer& answer);

}  // namespace noether::answer
