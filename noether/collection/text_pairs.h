// Texts of a collection that belong together: what models of language learn from; and questions
// from which they must not.
//
//   question-answer    a question, with its title, and each of its answers
//   title-body         a title and the text below it
//   name-definition    the same of a definition
//   theorem-proof      a statement and its proof
//   problem-solution   an exercise and its solution
//   duplicate          a question and one that it repeats
//
// Formulas stand in the texts as LaTeX between dollar signs.
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
  // The question or the document that both are from. Texts of one group are no wrong answers to one
  // another.
  std::string group;
  std::vector<std::string> tags;
};

// Makes pairs of documents as they come. Keeps the texts of all questions, which answers and
// repetitions ask for later, and the answers that came before their questions.
class PairMaker {
 public:
  // Adds the pairs that are whole with this document.
  void add(const text::Document& document, std::vector<TextPair>& out);

  // The number of answers whose question is missing.
  std::uint64_t lost_answers() const;

 private:
  void add_question(const text::Document& document, std::vector<TextPair>& out);
  void add_answer(const text::Document& document, std::vector<TextPair>& out);
  // Puts the text of this question where it is missing, now or when it comes.
  void complete(TextPair half, const std::string& question, std::vector<TextPair>& out);

  std::unordered_map<std::string, std::string> questions_;          // their texts, by id
  std::unordered_map<std::string, std::vector<TextPair>> waiting_;  // for the question of this id
};

// Questions that must not be used for training, such as the topics of a lab, recognised in other
// texts by their words: a dump may have them under other ids, with other markup.
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
