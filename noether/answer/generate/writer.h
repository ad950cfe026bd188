// Writes answers with a model from passages of the candidates, and checks the citations of each
// sentence.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/answer/answer.h"
#include "noether/answer/candidates.h"
#include "noether/answer/generate/text_writer.h"
#include "noether/answer/read_candidates.h"
#include "noether/base/error.h"
#include "noether/embedding/text/cross_encoder.h"
#include "noether/search/search.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::answer {

// Characters of one passage. Five passages have about 2,500 tokens, which fit into the smallest
// context windows in use.
inline constexpr std::size_t kPassageCharacters = 1500;

// Chooses, for each candidate with text, the stretch that covers most of the question.
base::Result<std::vector<Passage>> choose_passages(const index::IndexReader& index,
                                                   std::span<const ReadCandidate> read);

// Whether `place` is the address of an API rather than the folder of a decoder.
bool is_address(const std::string& place);
// `place` is the address of an API, or the folder of a decoder. The key of the API comes from the
// environment.
base::Result<std::unique_ptr<const TextWriter>> open_text_writer(const std::string& place,
                                                                 const std::string& model);
// Whether questions and passages are sent to another machine.
bool leaves_this_machine(const std::string& place);

class Writer final : public Answerer {
 public:
  // All arguments must outlive this object. `texts` is null if the index has no passages, and
  // `judge` is null if there is no cross-encoder.
  Writer(const CandidateRanking& ranking, search::Searcher& searcher,
         const search::PassageEncoder* texts, const TextWriter& writer,
         const embedding::CrossEncoder* judge)
      : ranking_(&ranking), searcher_(&searcher), texts_(texts), writer_(&writer), judge_(judge) {}

  // The confidence is that in the candidates, times the share of sentences that a cited source
  // supports. A text that breaks off becomes an answer with a remark, or an error if it has no
  // sentence yet.
  base::Result<std::optional<Answer>> answer(const Question& question, const AnswerOptions& options,
                                             const OnSentences& on_sentences) override;

 private:
  const CandidateRanking* ranking_;
  search::Searcher* searcher_;
  const search::PassageEncoder* texts_;
  const TextWriter* writer_;
  const embedding::CrossEncoder* judge_;
};

// Lowers the confidence of a written answer by the share of its sentences with a refuted equation.
// Call it after check_answer.
void weigh_refutations(Answer& answer);

}  // namespace noether::answer
