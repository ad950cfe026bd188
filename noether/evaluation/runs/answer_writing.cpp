#include "noether/evaluation/runs/answer_writing.h"

#include <algorithm>
#include <utility>

#include "noether/answer/candidates.h"
#include "noether/answer/extract.h"
#include "noether/answer/generate/decoder_writer.h"
#include "noether/answer/stretch.h"
#include "noether/base/utf8.h"
#include "noether/embedding/text/read_fields.h"
#include "noether/evaluation/runs/run_ranking.h"
#include "noether/search/search.h"

namespace noether::evaluation {
namespace {

// Sources of sentences that answer precede those that only define symbols, such as a question.
std::string source_names(const answer::Answer& found) {
  std::vector<std::size_t> order;
  for (const auto role :
       {answer::AnswerSentence::Role::Says, answer::AnswerSentence::Role::Defines}) {
    for (const answer::AnswerSentence& sentence : found.sentences) {
      if (sentence.role != role || !sentence.place) continue;
      const std::size_t source = sentence.place->source;
      if (std::ranges::find(order, source) == order.end()) order.push_back(source);
    }
  }
  std::string names;
  for (const std::size_t source : order) {
    names += (names.empty() ? "" : ",") + found.sources[source].name;
  }
  return names;
}

AnswerWorker failing_worker(base::Error error) {
  return [error = std::move(error)](std::size_t) -> base::Result<std::optional<WrittenAnswer>> {
    return std::unexpected(error);
  };
}

}  // namespace

base::Result<MakeAnswerWorker> extract_answers(std::shared_ptr<const index::IndexReader> index,
                                               const search::ChosenProfile& chosen,
                                               std::span<const collection::Topic> topics) {
  auto opened = answer::AnsweringIndex::open(std::move(index), chosen);
  if (!opened) return std::unexpected(std::move(opened.error()));
  const std::shared_ptr<const answer::AnsweringIndex> shared = *std::move(opened);
  return [shared, topics]() -> AnswerWorker {
    auto made = shared->new_searcher();
    if (!made) return failing_worker(std::move(made.error()));
    const auto searcher = std::make_shared<search::Searcher>(*std::move(made));
    return [shared, searcher,
            topics](std::size_t number) -> base::Result<std::optional<WrittenAnswer>> {
      const collection::Topic& topic = topics[number];
      answer::Extractor extractor(shared->ranking(), *searcher, shared->texts());
      const auto found =
          extractor.answer(answer::question_of(topic), {.limit = kMaxAnswerCharacters}, {});
      if (!found) return std::unexpected(found.error());
      if (!*found) return std::nullopt;
      return WrittenAnswer{.topic = topic.number,
                           .score = (*found)->confidence,
                           .sources = source_names(**found),
                           .answer = answer::answer_text(**found)};
    };
  };
}

base::Result<MakeAnswerWorker> first_answers(
    std::shared_ptr<const index::IndexReader> index, const search::Profile& profile,
    std::span<const collection::Topic> topics,
    const std::unordered_map<std::string, std::string>& posts) {
  auto prepared = RunRanking::prepare(index, profile, topics, posts, {.task = 1, .top = 1});
  if (!prepared) return std::unexpected(std::move(prepared.error()));
  if (auto good = prepared->check(); !good) return std::unexpected(std::move(good.error()));
  const auto ranking = std::make_shared<const RunRanking>(*std::move(prepared));
  return [index = std::move(index), ranking, topics]() -> AnswerWorker {
    return [index, ranking, rank = ranking->make_worker(),
            topics](std::size_t number) -> base::Result<std::optional<WrittenAnswer>> {
      const auto items = rank(number);
      if (!items) return std::unexpected(items.error());
      if (items->empty()) return std::nullopt;
      const RunItem& first = items->front();
      const auto found = index->find_document(first.id);
      if (!found) return std::unexpected(found.error());
      if (!*found) return std::nullopt;
      const auto document = index->document(**found);
      if (!document) return std::unexpected(document.error());
      return WrittenAnswer{.topic = topics[number].number,
                           .score = first.score,
                           .sources = first.id,
                           .answer = beginning_of(*document, kMaxAnswerCharacters)};
    };
  };
}

MakeAnswerWorker generate_answers(std::shared_ptr<const neural::Generator> generator,
                                  const GeneratedAnswers& options,
                                  std::span<const collection::Topic> topics) {
  return [generator = std::move(generator), options, topics]() -> AnswerWorker {
    return [generator, options,
            topics](std::size_t number) -> base::Result<std::optional<WrittenAnswer>> {
      const collection::Topic& topic = topics[number];
      const auto written = answer::write_solution(
          *generator, answer::question_of(topic),
          {.beams = options.beams, .hint = options.hint, .limit = kMaxAnswerCharacters});
      if (!written) return std::unexpected(written.error());
      const double tokens = static_cast<double>(std::max<std::size_t>(written->counted, 1));
      return WrittenAnswer{
          .topic = topic.number,
          .score = written->log_probability / tokens,
          .sources = {},
          .answer = std::string(base::first_characters(written->text, kMaxAnswerCharacters))};
    };
  };
}

std::string said_by(const text::Document& document) {
  std::string said;
  for (const text::Field& field : document.fields) {
    if (embedding::is_read(field)) said += field.text + "\n";
  }
  return said;
}

std::string beginning_of(const text::Document& document, std::size_t characters) {
  std::string beginning;
  std::size_t room = characters + 1;  // there is no blank after the last sentence
  for (const answer::SourceSentence& sentence : answer::sentences_of(document)) {
    const std::size_t length = answer::length_of(document, sentence);
    if (length > room) {
      if (beginning.empty())
        return std::string(base::first_characters(text_of(document, sentence), characters));
      break;
    }
    room -= length;
    if (!beginning.empty()) beginning += sentence.begins_paragraph ? '\n' : ' ';
    beginning += text_of(document, sentence);
  }
  return beginning;
}

}  // namespace noether::evaluation
