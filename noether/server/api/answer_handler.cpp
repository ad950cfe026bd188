// GET /api/v1/answer: one answer to a question, as server-sent events.
//
//   answer    how it came about and how probable it is, or that none is likely enough
//   source    a document that it draws on, before its first sentence
//   sentence  text as parts, never as markup
//   done      the end
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "noether/answer/confidence.h"
#include "noether/answer/extract.h"
#include "noether/base/json_text.h"
#include "noether/base/utf16.h"
#include "noether/server/api/answers.h"
#include "noether/server/api/arguments.h"
#include "noether/server/api/document_json.h"
#include "noether/server/api/parts.h"

namespace noether::server {
namespace {

using base::json_array;
using base::JsonObject;

constexpr std::string_view kEventStream = "text/event-stream";
constexpr std::uint64_t kLeastLimit = 100;
constexpr std::uint64_t kMostLimit = 10'000;

std::string event(std::string_view name, const JsonObject& data) {
  return fmt::format("event: {}\ndata: {}\n\n", name, data.text());
}

std::string whole_json(const text::Field& field) {
  return parts_json(field, 0, {0, static_cast<std::uint32_t>(field.text.size())});
}

std::string answer_event(const answer::Answer& found, bool is_known) {
  std::vector<std::string> why;
  for (const answer::Reason& reason : found.why) {
    why.push_back(
        JsonObject().add_string("text", reason.text).add_real("value", reason.value).text());
  }
  return event("answer", JsonObject()
                             .add_bool("is_known", is_known)
                             .add_string("how", answer::way_name(found.way))
                             .add_real("confidence", found.confidence)
                             .add("why", json_array(why)));
}

base::Result<std::string> source_event(const index::IndexReader& index, std::size_t number,
                                       const answer::Source& source) {
  const auto head = index.document_head(source.document);
  if (!head) return std::unexpected(head.error());
  JsonObject object;
  object.add_number("number", static_cast<std::int64_t>(number) + 1)
      .add_string("id", source.name)
      .add("title", whole_json(source.title));
  add_origin(*head, object);
  return event("source", object);
}

std::string sentence_event(const answer::AnswerSentence& sentence) {
  std::vector<std::string> notes;
  for (const answer::Note& note : sentence.notes) {
    notes.push_back(JsonObject()
                        .add_string("kind", note.kind)
                        .add_string("text", plain_text(note.text))
                        .add("span", span_json(sentence.text.text, note.span))
                        .text());
  }
  JsonObject object;
  object.add("parts", whole_json(sentence.text))
      .add_string("role",
                  sentence.role == answer::AnswerSentence::Role::Defines ? "defines" : "says")
      .add_bool("begins_paragraph", sentence.begins_paragraph)
      .add("notes", json_array(notes));
  if (sentence.place) {
    object.add_number("source", static_cast<std::int64_t>(sentence.place->source) + 1)
        .add_string("passage", fmt::format("{}:{}-{}", sentence.place->field,
                                           sentence.place->span.begin, sentence.place->span.end));
  } else {
    object.add("source", "null").add("passage", "null");
  }
  return event("sentence", object);
}

base::Result<std::string> events_of(const index::IndexReader& index, const answer::Answer& found) {
  std::string events = answer_event(found, true);
  std::size_t told = 0;
  for (const answer::AnswerSentence& sentence : found.sentences) {
    for (; sentence.place && told <= sentence.place->source; ++told) {
      auto source = source_event(index, told, found.sources[told]);
      if (!source) return source;
      events += *source;
    }
    events += sentence_event(sentence);
  }
  return events +
         event("done", JsonObject().add_string("markdown", answer::answer_markdown(found)));
}

}  // namespace

Response answer_question(const SnapshotPointer& snapshot, const Request& request) {
  Arguments arguments(request);
  const std::string q = arguments.required_text("q", answer::kMaxQuestionBytes);
  const std::uint64_t limit =
      arguments.whole("limit", answer::AnswerOptions().limit, kLeastLimit, kMostLimit);
  const double enough = arguments.real("enough", answer::kEnough, 0, 1);
  if (auto problem = arguments.finish()) return *std::move(problem);
  const auto question = answer::read_question(q);
  if (!question) return arguments.unreadable("q", q, question.error());
  Response response;
  response.content_type = kEventStream;
  response.etag = snapshot->etag;
  const std::string asked = fmt::format("{} {} {}", limit, enough, q);
  if (auto known = snapshot->answers.find(asked)) {
    response.body = *std::move(known);
    return response;
  }
  auto searcher = snapshot->searchers->borrow();
  if (!searcher) return failure(searcher.error());
  const auto& ranking = snapshot->candidates();
  if (!ranking) return failure(ranking.error());
  answer::Extractor extractor(*ranking, **searcher, snapshot->texts.get());
  const auto found = extractor.answer(
      *question, {.limit = limit, .is_over = [&] { return request.is_over(); }}, {});
  if (!found) return stopped_or_failed(request, found.error());
  const bool is_known = *found && (*found)->confidence >= enough;
  if (is_known) {
    auto events = events_of(*snapshot->index, **found);
    if (!events) return failure(events.error());
    response.body = *std::move(events);
  } else {
    response.body = answer_event(*found ? **found : answer::Answer(), false) +
                    event("done", JsonObject().add("markdown", "null"));
  }
  snapshot->answers.add(asked, response.body);
  return response;
}

}  // namespace noether::server
