// GET and POST /api/v1/answer: one answer to a question, sent as server-sent events. Each event is
// sent as soon as its content is known.
//
//   warning   a formula of the question that is read only in part, or ignored
//   answer    the way in which the answer was found and its probability, or that no answer is
//             likely enough. A second one replaces all earlier events
//   source    a document that the answer uses, before its first sentence
//   sentence  text as parts, never as markup
//   note      a fact about a sentence, such as whether an equation in it holds
//   offered   a computation that the user may have meant
//   remark    for example, the reason why the generator did not write
//   done      the end, or
//   problem   the reason why there is no answer
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "noether/answer/ask.h"
#include "noether/answer/evidence.h"
#include "noether/answer/extract.h"
#include "noether/answer/generate/writer.h"
#include "noether/base/json_text.h"
#include "noether/base/utf8.h"
#include "noether/server/api/api.h"
#include "noether/server/api/arguments.h"
#include "noether/server/api/document_json.h"
#include "noether/server/api/parts.h"
#include "noether/server/http/response.h"

namespace noether::server {
namespace {

using base::json_array;
using base::json_string;
using base::JsonObject;

constexpr std::string_view kEventStream = "text/event-stream";
constexpr std::uint64_t kLeastLimit = 100;
constexpr std::uint64_t kMostLimit = 10'000;
// The size of JSON with the longest question, every byte of it escaped, and some room for the other
// members. A longer body is refused.
constexpr std::size_t kMostBodyBytes = 6 * answer::kMaxQuestionBytes + 1024;

std::string event(std::string_view name, const JsonObject& data) {
  return fmt::format("event: {}\ndata: {}\n\n", name, data.text());
}

std::string whole_json(const text::Field& field) {
  return parts_json(field, 0, {0, static_cast<std::uint32_t>(field.text.size())});
}

std::string why_json(const answer::Answer& found) {
  std::vector<std::string> why;
  for (const answer::Reason& reason : found.why) {
    why.push_back(
        JsonObject().add_string("text", reason.text).add_real("value", reason.value).text());
  }
  return json_array(why);
}

std::string model_json(const answer::Answer& found) {
  return found.model.empty() ? "null" : json_string(plain_text(found.model));
}

std::string answer_event(const answer::Answer& found) {
  return event("answer", JsonObject()
                             .add_bool("is_known", true)
                             .add_string("how", answer::way_name(found.way))
                             .add("model", model_json(found))
                             .add_real("confidence", found.confidence)
                             .add("why", why_json(found)));
}

// Reports that no answer is likely enough, and how the most probable answer was found.
std::string unknown_event(std::optional<answer::Way> way, double confidence) {
  return event("answer", JsonObject()
                             .add_bool("is_known", false)
                             .add("how", way ? json_string(answer::way_name(*way)) : "null")
                             .add("model", "null")
                             .add_real("confidence", confidence)
                             .add("why", "[]"));
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

// The number of the formula that a note is about, from 0; null when it is about something else.
std::string formula_json(const answer::AnswerSentence& sentence, const answer::Note& note) {
  const auto& formulas = sentence.text.formulas;
  const auto found = std::ranges::find_if(formulas, [&](const text::FormulaSpan& formula) {
    return formula.begin == note.span.begin && formula.end == note.span.end;
  });
  return found == formulas.end() ? "null" : std::to_string(found - formulas.begin());
}

JsonObject note_json(const answer::AnswerSentence& sentence, const answer::Note& note) {
  JsonObject object;
  object.add_string("kind", note.kind)
      .add_string("text", plain_text(note.text))
      .add("span", span_json(sentence.text.text, note.span))
      .add("formula", formula_json(sentence, note));
  answer::add_evidence(note, object);
  return object;
}

// The passage in the form that /document accepts.
std::string passage_text(const answer::AnswerSentence::Place& place) {
  return fmt::format("{}:{}-{}", place.field, place.span.begin, place.span.end);
}

JsonObject sentence_json(const answer::AnswerSentence& sentence) {
  std::vector<std::string> notes;
  for (const answer::Note& note : sentence.notes) notes.push_back(note_json(sentence, note).text());
  std::vector<std::string> cites;
  for (const auto& cited : sentence.cites) {
    cites.push_back(JsonObject()
                        .add_number("source", static_cast<std::int64_t>(cited.source) + 1)
                        .add_string("passage", passage_text(cited))
                        .text());
  }
  JsonObject object;
  object.add("parts", whole_json(sentence.text))
      .add_string("role", answer::role_name(sentence.role))
      .add_bool("begins_paragraph", sentence.begins_paragraph)
      .add("notes", json_array(notes))
      .add("cites", json_array(cites));
  if (sentence.place) {
    object.add_number("source", static_cast<std::int64_t>(sentence.place->source) + 1)
        .add_string("passage", passage_text(*sentence.place));
  } else {
    object.add("source", "null").add("passage", "null");
  }
  return object;
}

// Sends the events to the client, and keeps them for the next client that asks the same question.
class EventTeller final : public answer::AskListener {
 public:
  EventTeller(const index::IndexReader& index, const EventSink& send)
      : index_(index), send_(send) {}

  void warning(const answer::FormulaWarning& warning) override {
    JsonObject object = warning_json(warning.error, warning.latex);
    send(event("warning", object.add_string("latex", warning.latex)));
  }
  void begins(const answer::Answer& answer) override {
    told_sources_ = 0;
    send(answer_event(answer));
  }
  void withdrawn(const answer::Answer& answer) override {
    send(unknown_event(answer.way, answer.confidence));
  }
  void sentence(const answer::Answer& so_far, std::size_t number) override {
    const answer::AnswerSentence& sentence = so_far.sentences[number];
    std::string events;
    for (; told_sources_ < so_far.sources.size(); ++told_sources_) {
      const auto source = source_event(index_, told_sources_, so_far.sources[told_sources_]);
      if (!source) return fail(source.error());
      events += *source;
    }
    send(events + event("sentence", sentence_json(sentence)));
  }
  void note(const answer::Answer& answer, std::size_t sentence, const answer::Note& note) override {
    JsonObject object = note_json(answer.sentences[sentence], note);
    send(event("note", object.add_number("sentence", static_cast<std::int64_t>(sentence) + 1)));
  }
  void offers(const answer::Answer& computed) override {
    std::vector<std::string> sentences;
    for (const answer::AnswerSentence& sentence : computed.sentences) {
      sentences.push_back(sentence_json(sentence).text());
    }
    send(event("offered", JsonObject()
                              .add_string("how", answer::way_name(computed.way))
                              .add_real("confidence", computed.confidence)
                              .add("why", why_json(computed))
                              .add("sentences", json_array(sentences))));
  }
  // The text of an error may contain addresses, which visitors must not see.
  void remark(const answer::Remark& remark) override {
    if (remark.may_change) tell_operator(answer::whole_text(remark));
    send(event("remark", JsonObject().add_string("text", plain_text(remark.text))));
  }

  void ends(const answer::Asked& asked) {
    if (asked.answers.empty()) {
      send(unknown_event(asked.way, asked.confidence) +
           event("done", JsonObject().add("markdown", "null")));
      return;
    }
    std::string markdown;
    for (const answer::Answer& answer : asked.answers) {
      markdown += (markdown.empty() ? "" : "\n") + answer::answer_markdown(answer);
    }
    // The confidence of a written answer is known only at its end.
    send(event("done", JsonObject()
                           .add_string("markdown", markdown)
                           .add_real("confidence", asked.answers.front().confidence)
                           .add("why", why_json(asked.answers.front()))));
  }
  // Ends an incomplete answer, with the members of problem+json.
  void breaks_off(const Response& problem) {
    send(fmt::format("event: problem\ndata: {}\n\n", without_line_end(problem.body)));
  }

  void fail(const base::Error& error) {
    if (!error_) error_ = error;
  }
  // The error, if a source could not be read.
  const std::optional<base::Error>& error() const { return error_; }
  const std::string& all() const { return all_; }

 private:
  void send(const std::string& events) {
    all_ += events;
    send_(events);
  }
  static std::string_view without_line_end(std::string_view text) {
    while (text.ends_with('\n')) text.remove_suffix(1);
    return text;
  }

  const index::IndexReader& index_;
  const EventSink& send_;
  std::string all_;
  std::size_t told_sources_ = 0;
  std::optional<base::Error> error_;
};

struct AskedQuestion {
  answer::Question question;
  answer::AskOptions options;
  std::string key;  // the key in the cache
};

answer::How how_of(Arguments& arguments) {
  const answer::How otherwise = answer::AskOptions().how;
  return static_cast<answer::How>(
      arguments.choice("how", answer::kHowNames, static_cast<std::size_t>(otherwise)));
}

// The generator was asked alone and failed, the index cannot be read, or the time is over.
Response why_none(const Request& request, answer::How how, const base::Error& error) {
  if (how != answer::How::Generate || request.is_over()) return stopped_or_failed(request, error);
  tell_operator(error.message);
  return problem(502, "Bad Gateway", "the generator did not write an answer", {},
                 "ask for 'extract' or 'all'");
}

void tell_answer(const Snapshot& snapshot, const AskedQuestion& asked, const Request& request,
                 const EventSink& send) {
  answer::AskOptions options = asked.options;
  options.is_over = [&] { return request.is_over(); };
  options.deadline = request.deadline;
  std::optional<base::Result<SearcherPool::Loan>> searcher;
  std::optional<answer::Extractor> extractor;
  std::optional<answer::Writer> writer;
  const auto prepare = [&]() -> base::Result<void> {
    if (!searcher) searcher.emplace(snapshot.searchers->borrow());
    if (!*searcher) return std::unexpected(searcher->error());
    if (!snapshot.candidates()) return std::unexpected(snapshot.candidates().error());
    return {};
  };
  answer::Answerers answerers;
  answerers.extractor = [&]() -> base::Result<answer::Answerer*> {
    if (auto prepared = prepare(); !prepared) return std::unexpected(prepared.error());
    extractor.emplace(*snapshot.candidates(), ***searcher, snapshot.texts.get());
    return &*extractor;
  };
  answerers.generator_is_busy = !request.may_wait;
  if (snapshot.generator != nullptr) {
    answerers.generator = [&]() -> base::Result<answer::Answerer*> {
      if (auto prepared = prepare(); !prepared) return std::unexpected(prepared.error());
      writer.emplace(*snapshot.candidates(), ***searcher, snapshot.texts.get(), *snapshot.generator,
                     snapshot.cross_encoder.get());
      return &*writer;
    };
  }
  EventTeller teller(*snapshot.index, send);
  const auto found = answer::ask(asked.question, answerers, options, teller);
  if (!found) return teller.breaks_off(why_none(request, options.how, found.error()));
  if (teller.error()) return teller.breaks_off(failure(*teller.error()));
  if (request.is_over() && found->answers.empty()) return teller.breaks_off(took_too_long());
  teller.ends(*found);
  // An answer that lacks checks or a computation because time ran out is sent, but not cached.
  if (!request.is_over() && std::ranges::none_of(found->remarks, &answer::Remark::may_change)) {
    snapshot.answers.add(asked.key, teller.all());
  }
}

}  // namespace

bool may_be_written(const Request& request) {
  if (request.body.size() > kMostBodyBytes) return false;
  Arguments arguments(request);
  const answer::How how = how_of(arguments);
  return how == answer::How::Generate || how == answer::How::All;
}

Response answer_question(const SnapshotPointer& snapshot, const Request& request) {
  Arguments arguments(request);
  const std::string q = arguments.required_text("q", answer::kMaxQuestionBytes);
  AskedQuestion asked;
  asked.options.how = how_of(arguments);
  asked.options.limit = arguments.whole("limit", asked.options.limit, kLeastLimit, kMostLimit);
  asked.options.enough = arguments.real("enough", asked.options.enough, 0, 1);
  if (auto problem = arguments.finish()) return *std::move(problem);
  if (asked.options.how == answer::How::Generate && snapshot->generator == nullptr) {
    return problem(422, "Unprocessable Content", "the server has no generator to write answers",
                   arguments.place("how"), "ask for 'extract', 'compute' or 'all'");
  }
  auto question = answer::read_question(q);
  if (!question) return arguments.unreadable("q", q, question.error());
  asked.question = *std::move(question);
  asked.key = fmt::format("{} {} {} {}", static_cast<int>(asked.options.how), asked.options.limit,
                          asked.options.enough, q);
  Response response;
  response.content_type = kEventStream;
  if (auto known = snapshot->answers.find(asked.key)) {
    response.etag = snapshot->etag;
    response.body = *std::move(known);
    return response;
  }
  if (asked.options.how == answer::How::Generate && !request.may_wait) {
    return too_busy("the generator is busy with other answers");
  }
  // The server does not know yet whether the answer will be complete, so it has no ETag.
  response.events = [snapshot, asked = std::move(asked)](const Request& from,
                                                         const EventSink& send) {
    tell_answer(*snapshot, asked, from, send);
  };
  return response;
}

}  // namespace noether::server
