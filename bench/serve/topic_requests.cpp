#include "bench/serve/topic_requests.h"

#include <fmt/format.h>

#include <algorithm>

#include "noether/collection/topics.h"
#include "noether/search/query/query_parser.h"
#include "noether/server/http/request.h"

namespace noether::bench {
namespace {

// People type short queries, so a formula comes with only a few words.
constexpr std::size_t kMostWordBytes = 60;

// The text before a formula, from the beginning of a word.
std::string_view words_before(std::string_view text, std::size_t end) {
  const std::size_t begin = end > kMostWordBytes ? end - kMostWordBytes : 0;
  std::string_view words = text.substr(begin, end - begin);
  while (words.ends_with('$')) words.remove_suffix(1);
  // Text before another formula belongs to that formula.
  if (const std::size_t dollar = words.rfind('$'); dollar != std::string_view::npos) {
    words.remove_prefix(dollar + 1);
  } else if (begin > 0) {
    words.remove_prefix(std::min(words.find(' '), words.size()));
  }
  return words;
}

}  // namespace

base::Result<std::vector<std::string>> topic_queries(const std::vector<std::string>& files) {
  std::vector<std::string> queries;
  collection::ProblemList problems;
  for (const std::string& file : files) {
    const auto topics = collection::read_topic_file(file, problems);
    if (!topics) return std::unexpected(topics.error());
    for (const collection::Topic& topic : *topics) {
      queries.push_back(topic.title.text);
      const text::Field& question = topic.question;
      if (question.formulas.empty()) continue;
      const auto longest = std::ranges::max_element(
          question.formulas, {}, [](const text::FormulaSpan& f) { return f.end - f.begin; });
      const std::string_view text = question.text;
      queries.push_back(fmt::format("{}${}$", words_before(text, longest->begin),
                                    text.substr(longest->begin, longest->end - longest->begin)));
    }
  }
  // Drops titles that are not valid queries, such as those with a formula outside dollar signs: the
  // server would answer 422, which is not to be measured.
  std::erase_if(queries, [](const std::string& query) { return !search::parse_query(query); });
  return queries;
}

std::string search_request(const std::string& query) {
  return fmt::format(
      "GET /api/v1/search?q={} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n",
      server::percent_encode(query));
}

}  // namespace noether::bench
