// Puts computed answers into words.
#include <fmt/format.h>

#include "noether/answer/compute/compute.h"
#include "noether/answer/evidence.h"
#include "noether/text/field_builder.h"

namespace noether::answer {
namespace {

// The share of right answers among those with every word understood. For the other answers the
// share is below the confidence that an extracted answer needs to be shown alone
// (bench/computed_answers).
constexpr double kSure = 0.97;
constexpr double kOffered = 0.5;

// Text with formulas between dollar signs. The words themselves contain no dollar sign.
AnswerSentence sentence_of(std::string_view marked, bool begins_paragraph) {
  text::FieldBuilder builder("answer");
  bool is_formula = false;
  while (true) {
    const std::size_t end = marked.find('$');
    const std::string_view part = marked.substr(0, end);
    if (is_formula) {
      builder.append_formula(part);
    } else {
      builder.append(part);
    }
    if (end == std::string_view::npos) break;
    marked.remove_prefix(end + 1);
    is_formula = !is_formula;
  }
  AnswerSentence sentence;
  sentence.text = builder.take();
  sentence.begins_paragraph = begins_paragraph;
  return sentence;
}

std::string solutions_text(const ComputedAnswer& computed) {
  if (computed.results.empty()) {
    return fmt::format("${}$ has no real solution.", computed.asked);
  }
  std::string values;
  for (const std::string& value : computed.results) {
    values += fmt::format("{}${} = {}$", values.empty() ? "" : " or ", computed.unknown, value);
  }
  return fmt::format("${}$ holds for {}{}.", computed.asked, values,
                     computed.results.size() == 1 ? " only, among real numbers" : "");
}

std::string main_text(const ComputedAnswer& computed) {
  switch (computed.task.kind) {
    case TaskKind::Solve:
      return solutions_text(computed);
    case TaskKind::Compare:
      if (computed.verdict == algebra::Verdict::Proven) {
        return fmt::format("Yes: ${}$ wherever both sides have a value.", computed.asked);
      }
      return fmt::format("No: {}.", counterexample_text(*computed.counterexample));
    default:
      break;
  }
  std::string values;
  for (const std::string& value : computed.results) {
    values += fmt::format("{}${} = {}$", values.empty() ? "" : " or ", computed.asked, value);
  }
  return fmt::format("{}{}{}.", values, computed.condition.empty() ? "" : ", ", computed.condition);
}

std::string verdict_reason(const ComputedAnswer& computed) {
  switch (computed.verdict) {
    case algebra::Verdict::Proven:
      return "algebra proves it";
    case algebra::Verdict::Agrees:
      return "no counterexample at many points";
    case algebra::Verdict::Refuted:
      return "the two sides have different values at a point";
    case algebra::Verdict::Unknown:
      return "it is computed by rules, and could not be checked in another way";
  }
  return "";
}

}  // namespace

Answer answer_of(const ComputedAnswer& computed) {
  Answer answer;
  answer.way = Way::Computed;
  answer.confidence = computed.is_sure ? kSure : kOffered;
  answer.sentences.push_back(sentence_of(main_text(computed), true));
  answer.sentences.back().notes.push_back({.kind = "computation",
                                           .text = verdict_reason(computed),
                                           .span = {},
                                           .verdict = std::string(verdict_word(computed.verdict)),
                                           .counterexample = computed.counterexample});
  for (const ProofStep& step : computed.steps) {
    const std::string why = step.why.empty() ? "" : fmt::format(", {}", step.why);
    answer.sentences.push_back(sentence_of(fmt::format("${}${}", step.latex, why), true));
    answer.sentences.back().role = AnswerSentence::Role::Shows;
  }
  answer.why.push_back({computed.is_sure ? "every word of the question is understood"
                                         : "words of the question are not understood",
                        answer.confidence});
  return answer;
}

}  // namespace noether::answer
