#include "noether/cli/run_answers.h"

#include <fmt/format.h>

#include <utility>

#include "noether/answer/ask.h"
#include "noether/answer/extract.h"
#include "noether/evaluation/answer_run.h"
#include "noether/search/search.h"

namespace noether::cli {
namespace {

std::string source_names(const answer::Answer& found) {
  std::string names;
  for (const answer::Source& source : found.sources) {
    names += (names.empty() ? "" : ",") + source.name;
  }
  return names;
}

}  // namespace

base::Result<AnswerRunMaker> AnswerRunMaker::open(std::shared_ptr<const index::IndexReader> index,
                                                  const search::ChosenProfile& chosen,
                                                  const std::vector<collection::Topic>& topics,
                                                  const std::string& tag) {
  AnswerRunMaker made;
  made.index_ = std::move(index);
  made.chosen_ = &chosen;
  made.topics_ = &topics;
  made.tag_ = &tag;
  auto documents = search::DocumentTable::read(*made.index_);
  if (!documents) return std::unexpected(std::move(documents.error()));
  made.documents_ = std::make_unique<const search::DocumentTable>(*std::move(documents));
  auto ranking = answer::CandidateRanking::open(*made.index_, *made.documents_, chosen.profile);
  if (!ranking) return std::unexpected(std::move(ranking.error()));
  made.ranking_ = std::make_unique<const answer::CandidateRanking>(*std::move(ranking));
  return made;
}

TopicWorker AnswerRunMaker::make_worker() const {
  auto opened =
      search::Searcher::open(index_, chosen_->profile.search, chosen_->profile.formula_weights);
  if (!opened) {
    return [error = opened.error()](std::size_t) -> base::Result<TopicLines> {
      return std::unexpected(error);
    };
  }
  const auto searcher = std::make_shared<search::Searcher>(*std::move(opened));
  if (chosen_->encoder) searcher->set_text_encoder(chosen_->encoder);
  return [this, searcher](std::size_t topic) -> base::Result<TopicLines> {
    const collection::Topic& asked = (*topics_)[topic];
    answer::Extractor extractor(*ranking_, *searcher, chosen_->encoder.get());
    // A run has an answer to every topic, however probable, and no notes beside it.
    const auto found =
        answer::ask(answer::question_of(asked), {.extractor = [&] { return &extractor; }},
                    {.how = answer::How::Extract,
                     .limit = evaluation::kMaxAnswerCharacters,
                     .enough = 0,
                     .checks = false});
    if (!found) return std::unexpected(found.error());
    if (found->answers.empty()) return TopicLines();
    const answer::Answer& best = found->answers[0];
    const evaluation::WrittenAnswer written{.topic = asked.number,
                                            .score = best.confidence,
                                            .sources = source_names(best),
                                            .answer = answer::answer_text(best)};
    return TopicLines{evaluation::answer_run_line(written, *tag_), 1};
  };
}

}  // namespace noether::cli
