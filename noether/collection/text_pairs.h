// Pairs of texts in a collection that language models learn from, and questions that they must not
// learn from.
//
//   question-answer    a question, with its title, and each of its answers
//   title-body         a title and the text below it
//   name-definition    the same for a definition
//   theorem-proof      a statement and its proof
//   problem-solution   an exercise and its solution
//   duplicate          a question and one that it repeats
//
// Formulas are in the texts as LaTeX between dollar signs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/text/document.h"

namespace noether::collection {

enum class PairKind : std::uint8_t {
  QuestionAnswer,
  TitleBody,
  NameDefinition,
  TheoremProof,
  ProblemSolution,
  Duplicate,
};
inline constexpr std::array kPairKinds = {PairKind::QuestionAnswer,  PairKind::TitleBody,
                                          PairKind::NameDefinition,  PairKind::TheoremProof,
                                          PairKind::ProblemSolution, PairKind::Duplicate};
std::string_view pair_kind_name(PairKind kind);  // "question-answer"
std::optional<PairKind> pair_kind_by_name(std::string_view name);

// The text of a field; empty if the document has no field of this name.
std::string_view field_text(const text::Document& document, std::string_view field);
// A question as models read it: its title, then the rest.
std::string question_text(std::string_view title, std::string_view body);

struct TextPair {
  PairKind kind = PairKind::TitleBody;
  std::string first;
  std::string second;
  // The question or the document that both texts come from. Texts of one group are not wrong
  // answers to one another.
  std::string group;
  std::vector<std::string> tags;
};

// Makes pairs from documents as they arrive. Keeps the texts of all questions, which later answers
// and duplicates need, and the answers that came before their questions.
class PairMaker {
 public:
  // Adds the pairs that this document completes.
  void add(const text::Document& document, std::vector<TextPair>& out);

  // The number of answers whose question is missing.
  std::uint64_t lost_answers() const;

 private:
  void add_question(const text::Document& document, std::vector<TextPair>& out);
  void add_answer(const text::Document& document, std::vector<TextPair>& out);
  // Adds the text of this question to the half pair, now or when the question arrives.
  void complete(TextPair half, const std::string& question, std::vector<TextPair>& out);

  std::unordered_map<std::string, std::string> questions_;  // by id
  // Pairs by the id of the missing question.
  std::unordered_map<std::string, std::vector<TextPair>> waiting_;
};

// Questions that must not be used for training, such as the topics of a lab. They are recognised in
// other texts by their words, because a dump may have them under other ids and with other markup.
class KnownQuestions {
 public:
  void add(std::string_view title, std::string_view body);

  // Whether a text has the title of a question, or a stretch from the middle of its body. Only
  // letters and digits are compared, in lower case.
  bool has(std::string_view text) const;

 private:
  std::vector<std::string> stretches_;
};

}  // namespace noether::collection
