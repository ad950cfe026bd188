#include "noether/answer/question.h"

#include <fmt/format.h>

#include <string>

#include "noether/search/query/query_parser.h"
#include "noether/text/delimited_text.h"

namespace noether::answer {
namespace {

constexpr double kTitleWeight = 3;

}  // namespace

base::Result<Question> read_question(std::string_view text) {
  if (text.size() > kMaxQuestionBytes) {
    return base::fail(fmt::format("the question has {} bytes; at most {} are read", text.size(),
                                  kMaxQuestionBytes),
                      {}, "ask for one thing, and leave out what is not needed to understand it");
  }
  // The signs of the query language mean nothing here, so only what it found is taken from it.
  const auto parsed = search::parse_query(text);
  const bool is_found = parsed && !parsed->read_as.empty();
  Question question;
  question.body =
      text::read_plain_text(is_found ? std::string_view(parsed->read_as) : text, "question");
  if (!query_of(question).ranks()) {
    return base::fail("the question has no word and no formula", {},
                      "ask in words, with formulas between dollar signs");
  }
  return question;
}

Question question_of(const collection::Topic& topic) {
  return {topic.title, topic.question, topic.tags};
}

search::Query query_of(const Question& question) {
  search::Query query;
  query.add(question.title, kTitleWeight);
  query.add(question.body);
  return query;
}

}  // namespace noether::answer
