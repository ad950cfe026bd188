#include "noether/cli/search/answer_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "noether/answer/evidence.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/console/terminal_text.h"

namespace noether::cli {
namespace {

std::string notes_json(const std::vector<answer::Note>& notes) {
  std::vector<std::string> out;
  for (const answer::Note& note : notes) {
    JsonObject object;
    object.add_string("kind", note.kind)
        .add_string("text", note.text)
        .add_number("begin", note.span.begin)
        .add_number("end", note.span.end);
    answer::add_evidence(note, object);
    out.push_back(object.text());
  }
  return json_array(out);
}

void add_place(const answer::AnswerSentence::Place& place, JsonObject& object) {
  object.add_number("source", static_cast<std::int64_t>(place.source) + 1)
      .add_number("field", place.field)
      .add_number("begin", place.span.begin)
      .add_number("end", place.span.end);
}

std::string sentence_json(const answer::AnswerSentence& sentence) {
  JsonObject object;
  object.add_string("text", sentence.text.text)
      .add_string("role", answer::role_name(sentence.role));
  if (sentence.place) add_place(*sentence.place, object);
  if (!sentence.cites.empty()) {
    std::vector<std::string> cites;
    for (const auto& cited : sentence.cites) {
      JsonObject place;
      add_place(cited, place);
      cites.push_back(place.text());
    }
    object.add("cites", json_array(cites));
  }
  return object.add("notes", notes_json(sentence.notes)).text();
}

JsonObject answer_json(const answer::Answer& answer) {
  std::vector<std::string> sentences;
  for (const answer::AnswerSentence& sentence : answer.sentences) {
    sentences.push_back(sentence_json(sentence));
  }
  std::vector<std::string> sources;
  for (const answer::Source& source : answer.sources) {
    sources.push_back(JsonObject()
                          .add_string("id", source.name)
                          .add_string("kind", source.kind)
                          .add_string("title", source.title.text)
                          .text());
  }
  std::vector<std::string> why;
  for (const answer::Reason& reason : answer.why) {
    why.push_back(
        JsonObject().add_string("text", reason.text).add_real("value", reason.value).text());
  }
  JsonObject object;
  object.add_string("how", answer::way_name(answer.way))
      .add("confidence", fmt::format("{:.4f}", answer.confidence))
      .add_string("text", answer::answer_text(answer))
      .add("sentences", json_array(sentences))
      .add("sources", json_array(sources))
      .add("why", json_array(why));
  if (!answer.model.empty()) object.add_string("model", answer.model);
  return object;
}

// The first words of a sentence, which identify it for the reader.
std::string first_words(const std::string& sentence) {
  constexpr std::size_t kBytes = 32;
  if (sentence.size() <= kBytes) return sentence;
  const std::size_t end = sentence.find(' ', kBytes);
  return end == std::string::npos ? sentence : sentence.substr(0, end) + " …";
}

}  // namespace

std::string AnswerOutput::shown(const text::Field& field) {
  return shower_.show(field, 0, {0, static_cast<std::uint32_t>(field.text.size())}, {});
}

std::string AnswerOutput::end_paragraph() {
  const std::string paragraph = std::exchange(paragraph_, {});
  const std::size_t written = std::exchange(written_, 0);
  return paragraph.empty() ? "" : wrapped(paragraph, "", columns_).substr(written);
}

std::string AnswerOutput::sentence(const answer::Answer& so_far, std::size_t number) {
  const answer::AnswerSentence& sentence = so_far.sentences[number];
  std::string out = sentence.begins_paragraph ? end_paragraph() : "";
  if (!paragraph_.empty()) paragraph_ += " ";
  paragraph_ += shown(sentence.text);
  for (const std::size_t source : answer::sources_behind(so_far, number)) {
    paragraph_ += fmt::format(" [{}]", source + 1);
  }
  // A sentence from another document begins a new paragraph.
  const bool is_last = number + 1 == so_far.sentences.size();
  if (sentence.place) return is_last ? out + end_paragraph() : out;
  // The words of a generated sentence do not wait for the next one.
  std::string lines = wrapped(paragraph_, "", columns_);
  if (!lines.empty()) lines.pop_back();
  out += lines.substr(written_);
  written_ = lines.size();
  return out;
}

std::string AnswerOutput::whole(const answer::Answer& answer, bool explain) {
  std::string out;
  for (std::size_t i = 0; i < answer.sentences.size(); ++i) out += sentence(answer, i);
  return out + end(answer, explain);
}

std::string AnswerOutput::note_text(const answer::AnswerSentence& sentence,
                                    const answer::Note& note) {
  const std::string reason = search::clean_text(note.text);
  std::string said = note.verdict.empty() ? reason : fmt::format("{}: {}", note.verdict, reason);
  const std::uint32_t size = note.span.end - note.span.begin;
  if (size == 0) {
    return note.kind == "citation" ? fmt::format("{}  {}", first_words(shown(sentence.text)), said)
                                   : said;
  }
  const std::string part = sentence.text.text.substr(note.span.begin, size);
  const bool is_formula =
      std::ranges::any_of(sentence.text.formulas, [&](const text::FormulaSpan& formula) {
        return formula.begin == note.span.begin && formula.end == note.span.end;
      });
  const text::Field marked = is_formula ? text::Field{{}, "$" + part + "$", {{1, 1 + size, {}, {}}}}
                                        : text::Field{{}, part, {}};
  return fmt::format("{}  {}", shown(marked), said);
}

std::string AnswerOutput::notes(const answer::Answer& answer) {
  std::string out;
  for (const answer::AnswerSentence& sentence : answer.sentences) {
    for (const answer::Note& note : sentence.notes) {
      // The JSON output has all notes; the text output omits notes that say nothing new.
      const bool is_open = note.verdict == "undecided" && note.kind == "equation";
      if (is_open || note.verdict == "supported" || note.verdict == "uncited") continue;
      out += wrapped(note_text(sentence, note), "  ", columns_);
    }
  }
  return out;
}

std::string AnswerOutput::end(const answer::Answer& answer, bool explain) {
  std::string out = end_paragraph() + "\n" + notes(answer);
  for (std::size_t i = 0; i < answer.sources.size(); ++i) {
    const answer::Source& source = answer.sources[i];
    const std::string title = shown(source.title);
    out += wrapped(fmt::format("[{}] {} {}{}{}", i + 1, search::clean_text(source.kind),
                               search::clean_text(source.name), title.empty() ? "" : ": ", title),
                   "", columns_);
  }
  const std::string by =
      answer.model.empty() ? "" : fmt::format(" by {}", search::clean_text(answer.model));
  out +=
      fmt::format("{}{}, confidence {:.2f}\n", answer::way_name(answer.way), by, answer.confidence);
  if (!explain) return out;
  for (const answer::Reason& reason : answer.why) {
    out += fmt::format("  {:>6.3f}  {}\n", reason.value, reason.text);
  }
  return out;
}

namespace {

std::string remarks_json(const answer::Asked& asked) {
  std::vector<std::string> remarks;
  for (const answer::Remark& remark : asked.remarks) {
    remarks.push_back(json_string(answer::whole_text(remark)));
  }
  return json_array(remarks);
}

void add_warnings(const answer::Asked& asked, JsonObject& object) {
  if (asked.warnings.empty()) return;
  std::vector<std::string> warnings;
  for (const answer::FormulaWarning& warning : asked.warnings) {
    warnings.push_back(JsonObject()
                           .add_string("latex", warning.latex)
                           .add_string("message", warning.error.message)
                           .add_number("begin", warning.error.span.begin)
                           .add_number("end", warning.error.span.end)
                           .add_string("hint", warning.error.hint)
                           .text());
  }
  object.add("warnings", json_array(warnings));
}

}  // namespace

std::string asked_json(const answer::Asked& asked) {
  JsonObject object = answer_json(asked.answers[0]);
  if (asked.answers.size() > 1) object.add("offered", answer_json(asked.answers[1]).text());
  if (!asked.remarks.empty()) object.add("remarks", remarks_json(asked));
  add_warnings(asked, object);
  return object.text();
}

std::string no_answer_json(const answer::Asked& asked, const std::vector<std::string>& results) {
  JsonObject object;
  object.add("confidence", fmt::format("{:.4f}", asked.confidence))
      .add("results", json_array(results))
      .add("remarks", remarks_json(asked));
  add_warnings(asked, object);
  return object.text();
}

}  // namespace noether::cli
