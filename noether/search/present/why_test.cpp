// Why a document was found: the sentences that are compared, and their common parts.
#include "noether/search/present/why.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "noether/search/contexts/contexts_fixture.h"
#include "noether/search/present/positions.h"
#include "noether/search/query/formula_signs.h"
#include "noether/search/query/query_parser.h"

namespace noether::search {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

text::Field field_named(const std::string& name, const std::string& text) {
  return {.name = name, .text = text, .formulas = formulas_of(text)};
}

Query asked(const std::string& text) { return parse_query(text, {.literal = true}).value(); }

// The words of the query in the document, and formulas that are written the same.
std::vector<Match> marks(const Query& query, const text::Document& document) {
  std::vector<Match> matches;
  PositionFinder finder(query);
  for (std::uint32_t f = 0; f < document.fields.size(); ++f) {
    const text::Field& field = document.fields[f];
    for (const auto& found : finder.find(field)) {
      matches.push_back({.clause = found.clause, .field = f, .span = found.span, .parts = {}});
    }
    for (const text::FormulaSpan& formula : field.formulas) {
      for (std::uint32_t c = 0; c < query.clauses.size(); ++c) {
        if (query.clauses[c].kind != ClauseKind::Formula) continue;
        if (query.clauses[c].text != field.text.substr(formula.begin, formula.end - formula.begin))
          continue;
        matches.push_back({.clause = c,
                           .field = f,
                           .span = {formula.begin, formula.end},
                           .is_formula = true,
                           .parts = {}});
      }
    }
  }
  std::ranges::sort(matches, {}, [](const Match& m) { return std::pair(m.field, m.span.begin); });
  return matches;
}

std::optional<SentencePair> pair_of(const std::string& query, const text::Document& document) {
  const Query parsed = asked(query);
  return best_sentences(parsed, document, marks(parsed, document));
}

text::Document document_of(const std::string& body) {
  text::Document document;
  document.fields = {field_named("body", body)};
  return document;
}

TEST(BestSentences, AreThoseThatShareMost) {
  const auto pair = pair_of(
      "I know groups. Is a group $G$ of order $p^2$ abelian?",
      document_of("A group. Every group of order $p^2$ is abelian, and $G$ too. $G$ is one."));
  ASSERT_TRUE(pair);
  EXPECT_EQ(pair->query.text.text, "Is a group $G$ of order $p^2$ abelian?");
  EXPECT_EQ(pair->hit.text.text, "Every group of order $p^2$ is abelian, and $G$ too.");
  // The larger formula is the one that was searched.
  EXPECT_EQ(pair->query.formula, 1U);
  EXPECT_EQ(pair->hit.formula, 0U);
  const auto words = [](const FoundSentence& sentence) {
    std::vector<std::string> all;
    for (const base::Span word : sentence.words) {
      all.push_back(sentence.text.text.substr(word.begin, word.end - word.begin));
    }
    return all;
  };
  EXPECT_THAT(words(pair->query), ElementsAre("group", "order", "abelian"));
  EXPECT_THAT(words(pair->hit), ElementsAre("group", "order", "abelian"));
}

TEST(BestSentences, TellWhatElseIsSaidOfTheFormula) {
  const auto pair = pair_of("Is a group of order $p^2$ abelian?",
                            document_of("Every group of order $p^2$ is abelian. Now $q$ is odd. "
                                        "Here $p^{2}$ is a square."));
  ASSERT_TRUE(pair);
  ASSERT_EQ(pair->also.size(), 1U);
  EXPECT_EQ(pair->also[0].text.text, "Here $p^{2}$ is a square.");
  EXPECT_EQ(pair->also[0].formula, 0U);
}

TEST(BestSentences, AreShortWhereTheyCanBe) {
  const std::string aside(300, 'x');
  const auto pair = pair_of("abelian group", document_of("An abelian group " + aside +
                                                         ". An abelian group. An abelian group."));
  ASSERT_TRUE(pair);
  EXPECT_EQ(pair->hit.text.text, "An abelian group.");
}

TEST(BestSentences, LookForNoOtherLetter) {
  const Query query = asked("group $G$");
  const text::Document document = document_of("A group. Let $H$ be one.");
  std::vector<Match> matches = marks(query, document);
  matches.push_back(
      {.clause = 1, .field = 0, .span = {14, 15}, .is_formula = true, .parts = {}, .score = 0.97});
  const auto pair = best_sentences(query, document, matches);
  ASSERT_TRUE(pair);
  EXPECT_EQ(pair->hit.text.text, "A group.");
  EXPECT_FALSE(pair->hit.formula);
}

TEST(BestSentences, TakeNoneOfTheTitlesOfOthers) {
  text::Document document;
  document.fields = {field_named("question-title", "Abelian groups"),
                     field_named("body", "A theorem. These groups commute.")};
  const auto pair = pair_of("abelian groups", document);
  ASSERT_TRUE(pair);
  EXPECT_EQ(pair->hit.text.text, "These groups commute.");
  document.fields[0].name = "title";
  EXPECT_EQ(pair_of("abelian groups", document)->hit.text.text, "Abelian groups");
}

TEST(BestSentences, AreMissingWhereNothingIsShared) {
  EXPECT_FALSE(pair_of("abelian groups", document_of("A ring.")));
  EXPECT_FALSE(pair_of("abelian groups", {}));
  EXPECT_FALSE(pair_of("tag:x", document_of("A ring.")));
}

// Graphs that a parser would give, by the words of the sentence.
SentenceParser graphs(std::map<std::string, std::string> penman) {
  return [penman =
              std::move(penman)](const amr::FormulaSentence& sentence) -> base::Result<amr::Graph> {
    const auto found = penman.find(sentence.words);
    if (found == penman.end()) return base::fail("no graph for: " + sentence.words);
    auto tree = amr::read_penman(found->second);
    if (!tree) return std::unexpected(tree.error());
    return amr::graph_of(*tree);
  };
}

const std::string kQuery = "Prove that a group of order $p^2+1$ is abelian.";
const std::string kHit = "A group of order $p^2$ is not abelian.";

Why example() {
  auto pair = pair_of(kQuery, document_of(kHit));
  EXPECT_TRUE(pair);
  pair->query.formula = 0;
  pair->hit.formula = 0;
  auto why = compare_sentences(
      *std::move(pair),
      graphs({{"Prove that a group of order eqx0eqx is abelian.",
               "(p / prove-01 :ARG1 (a / abelian :domain (g / group :ARG1-of (o / order-03 :ARG2 "
               "(s / string-entity :value \"eqx0eqx\")))))"},
              {"A group of order eqx0eqx is not abelian.",
               "(a / abelian :polarity - :domain (g / group :mod (s / string-entity :value "
               "\"eqx0eqx\")))"}}));
  EXPECT_TRUE(why) << why.error().message;
  return why ? *std::move(why) : Why();
}

TEST(CompareSentences, SaysWhatBothSay) {
  const Why why = example();
  EXPECT_THAT(shared_phrases(why), ElementsAre("abelian → group", "part of p² + 1"));
  EXPECT_THAT(shared_phrases(why, PhraseFormulas::Latex),
              ElementsAre("abelian → group", "part of $p^2+1$"));
  EXPECT_THAT(amr::write_in_one_line(why.hit.tree), HasSubstr(":queried +"));
  EXPECT_GT(why.match.counts.f(), 0.5);
}

TEST(CompareSentences, KnowsWhichPartsOfFormulasAreShared) {
  const Why why = example();
  ASSERT_EQ(why.query.formulas.size(), 1U);
  EXPECT_EQ(why.query.formulas[0].line, "p² + 1");
  EXPECT_THAT(why.query.formulas[0].shared, ElementsAre(base::Span{0, 3}));  // p^2
  EXPECT_THAT(why.hit.formulas[0].shared, ElementsAre(base::Span{0, 3}));
  EXPECT_EQ(why.query.tree.nodes[why.query.formulas[0].node].concept_name, "formula");
}

TEST(CompareSentences, DrawsBothGraphs) {
  const std::string picture = picture_of(example());
  EXPECT_THAT(picture, HasSubstr("Prove that a group of order p² + 1 is abelian."));
  EXPECT_THAT(picture, HasSubstr(", in both</title>"));
}

SentenceParser one_node() {
  return [](const amr::FormulaSentence&) -> base::Result<amr::Graph> {
    amr::Graph graph;
    graph.add_node("thing");
    return graph;
  };
}

TEST(CompareSentences, BoundsItsWork) {
  const auto compare = [](const std::string& sentence) {
    SentencePair pair;
    pair.query.text = field_named("query", "one");
    pair.hit.text = field_named("body", sentence);
    return compare_sentences(std::move(pair), one_node());
  };
  std::string words;
  for (std::size_t i = 0; i < kMostWhyWords; ++i) words += "word ";
  EXPECT_TRUE(compare(words));
  const auto longer = compare(words + "more");
  ASSERT_FALSE(longer);
  EXPECT_THAT(longer.error().message, HasSubstr("the sentence of the document has 241 words"));
  // A formula that is too large has no tree in the graph.
  std::string sum = "x";
  for (std::size_t i = 0; i < kMostWhySymbols; ++i) sum += "+x_{" + std::to_string(i) + "}";
  const auto large = compare("So $" + sum + "$.");
  ASSERT_TRUE(large);
  EXPECT_EQ(large->hit.tree.nodes.size(), 2U);
  std::string many;
  for (int i = 0; i < 80; ++i) {
    many += "$a_{" + std::to_string(i) + "}+b+c+d+e+f+g+h+i+j+k+l+m$ ";
  }
  const auto refused = compare(many);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("at most 1000 are compared"));
}

TEST(CompareSentences, StopsWhenNobodyWaits) {
  SentencePair pair;
  pair.query.text = field_named("query", "one");
  pair.hit.text = field_named("body", "two");
  EXPECT_FALSE(compare_sentences(pair, one_node(), {}, [] { return true; }));
  EXPECT_TRUE(compare_sentences(pair, one_node(), {}, [] { return false; }));
}

TEST(CompareSentences, PassesOnWhatTheParserSays) {
  SentencePair pair;
  pair.query.text = field_named("query", "one");
  const auto compared = compare_sentences(
      pair,
      [](const amr::FormulaSentence&) -> base::Result<amr::Graph> { return base::fail("no"); });
  ASSERT_FALSE(compared);
  EXPECT_EQ(compared.error().message, "no");
}

class StoredGraph : public ContextTest {};

TEST_F(StoredGraph, IsThatOfTheIndex) {
  index_with_graphs({test_document("d", "One. A group $G$ is abelian.")},
                    "# ::id d.body.2\n(a / abelian :domain eqx0eqx)\n");
  const auto document = reader_->document(0).value();
  const auto pair = pair_of("abelian $G$", document);
  ASSERT_TRUE(pair);
  const auto stored = stored_graph(*reader_, 0, pair->hit);
  ASSERT_TRUE(stored && *stored) << stored.error().message;
  EXPECT_EQ((*stored)->nodes[0].concept_name, "abelian");
  const auto why = compare_sentences(*pair, one_node(), *stored);
  ASSERT_TRUE(why);
  EXPECT_EQ(why->hit.tree.nodes[0].concept_name, "abelian");
  FoundSentence other = pair->hit;
  other.span.end -= 1;
  EXPECT_FALSE(stored_graph(*reader_, 0, other)->has_value());
}

}  // namespace
}  // namespace noether::search
