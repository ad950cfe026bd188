// Scores the answers of Task 3 with the judged answers of a collection.
//
//   AR, P@1   the grade of the first post on which an answer draws, and whether it is relevant: no
//             other part of a new answer is judged. A post without a grade has 0
//   LO, CS    as in answers/answer_scores.h. References are the relevant posts of the collection,
//             without those on which the answer draws
//   bits      the number of bits that a decoder needs for a character when it reads only the
//             answer: the fewer, the more fluent. Without a decoder there is no number
//   repeats   the share of sequences of four tokens that occur earlier in the answer
//   length    Unicode characters
// If a measure is undefined for a topic, its value is NaN, and its mean leaves the topic out: AR of
// an answer without a source, LO and CS of an answer without a reference.
#pragma once

#include <string_view>

#include "noether/base/error.h"
#include "noether/evaluation/answer_run.h"
#include "noether/evaluation/answers/answer_embeddings.h"
#include "noether/evaluation/answers/answer_files.h"
#include "noether/evaluation/judgements.h"
#include "noether/evaluation/measures/measure.h"
#include "noether/evaluation/score_table.h"
#include "noether/index/index_reader.h"
#include "noether/neural/generate/generator.h"

namespace noether::evaluation {

// Finds a measure by the name in a column, in any case; null if there is none.
const Measure* find_answer_measure(std::string_view name);

// The judged posts that the index has, with their texts.
base::Result<KnownAnswers> judged_posts(const Judgements& judgements,
                                        const index::IndexReader& index);

struct WrittenScoring {
  const Judgements* judgements = nullptr;
  const KnownAnswers* posts = nullptr;
  const AnswerEmbeddings* embeddings = nullptr;
  const neural::Generator* decoder = nullptr;  // may be null
  std::int32_t threshold = 2;
  bool skips_empty = false;  // leaves out topics without a relevant judgement
};
// Computes all measures over the judged topics that the run answers.
base::Result<ScoreTable> score_written(AnswerRun run, const WrittenScoring& scoring);

}  // namespace noether::evaluation
