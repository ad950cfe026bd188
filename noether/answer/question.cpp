#include "noether/answer/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "noether/search/formula/formula_query.h"
#include "noether/search/query/query_parser.h"
#include "noether/text/delimited_text.h"

namespace noether::answer {
namespace {

constexpr double kTitleWeight = 3;

base::Error with_consequence(base::Error error, std::string_view consequence) {
  error.hint += error.hint.empty() ? "" : "; ";
  error.hint += consequence;
  return error;
}

// Finds a formula such as `$x^2=$` at the end of a sentence. If words follow, as in `let $f(n)=$
// the number of`, they are the other side.
std::optional<base::Error> missing_side(std::string_view latex, std::string_view behind) {
  const std::size_t last = latex.find_last_not_of(" \t\n");
  if (last == std::string_view::npos || latex[last] != '=') return std::nullopt;
  const std::size_t next = behind.find_first_not_of("$ \t");
  if (next != std::string_view::npos && !std::string_view(".,;:?!)]\n").contains(behind[next])) {
    return std::nullopt;
  }
  const auto sign = static_cast<std::uint32_t>(last);
  return base::Error{"nothing follows the last =", {sign, sign + 1}, "write both sides"};
}

// A formula of the question, and the text after it up to the end.
struct AskedFormula {
  std::string latex;
  std::string_view behind;
  bool is_kept = true;  // as a formula of the field; false for unbalanced braces
};

// The problems that a search for the formula would also report.
std::vector<base::Error> problems_of(const AskedFormula& formula) {
  constexpr std::string_view kPassedOver = "the formula is ignored";
  const auto read = search::FormulaQuery::read(formula.latex);
  if (!read) return {with_consequence(read.error(), kPassedOver)};
  std::vector<base::Error> problems;
  for (const base::Error& problem : read->formula().diagnostics) {
    problems.push_back(with_consequence(
        problem, formula.is_kept ? "the rest of the formula is read" : kPassedOver));
  }
  // A part of a formula can be searched for, but a question should have whole formulas.
  if (auto missing = missing_side(formula.latex, formula.behind); missing && problems.empty()) {
    problems.push_back(*std::move(missing));
  }
  return problems;
}

// The formulas as the query language finds them. It finds more than the plain text does.
std::vector<AskedFormula> asked_formulas(const search::Query& query, const text::Field& body) {
  std::vector<std::string_view> kept;
  for (const text::FormulaSpan& span : body.formulas) {
    kept.push_back(std::string_view(body.text).substr(span.begin, span.end - span.begin));
  }
  std::vector<AskedFormula> formulas;
  for (const search::Clause& clause : query.clauses) {
    if (clause.kind != search::ClauseKind::Formula) continue;
    formulas.push_back({clause.text, std::string_view(query.text).substr(clause.span.end),
                        std::ranges::find(kept, clause.text) != kept.end()});
  }
  return formulas;
}

// The formulas of the plain text, for a text that the query language cannot read.
std::vector<AskedFormula> asked_formulas(const text::Field& body) {
  std::vector<AskedFormula> formulas;
  const std::string_view text = body.text;
  for (const text::FormulaSpan& span : body.formulas) {
    formulas.push_back(
        {std::string(text.substr(span.begin, span.end - span.begin)), text.substr(span.end)});
  }
  return formulas;
}

std::vector<FormulaWarning> warnings_of(std::span<const AskedFormula> formulas) {
  std::vector<FormulaWarning> warnings;
  for (const AskedFormula& formula : formulas) {
    if (std::ranges::find(warnings, formula.latex, &FormulaWarning::latex) != warnings.end()) {
      continue;
    }
    for (base::Error& problem : problems_of(formula)) {
      if (warnings.size() == kMostFormulaWarnings) return warnings;
      warnings.push_back({formula.latex, std::move(problem)});
    }
  }
  return warnings;
}

// Whether the error is about a formula that has no end. Quotes and filters have no meaning here.
bool is_about_formula(std::string_view text, const base::Error& error) {
  const std::string_view place = text.substr(std::min<std::size_t>(error.span.begin, text.size()));
  return place.starts_with('$') || place.starts_with('\\');
}

}  // namespace

base::Result<Question> read_question(std::string_view text) {
  if (text.size() > kMaxQuestionBytes) {
    return base::fail(fmt::format("the question has {} bytes; at most {} are read", text.size(),
                                  kMaxQuestionBytes),
                      {}, "ask for one thing, and leave out what is not needed to understand it");
  }
  // The signs of the query language have no meaning here, so only its formulas are used.
  const auto parsed = search::parse_query(text);
  const bool is_found = parsed && !parsed->read_as.empty();
  Question question;
  question.body =
      text::read_plain_text(is_found ? std::string_view(parsed->read_as) : text, "question");
  question.warnings =
      warnings_of(parsed ? asked_formulas(*parsed, question.body) : asked_formulas(question.body));
  if (!parsed && is_about_formula(text, parsed.error())) {
    question.warnings.insert(question.warnings.begin(), {std::string(text), parsed.error()});
  }
  if (query_of(question).ranks()) return question;
  constexpr std::string_view kHint = "ask in words, with formulas between dollar signs";
  if (question.warnings.empty()) {
    return base::fail("the question has no word and no formula", {}, std::string(kHint));
  }
  return base::fail(fmt::format("the question has no word, and no formula that can be read: {}",
                                question.warnings.front().error.message),
                    {}, std::string(kHint));
}

Question question_of(const collection::Topic& topic) {
  return {topic.title, topic.question, topic.tags};
}

search::Query query_of(const Question& question) {
  search::Query query;
  query.add(question.title, kTitleWeight);
  query.add(question.body);
  // A search for a formula that cannot be read fails, but a question has other parts.
  std::erase_if(query.clauses, [](search::Clause& clause) {
    if (clause.kind != search::ClauseKind::Formula) return false;
    auto read = search::FormulaQuery::read(clause.text);
    if (!read) return true;
    clause.formula = std::make_shared<const search::FormulaQuery>(*std::move(read));
    return false;
  });
  return query;
}

}  // namespace noether::answer
