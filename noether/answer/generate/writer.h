// Answers that a model writes from passages of the candidates, each sentence with its citations
// checked.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "noether/answer/answer.h"
#include "noether/answer/candidates.h"
#include "noether/answer/generate/text_writer.h"
#include "noether/embedding/text/cross_encoder.h"
#include "noether/search/search.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::answer {

// A model that writes, and what judges its citations. Any number of threads may use it.
struct OpenedGenerator {
  std::unique_ptr<const TextWriter> writer;
  std::unique_ptr<const embedding::CrossEncoder> judge;  // null: the encoder of the index judges
};
// `place` is the address of an API, or the folder of a decoder. The key of the API and the
// cross-encoder are named by environment variables.
base::Result<OpenedGenerator> open_generator(const std::string& place, const std::string& model);
// Whether questions and passages are sent to another machine.
bool leaves_this_machine(const std::string& place);

class Writer final : public Answerer {
 public:
  // All must outlive this. `texts` is null where the index has no passages.
  Writer(const CandidateRanking& ranking, search::Searcher& searcher,
         const search::PassageEncoder* texts, const OpenedGenerator& generator)
      : ranking_(&ranking), searcher_(&searcher), texts_(texts), generator_(&generator) {}

  // The confidence is that in the candidates, times the share of sentences that a cited source
  // supports. A text that breaks off is an answer with a remark; when there is no sentence yet, an
  // error.
  base::Result<std::optional<Answer>> answer(const Question& question, const AnswerOptions& options,
                                             const OnSentences& on_sentences) override;

 private:
  const CandidateRanking* ranking_;
  search::Searcher* searcher_;
  const search::PassageEncoder* texts_;
  const OpenedGenerator* generator_;
};

// Lowers the confidence of a written answer by the share of its sentences with a refuted equation.
// For an answer that check_answer has seen.
void weigh_refutations(Answer& answer);

}  // namespace noether::answer
