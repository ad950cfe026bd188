#include "noether/answer/generate/writer.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "noether/answer/check/check.h"
#include "noether/answer/confidence.h"
#include "noether/answer/generate/decoder_writer.h"
#include "noether/answer/generate/endpoint.h"
#include "noether/answer/generate/passages.h"
#include "noether/answer/generate/support.h"
#include "noether/answer/generate/written_answer.h"
#include "noether/answer/generate/written_text.h"
#include "noether/answer/read_candidates.h"

namespace noether::answer {

base::Result<std::optional<Answer>> Writer::answer(const Question& question,
                                                   const AnswerOptions& options,
                                                   const OnSentences& on_sentences) {
  const index::IndexReader& index = searcher_->index();
  const auto candidates = ranking_->rank(question, *searcher_, kCandidates, options.is_over);
  if (!candidates) return std::unexpected(candidates.error());
  const auto parts = QuestionParts::read(question, texts_);
  if (!parts) return std::unexpected(parts.error());
  const auto read = read_candidates(index, *parts, *candidates, options.is_over);
  if (!read) return std::unexpected(read.error());
  const auto passages = choose_passages(index, *read);
  if (!passages) return std::unexpected(passages.error());
  if (passages->empty() && writer_->reads_passages()) return std::nullopt;
  Answer trusted;
  if (auto rated = trust_candidates(index, *parts, *candidates, texts_, trusted); !rated) {
    return std::unexpected(std::move(rated.error()));
  }
  trusted.model = writer_->name();
  SupportMeter meter(index, texts_, judge_, *passages);
  WrittenAnswer answer(std::move(trusted), *passages, meter, writer_->reads_passages(),
                       options.limit);
  WrittenText text;
  const auto is_late = [&] { return std::chrono::steady_clock::now() >= options.writes_until; };
  auto end = writer_->write(
      {.question = question,
       .passages = *passages,
       .limit = options.limit,
       .is_over = [&] { return is_late() || (options.is_over && options.is_over()); }},
      [&](std::string_view piece) { return answer.take(text.add(piece), on_sentences); });
  if (auto on = search::go_on(options.is_over); !on) return std::unexpected(std::move(on.error()));
  if (!end && is_late()) end = base::fail("the model did not end in time");
  // The rest may be half a sentence. It is shown when the writer came to its end, and when there is
  // nothing else.
  const bool is_whole = end && *end == TextEnd::Whole;
  if (answer.is_open() && end && (is_whole || answer.is_empty())) {
    answer.take(text.end(), on_sentences);
  }
  return answer.finish(end);
}

void weigh_refutations(Answer& answer) {
  if (answer.sentences.empty()) return;
  const std::string_view refuted = equation_verdict_name(EquationVerdict::Refuted);
  const auto is_refuted = [&](const AnswerSentence& sentence) {
    return std::ranges::any_of(sentence.notes,
                               [&](const Note& note) { return note.verdict == refuted; });
  };
  const auto count = static_cast<double>(std::ranges::count_if(answer.sentences, is_refuted));
  if (count == 0) return;
  answer.confidence *= 1 - count / static_cast<double>(answer.sentences.size());
  answer.why.push_back({"sentences with a refuted equation", count});
}

bool is_address(const std::string& place) { return place.contains("://"); }

base::Result<std::unique_ptr<const TextWriter>> open_text_writer(const std::string& place,
                                                                 const std::string& model) {
  if (!is_address(place)) {
    auto decoder = DecoderWriter::open(place);
    if (!decoder) return std::unexpected(std::move(decoder.error()));
    return std::make_unique<const DecoderWriter>(*std::move(decoder));
  }
  EndpointOptions options;
  options.url = place;
  options.model = model;
  if (const char* key = std::getenv(kGeneratorKeyVariable)) options.key = key;
  auto endpoint = ChatEndpoint::open(std::move(options));
  if (!endpoint) return std::unexpected(std::move(endpoint.error()));
  return std::make_unique<const ChatEndpoint>(*std::move(endpoint));
}

bool leaves_this_machine(const std::string& place) {
  return is_address(place) && !is_local_address(place);
}

}  // namespace noether::answer
