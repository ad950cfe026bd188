#include "noether/answer/answer.h"

#include <fmt/format.h>

#include <algorithm>

namespace noether::answer {
namespace {

std::string_view separator(const Answer& answer, std::size_t sentence) {
  if (sentence == 0) return "";
  return answer.sentences[sentence].begins_paragraph ? "\n" : " ";
}

// Escapes the characters outside of formulas that Markdown would interpret.
std::string escaped(std::string_view text) {
  constexpr std::string_view kSigns = R"(\`*_{}[]<>#|~!)";
  std::string out;
  for (const char c : text) {
    if (kSigns.contains(c)) out += '\\';
    out += c;
  }
  return out;
}

std::string markdown(const text::Field& field) {
  std::string out;
  std::size_t at = 0;
  const std::string_view text = field.text;
  for (const text::FormulaSpan& formula : field.formulas) {
    // The dollar signs stand outside the span.
    out += escaped(text.substr(at, formula.begin - at));
    out += text.substr(formula.begin, formula.end - formula.begin);
    at = formula.end;
  }
  return out + escaped(text.substr(at));
}

}  // namespace

std::string_view way_name(Way way) {
  switch (way) {
    case Way::Extracted:
      return "extracted";
    case Way::Computed:
      return "computed";
    case Way::Generated:
      return "generated";
  }
  return "";
}

std::string_view role_name(AnswerSentence::Role role) {
  switch (role) {
    case AnswerSentence::Role::Says:
      return "says";
    case AnswerSentence::Role::Defines:
      return "defines";
    case AnswerSentence::Role::Shows:
      return "shows";
  }
  return "";
}

std::string whole_text(const Remark& remark) {
  return remark.detail.empty() ? remark.text : fmt::format("{}: {}", remark.text, remark.detail);
}

std::vector<std::size_t> sources_behind(const Answer& answer, std::size_t sentence) {
  const auto quoted = [&](std::size_t number) {
    const auto& place = answer.sentences[number].place;
    return place ? std::optional(place->source) : std::nullopt;
  };
  std::vector<std::size_t> sources;
  for (const auto& cited : answer.sentences[sentence].cites) sources.push_back(cited.source);
  const auto own = quoted(sentence);
  const bool is_last = sentence + 1 == answer.sentences.size() || quoted(sentence + 1) != own;
  if (own && is_last) sources.push_back(*own);
  return sources;
}

std::string answer_text(const Answer& answer) {
  std::string out;
  for (std::size_t i = 0; i < answer.sentences.size(); ++i) {
    out += separator(answer, i);
    out += answer.sentences[i].text.text;
  }
  return out;
}

std::string answer_markdown(const Answer& answer) {
  std::string out;
  for (std::size_t i = 0; i < answer.sentences.size(); ++i) {
    const AnswerSentence& sentence = answer.sentences[i];
    out += i > 0 && sentence.begins_paragraph ? "\n\n" : separator(answer, i);
    out += markdown(sentence.text);
    for (const std::size_t source : sources_behind(answer, i)) {
      out += fmt::format(" [{}]", source + 1);
    }
  }
  if (!answer.sources.empty()) out += "\n";
  for (std::size_t i = 0; i < answer.sources.size(); ++i) {
    const Source& source = answer.sources[i];
    out += fmt::format("\n[{}] {}", i + 1, escaped(source.name));
    if (!source.title.text.empty()) out += ": " + markdown(source.title);
  }
  return out + "\n";
}

}  // namespace noether::answer
