// Makes runs of ARQMath's Task 3: one written answer for each topic, in one of three ways.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/topics.h"
#include "noether/evaluation/answer_run.h"
#include "noether/index/index_reader.h"
#include "noether/neural/generate/generator.h"
#include "noether/search/pipeline/chosen_profile.h"
#include "noether/text/document.h"

namespace noether::evaluation {

// Answers the topic with this number; empty if it has no answer. A worker must not be used by two
// threads at once.
using AnswerWorker = std::function<base::Result<std::optional<WrittenAnswer>>(std::size_t topic)>;
// Any number of workers may be made. Topics and profiles must outlive them.
using MakeAnswerWorker = std::function<AnswerWorker()>;

// Gives the answer of `noether answer`: sentences of documents, with the confidence as the score.
base::Result<MakeAnswerWorker> extract_answers(std::shared_ptr<const index::IndexReader> index,
                                               const search::ChosenProfile& chosen,
                                               std::span<const collection::Topic> topics);

// Gives the whole answer that a profile ranks first, up to kMaxAnswerCharacters.
base::Result<MakeAnswerWorker> first_answers(
    std::shared_ptr<const index::IndexReader> index, const search::Profile& profile,
    std::span<const collection::Topic> topics,
    const std::unordered_map<std::string, std::string>& posts);

struct GeneratedAnswers {
  std::size_t beams = 5;
  bool hint = false;  // the solution begins with HINT:
};
// Gives the solution that a decoder writes for a topic, up to kMaxAnswerCharacters. The score is
// the log probability per token.
MakeAnswerWorker generate_answers(std::shared_ptr<const neural::Generator> generator,
                                  const GeneratedAnswers& options,
                                  std::span<const collection::Topic> topics);

// The text of an answer, without its title and comments.
std::string said_by(const text::Document& document);
// As many whole sentences of the answer as fit. If the first one is too long, its beginning.
std::string beginning_of(const text::Document& document, std::size_t characters);

}  // namespace noether::evaluation
