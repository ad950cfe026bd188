// Positions of words and phrases, the choice of a snippet, and how it is shown.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "noether/base/test_seed.h"
#include "noether/search/present/positions.h"
#include "noether/search/present/shown_text.h"
#include "noether/search/present/snippet.h"
#include "noether/search/query/formula_signs.h"
#include "noether/search/query/query_parser.h"

namespace noether::search {
namespace {

text::Field field_of(const std::string& text, const std::string& name = "body") {
  return {.name = name, .text = text, .formulas = formulas_of(text)};
}

Query query_of(const std::string& text) {
  auto query = parse_query(text);
  EXPECT_TRUE(query) << text;
  return query ? *query : Query();
}

// The parts of the text that matched, one for each match.
std::vector<std::string> found(const std::string& query, const std::string& text) {
  const Query parsed = query_of(query);
  const text::Field field = field_of(text);
  PositionFinder finder(parsed);
  std::vector<std::string> parts;
  for (const auto& match : finder.find(field)) {
    parts.push_back(text.substr(match.span.begin, match.span.end - match.span.begin));
  }
  return parts;
}

bool accepts(const std::string& query, const std::string& text) {
  const Query parsed = query_of(query);
  text::Document document;
  document.fields.push_back(field_of(text));
  return PositionFinder(parsed).accepts(document);
}

std::vector<Match> matches_of(const Query& query, const text::Document& document) {
  PositionFinder finder(query);
  std::vector<Match> matches;
  for (std::uint32_t i = 0; i < document.fields.size(); ++i) {
    for (const auto& found : finder.find(document.fields[i])) {
      matches.push_back(
          {.clause = found.clause, .field = i, .span = found.span, .parts = {}, .score = 1});
    }
  }
  return matches;
}

std::string snippet_of(const std::string& query, const std::string& text, std::size_t columns) {
  text::Document document;
  document.fields.push_back(field_of(text));
  const std::vector<Match> matches = matches_of(query_of(query), document);
  const Snippet snippet = best_snippet(document, matches, columns);
  return TextShower({"[", "]", "", "", "", ""}).show(document, snippet, matches);
}

TEST(Positions, AreThoseOfWordsWithTheSameStem) {
  EXPECT_EQ(found("limit", "Limits and limit. $limit$ unlimited"),
            (std::vector<std::string>{"Limits", "limit"}));
}

TEST(Positions, LeaveOutStopWordsBesideOthers) {
  EXPECT_EQ(found("the limit", "the limit"), std::vector<std::string>{"limit"});
  EXPECT_EQ(found("the", "the limit"), std::vector<std::string>{"the"});
  EXPECT_EQ(found("+the limit", "the limit"), (std::vector<std::string>{"the", "limit"}));
}

TEST(Positions, AreOfWholePhrases) {
  EXPECT_EQ(found("\"mean value\"", "The mean values, a mean, a value: mean-value"),
            (std::vector<std::string>{"mean values", "mean-value"}));
}

TEST(Phrases, StandSideBySideInOneField) {
  EXPECT_TRUE(accepts("\"mean value theorem\"", "by the mean value theorem"));
  EXPECT_FALSE(accepts("\"mean value theorem\"", "by the mean theorem value"));
  EXPECT_FALSE(accepts("\"mean value\"", "mean $x$ value"));
  EXPECT_TRUE(accepts("\"mean $y$ value\"", "mean $x$ value"));
  EXPECT_FALSE(accepts("\"mean $y$ value\"", "mean of value"));
  EXPECT_TRUE(accepts("\"a a b\"", "a a a b"));
}

TEST(Phrases, MayBeExcluded) {
  EXPECT_FALSE(accepts("x -\"mean value\"", "x mean value"));
  EXPECT_TRUE(accepts("x -\"mean value\"", "x value mean"));
}

TEST(Snippet, IsTheWholeTextWhenThatIsShort) {
  EXPECT_EQ(snippet_of("limit", "A short limit.", 80), "A short [limit].");
}

TEST(Snippet, HoldsTheMostDifferentWordsOfTheQuery) {
  const std::string filler = "one two three four five six seven eight nine ten ";
  EXPECT_EQ(
      snippet_of("limit series",
                 "limit limit limit. " + filler + "Then the limit of a series. " + filler, 48),
      "… Then the [limit] of a [series]. one two three four …");
}

TEST(Snippet, NeverCutsAFormula) {
  EXPECT_EQ(snippet_of("limit", "Here $a + b + c + d + e + f + g$ limit and more words", 12),
            "… [limit] and …");
  EXPECT_EQ(snippet_of("limit", "limit $a+b+c+d+e+f$", 12), "[limit] …");
  EXPECT_EQ(snippet_of("other", "$a+b+c+d+e+f$ limit", 3), "a + b + c + d + e + f …");
}

TEST(Snippet, IsTheBeginningWhenNothingMatched) {
  EXPECT_EQ(snippet_of("other", "one two three four", 8), "one two …");
}

TEST(Snippet, PrefersTheBodyToTitlesAndComments) {
  text::Document document;
  document.fields = {field_of("limit", "title"), field_of("limit", "comment"),
                     field_of("a limit", "body")};
  const auto matches = matches_of(query_of("limit"), document);
  EXPECT_EQ(best_snippet(document, matches).field, 2U);
  document.fields[2] = field_of("nothing", "body");
  EXPECT_EQ(best_snippet(document, matches_of(query_of("limit"), document)).field, 1U);
}

TEST(Snippet, IsOfACommentThatShowsMoreOfTheQuery) {
  text::Document document;
  document.fields = {field_of("a limit", "body"), field_of("zero limit", "comment"),
                     field_of("the limit of a sequence", "comment")};
  EXPECT_EQ(best_snippet(document, matches_of(query_of("limit"), document)).field, 0U);
  EXPECT_EQ(best_snippet(document, matches_of(query_of("limit sequence"), document)).field, 2U);
  // A rare word is worth more than a frequent one.
  auto matches = matches_of(query_of("zero limit"), document);
  EXPECT_EQ(best_snippet(document, matches).field, 1U);
  document.fields[1] = field_of("zero", "comment");
  matches = matches_of(query_of("zero limit"), document);
  EXPECT_EQ(best_snippet(document, matches).field, 0U);
  for (Match& match : matches) match.score = match.clause == 1 ? 0.2 : 1;
  EXPECT_EQ(best_snippet(document, matches).field, 1U);
}

TEST(Snippet, IsTheBeginningOfTheBodyWhenOnlyTitlesMatch) {
  text::Document document;
  document.fields = {field_of("limits", "title"), field_of("limits", "question-title"),
                     field_of("limits", "context"), field_of("one two", "body")};
  const Snippet snippet = best_snippet(document, matches_of(query_of("limit"), document));
  EXPECT_EQ(snippet.field, 3U);
  EXPECT_EQ(snippet.window.begin, 0U);
}

TEST(Snippet, IsOfTheNearestPassageWhenNothingMatched) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += "Some words of no interest. ";
  const auto begin = static_cast<std::uint32_t>(text.size());
  text += "Here it is. And more of the same.";
  text::Document document;
  document.fields.push_back(field_of(text));
  const NearText::Place passage{0, {begin, static_cast<std::uint32_t>(text.size())}};
  const Snippet snippet = best_snippet(document, {}, 40, passage);
  EXPECT_EQ(snippet.window.begin, begin);
  EXPECT_TRUE(snippet.cut_before);
  // A word of the query has a higher value.
  const std::vector<Match> matches = matches_of(query_of("interest"), document);
  EXPECT_EQ(best_snippet(document, matches, 40, passage).window.begin, 0);
}

TEST(Snippet, BeginsAndEndsBetweenWordsAndFormulas) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (std::uint64_t i = random() % 60; i > 0; --i) {
      constexpr std::string_view kParts[] = {"word ",           "limit ",   "é ", "$x + y$ ",
                                             "($a b c d e$), ", "end. ",    "\n", "$",
                                             "$$z  z$$ ",       "$a$-axis "};
      text += kParts[random() % std::size(kParts)];
    }
    text::Document document;
    document.fields.push_back(field_of(text));
    const auto matches = matches_of(query_of("limit"), document);
    const Snippet snippet = best_snippet(document, matches, random() % 40);
    const base::Span window = snippet.window;
    ASSERT_LE(window.begin, window.end);
    ASSERT_LE(window.end, text.size());
    for (const text::FormulaSpan& formula : document.fields[0].formulas) {
      EXPECT_FALSE(formula.begin < window.begin && window.begin < formula.end) << text;
      EXPECT_FALSE(formula.begin < window.end && window.end < formula.end) << text;
    }
  }
}

TEST(ShownText, MarksMatchesAndMakesFormulasReadable) {
  text::Document document;
  document.fields.push_back(field_of("Let $x^2+y$ be\na limit."));
  std::vector<Match> matches = matches_of(query_of("limit"), document);
  matches.insert(matches.begin(), Match{.clause = 1,
                                        .field = 0,
                                        .span = {5, 10},
                                        .is_formula = true,
                                        .parts = {{5, 8}},
                                        .score = 1});
  const Snippet snippet = best_snippet(document, matches);
  EXPECT_EQ(TextShower({"[", "]", "<", ">", "{", "}"}).show(document, snippet, matches),
            "Let <{x²} + y> be a [limit].");
  EXPECT_EQ(TextShower(MarkStyle::plain()).show(document, snippet, matches),
            "Let x² + y be a limit.");
}

TEST(ShownText, MarksWhatIsNearInItsOwnWay) {
  text::Document document;
  document.fields.push_back(field_of("coprime numbers: $x^2$ is a limit"));
  std::vector<Match> matches = {
      {.span = {0, 7}, .parts = {}, .near = "prime"},
      {.span = {18, 21}, .is_formula = true, .parts = {{18, 21}}, .near = "square"}};
  for (const Match& match : matches_of(query_of("limit"), document)) matches.push_back(match);
  const Snippet snippet = best_snippet(document, matches);
  EXPECT_EQ(TextShower({"[", "]", "<", ">", "{", "}", "(", ")"}).show(document, snippet, matches),
            "(coprime) numbers: (x²) is a [limit]");
}

TEST(ShownText, ShowsAFormulaThatCannotBeReadAsItIs) {
  EXPECT_EQ(TextShower(MarkStyle::plain()).show_formula("\\frac{1", {}), "\\frac{1");
}

TEST(ShownText, LetsNothingSteerTheTerminal) {
  text::Document document;
  document.fields.push_back(field_of("red \x1b[31m text\x07 \xC2\x9B"));
  EXPECT_EQ(TextShower(MarkStyle::plain()).show(document, best_snippet(document, {}), {}),
            "red [31m text  ");
}

}  // namespace
}  // namespace noether::search
