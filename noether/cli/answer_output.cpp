#include "noether/cli/answer_output.h"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "noether/answer/check/check.h"
#include "noether/cli/json_text.h"
#include "noether/cli/terminal_text.h"

namespace noether::cli {
namespace {

std::string role_name(answer::AnswerSentence::Role role) {
  return role == answer::AnswerSentence::Role::Defines ? "defines" : "says";
}

std::string notes_json(const std::vector<answer::Note>& notes) {
  std::vector<std::string> out;
  for (const answer::Note& note : notes) {
    out.push_back(JsonObject()
                      .add_string("kind", note.kind)
                      .add_string("text", note.text)
                      .add_number("begin", note.span.begin)
                      .add_number("end", note.span.end)
                      .text());
  }
  return json_array(out);
}

std::string sentence_json(const answer::AnswerSentence& sentence) {
  JsonObject object;
  object.add_string("text", sentence.text.text).add_string("role", role_name(sentence.role));
  if (sentence.place) {
    object.add_number("source", static_cast<std::int64_t>(sentence.place->source) + 1)
        .add_number("field", sentence.place->field)
        .add_number("begin", sentence.place->span.begin)
        .add_number("end", sentence.place->span.end);
  }
  return object.add("notes", notes_json(sentence.notes)).text();
}

}  // namespace

std::string AnswerOutput::shown(const text::Field& field) {
  return shower_.show(field, 0, {0, static_cast<std::uint32_t>(field.text.size())}, {});
}

std::string AnswerOutput::more(const answer::Answer& so_far) {
  std::string out;
  std::string paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) out += wrapped(paragraph, "", columns_);
    paragraph.clear();
  };
  for (; written_ < so_far.sentences.size(); ++written_) {
    const answer::AnswerSentence& sentence = so_far.sentences[written_];
    if (sentence.begins_paragraph) end_paragraph();
    if (!paragraph.empty()) paragraph += " ";
    paragraph += shown(sentence.text);
    if (answer::ends_source(so_far, written_)) {
      paragraph += fmt::format(" [{}]", sentence.place->source + 1);
    }
  }
  end_paragraph();
  return out;
}

std::string AnswerOutput::end(const answer::Answer& answer, bool explain) {
  std::string out = "\n";
  for (const answer::AnswerSentence& sentence : answer.sentences) {
    for (const answer::Note& note : sentence.notes) {
      // Programs get these too; people look for what is known.
      if (note.text.starts_with(
              answer::equation_verdict_name(answer::EquationVerdict::Undecided))) {
        continue;
      }
      const text::Field formula{
          {},
          "$" + sentence.text.text.substr(note.span.begin, note.span.end - note.span.begin) + "$",
          {{1, 1 + note.span.end - note.span.begin, {}, {}}}};
      out += wrapped(fmt::format("{}  {}", shown(formula), search::clean_text(note.text)), "  ",
                     columns_);
    }
  }
  for (std::size_t i = 0; i < answer.sources.size(); ++i) {
    const answer::Source& source = answer.sources[i];
    const std::string title = shown(source.title);
    out += wrapped(fmt::format("[{}] {} {}{}{}", i + 1, search::clean_text(source.kind),
                               search::clean_text(source.name), title.empty() ? "" : ": ", title),
                   "", columns_);
  }
  out += fmt::format("{}, confidence {:.2f}\n", answer::way_name(answer.way), answer.confidence);
  if (!explain) return out;
  for (const answer::Reason& reason : answer.why) {
    out += fmt::format("  {:>6.3f}  {}\n", reason.value, reason.text);
  }
  return out;
}

std::string answer_json(const answer::Answer& answer) {
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
  return JsonObject()
      .add_string("how", answer::way_name(answer.way))
      .add("confidence", fmt::format("{:.4f}", answer.confidence))
      .add_string("text", answer::answer_text(answer))
      .add("sentences", json_array(sentences))
      .add("sources", json_array(sources))
      .add("why", json_array(why))
      .text();
}

}  // namespace noether::cli
