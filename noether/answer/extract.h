// Extracts answers from documents: the stretch of the best candidate that covers most of the
// question, with the sentences that define its symbols.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "noether/answer/answer.h"
#include "noether/answer/candidates.h"
#include "noether/answer/read_candidates.h"

namespace noether::answer {

// Another document is added if it raises the coverage of the question by this much: about a tenth
// of the coverage of a whole answer (bench/answers).
inline constexpr double kJoinGain = 0.06;
inline constexpr std::size_t kMostSources = 3;
// A greater number of defining sentences would hide the answer.
inline constexpr std::size_t kMostDefinitions = 3;

class Extractor final : public Answerer {
 public:
  // All arguments must outlive this object. `texts` is null if the index has no passages.
  Extractor(const CandidateRanking& ranking, search::Searcher& searcher,
            const search::PassageEncoder* texts)
      : ranking_(&ranking), searcher_(&searcher), texts_(texts) {}

  // Lets a benchmark measure the effect of a gain other than kJoinGain.
  void set_join_gain(double gain) { join_gain_ = gain; }

  base::Result<std::optional<Answer>> answer(const Question& question, const AnswerOptions& options,
                                             const OnSentences& on_sentences) override;

  // Does the same for candidates that are already known.
  base::Result<std::optional<Answer>> extract(const Question& question,
                                              std::span<const Candidate> candidates,
                                              const AnswerOptions& options,
                                              const OnSentences& on_sentences) const;

 private:
  const CandidateRanking* ranking_;
  search::Searcher* searcher_;
  const search::PassageEncoder* texts_;
  double join_gain_ = kJoinGain;
};

}  // namespace noether::answer
