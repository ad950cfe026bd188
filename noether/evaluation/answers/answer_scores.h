// The measures of ARQMath's Task 3: one answer for each topic (Mansouri et al., CLEF 2022, 6.3).
//   ar    average relevance: the grade of the answer; 0 if it is undecided
//   p@1   whether the grade is relevant
//   lo    lexical overlap: token F1 with the most similar reference
//   cs    contextual similarity: BERTScore F1 with the most similar reference
//   mg    whether it was judged machine-generated
//   ui    whether it has unrelated information
// References are the known relevant answers of the topic, except those that only the same team
// returned, and on request those that the answer quotes. A measure is a mean over the topics that
// have the data it needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/evaluation/answer_run.h"
#include "noether/evaluation/answers/answer_embeddings.h"
#include "noether/evaluation/answers/answer_files.h"
#include "noether/evaluation/judgements.h"
#include "noether/evaluation/run.h"
#include "noether/evaluation/statistics/comparison.h"

namespace noether::evaluation {

// The data with which answers are measured; a measure whose data is null is left out.
struct AnswerEvidence {
  const Judgements* judgements = nullptr;
  const KnownAnswers* known = nullptr;
  const Teams* teams = nullptr;
  const AnswerEmbeddings* embeddings = nullptr;  // also needs `known`
  const Annotations* annotations = nullptr;
  std::int32_t threshold = 2;    // the least grade that is relevant
  bool without_sources = false;  // sources that an answer names are no references for it
};

struct AnswerMeasure {
  std::string name;
  TopicScores scores;
  // The mean over the topics of the measure; empty without topics.
  std::optional<double> mean() const;
};

struct AnswerScores {
  std::string system;
  std::vector<AnswerMeasure> measures;  // those above, in that order, if there is evidence
  std::size_t unjudged = 0;             // answers in judged topics without a grade; they count as 0
};

// An answer is identified in all files by its topic and the tag of its run.
base::Result<AnswerScores> score_answers(const AnswerRun& run, const AnswerEvidence& evidence);

// Scores the first result of each topic as if it were the answer, by average relevance and
// precision only.
AnswerScores score_first_results(const Run& run, const AnswerEvidence& evidence);

}  // namespace noether::evaluation
