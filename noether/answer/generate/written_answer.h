// An answer while it is written: sentences with the sources that they cite, and notes on these.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "noether/answer/answer.h"
#include "noether/answer/generate/citations.h"
#include "noether/answer/generate/support.h"
#include "noether/answer/generate/text_writer.h"
#include "noether/answer/generate/written_text.h"
#include "noether/base/error.h"

namespace noether::answer {

// A model that repeats itself this often would never end.
inline constexpr std::size_t kMostRepetitions = 3;

class WrittenAnswer {
 public:
  // `trusted` has the confidence in the candidates. A writer that has read no passages cites
  // nothing; each of its sentences gets the passage that supports it most, if there is one. All
  // arguments must outlive this object.
  WrittenAnswer(Answer trusted, std::span<const Passage> passages, SupportMeter& meter,
                bool has_read_passages, std::size_t limit);

  // Takes sentences up to the first that ends the answer: one that does not fit, that says that
  // nothing is known, or that repeats too often. Returns false then, or if a sentence cannot be
  // judged.
  bool take(const std::vector<WrittenSentence>& sentences,
            const Answerer::OnSentences& on_sentences);

  bool is_open() const { return !error_ && has_room_ && knows_ && repetitions_ < kMostRepetitions; }
  bool is_empty() const { return answer_.sentences.empty(); }
  // The answer, or empty if the writer does not know. `end` is the result of writing: its error is
  // an error if there is no sentence, and a remark otherwise.
  base::Result<std::optional<Answer>> finish(const base::Result<TextEnd>& end);

 private:
  base::Result<bool> add(const WrittenSentence& written);
  base::Result<void> cite(std::size_t passage, AnswerSentence& sentence);
  base::Result<bool> judge(const CitedSentence& cited, AnswerSentence& sentence);
  base::Result<bool> attribute(AnswerSentence& sentence);
  std::size_t source(std::size_t passage);
  double share() const;

  Answer answer_;
  std::span<const Passage> passages_;
  SupportMeter& meter_;
  bool has_read_passages_;
  std::size_t room_;
  double trust_;  // in the candidates
  std::size_t supported_ = 0;
  std::set<std::string> written_;  // sentences with their citations
  std::size_t repetitions_ = 0;
  bool has_room_ = true;
  bool knows_ = true;
  std::optional<base::Error> error_;
};

}  // namespace noether::answer
