#include "noether/search/formula/formula_searcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <numeric>
#include <random>

#include "noether/base/test_seed.h"
#include "noether/search/formula/formula_index_fixture.h"
#include "noether/search/formula/random_formulas.h"

namespace noether::search {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

const std::vector<std::string> kFormulas = {
    "x^2+y^2=z^2", "a^2+b^2=c^2", "y^2+x^2=z^2", "\\sqrt{x^2+y^2}",        "\\frac{a}{b}",
    "(x+1)^2",     "x^2+2x+1",    "(t+1)^2",     "\\int_0^1 \\sin x\\,dx", "\\sin^2 x+\\cos^2 x",
    "1",           "(y-1)^2",     "1+x^2+2x",    "\\frac{x+1}{x+1}",       "e^{i\\pi}+1=0"};

class FormulaSearch : public ::testing::Test {
 protected:
  std::vector<std::string> found(const std::string& latex,
                                 const FormulaSearchOptions& options = {}) {
    const auto query = FormulaQuery::read(latex);
    EXPECT_TRUE(query.has_value());
    FormulaSearcher searcher(index_.reader());
    const auto hits = searcher.search(*query, options);
    EXPECT_TRUE(hits.has_value());
    std::vector<std::string> latexes;
    for (const FormulaHit& hit : *hits) latexes.push_back(index_.latex(hit.formula));
    EXPECT_TRUE(std::ranges::is_sorted(*hits, std::greater(), &FormulaHit::score));
    return latexes;
  }

  SmallFormulaIndex index_{kFormulas, 6};
};

TEST_F(FormulaSearch, FindsTheSameFormulaFirstThenThoseLikeIt) {
  const auto hits = found("x^2+y^2=z^2", {.top = 3});
  EXPECT_THAT(hits, ElementsAre("x^2+y^2=z^2", "y^2+x^2=z^2", "a^2+b^2=c^2"));
}

std::vector<std::string> ranked(const std::string& latex,
                                const std::vector<std::string>& formulas) {
  const SmallFormulaIndex index(formulas);
  const auto query = FormulaQuery::read(latex);
  EXPECT_TRUE(query.has_value());
  FormulaSearcher searcher(index.reader());
  const auto hits = searcher.search(*query, {});
  EXPECT_TRUE(hits.has_value());
  std::vector<std::string> latexes;
  for (const FormulaHit& hit : *hits) latexes.push_back(index.latex(hit.formula));
  return latexes;
}

TEST(FormulaRanking, TellsAProductOfSetsFromAProductOfLetters) {
  EXPECT_EQ(ranked("A_1\\times\\dots\\times A_n",
                   {"a_1\\cdots a_n", "A_1\\times A_2\\times\\dots\\times A_n"})
                .front(),
            "A_1\\times A_2\\times\\dots\\times A_n");
  EXPECT_EQ(ranked("X\\times Y", {"xy", "ab", "A\\times B"}).front(), "A\\times B");
}

TEST(FormulaRanking, FindsFunctionsHoweverTheyAreTyped) {
  EXPECT_EQ(ranked("sin(x)", {"nn", "s(x)", "\\sin x"}).front(), "\\sin x");
  EXPECT_EQ(ranked("\\gcd(a,b)", {"gc\\cdot d", "gcd(a,b)", "c(a,b)"}).front(), "gcd(a,b)");
}

TEST_F(FormulaSearch, OrdersFormulasByTheirLooks) {
  FormulaSearcher searcher(index_.reader());
  std::vector<std::uint32_t> all(kFormulas.size());
  std::iota(all.begin(), all.end(), 0U);
  const auto ordered = [&](const std::string& latex, std::uint32_t compared) {
    const auto hits =
        searcher.order_by_looks(*FormulaQuery::read(latex), all, {.top = 1, .reranked = compared});
    EXPECT_TRUE(hits.has_value());
    std::vector<std::string> latexes;
    for (const FormulaHit& hit : *hits) latexes.push_back(index_.latex(hit.formula));
    EXPECT_THAT(latexes, ::testing::UnorderedElementsAreArray(kFormulas));
    return latexes;
  };
  for (const std::uint32_t compared : {0U, 2U, 100U}) {
    SCOPED_TRACE(compared);
    EXPECT_EQ(ordered("(t+1)^2", compared)[0], "(t+1)^2");
    EXPECT_EQ(ordered("(s+1)^2", compared)[0].substr(2), "+1)^2");
    // The value of the query is 1, and 1 is in the index; but it is written differently.
    EXPECT_EQ(ordered("\\sin^2 t+\\cos^2 t+2-2", compared)[0], "\\sin^2 x+\\cos^2 x");
  }
}

TEST_F(FormulaSearch, StopsWhereItIsWhenNobodyWaits) {
  FormulaSearcher searcher(index_.reader());
  const auto query = FormulaQuery::read("(x+1)^2");
  for (const FormulaMode mode :
       {FormulaMode::Similar, FormulaMode::Contains, FormulaMode::ContainsRenamed,
        FormulaMode::Paths, FormulaMode::Equal}) {
    SCOPED_TRACE(static_cast<int>(mode));
    int asks = 0;
    int last = INT_MAX;
    const FormulaSearchOptions options{.mode = mode, .is_over = [&] { return ++asks == last; }};
    ASSERT_TRUE(searcher.search(*query, options));
    const int all = asks;
    EXPECT_GE(all, 4);
    for (last = 1; last <= all; ++last) {
      asks = 0;
      EXPECT_FALSE(searcher.search(*query, options));
      EXPECT_EQ(asks, last) << "nothing is done behind it";
    }
  }
}

TEST_F(FormulaSearch, SaysInWhatSenseAFormulaIsTheSame) {
  FormulaSearcher searcher(index_.reader());
  const auto hits = searcher.search(*FormulaQuery::read("x^2+y^2=z^2"));
  ASSERT_TRUE(hits.has_value());
  for (const FormulaHit& hit : *hits) {
    const std::string latex = index_.latex(hit.formula);
    const Sameness expected = latex == "x^2+y^2=z^2"   ? Sameness::Drawing
                              : latex == "y^2+x^2=z^2" ? Sameness::Structure
                              : latex == "a^2+b^2=c^2" ? Sameness::Renaming
                                                       : Sameness::None;
    EXPECT_EQ(hit.sameness, expected) << latex;
  }
}

TEST_F(FormulaSearch, FindsFormulasThatContainTheQuery) {
  EXPECT_THAT(found("x^2+y^2", {.mode = FormulaMode::Contains}),
              UnorderedElementsAre("x^2+y^2=z^2", "y^2+x^2=z^2", "\\sqrt{x^2+y^2}"));
  EXPECT_THAT(found("x^2+y^2", {.mode = FormulaMode::ContainsRenamed}),
              UnorderedElementsAre("x^2+y^2=z^2", "y^2+x^2=z^2", "\\sqrt{x^2+y^2}", "a^2+b^2=c^2"));
  EXPECT_THAT(found("x^7", {.mode = FormulaMode::Contains}), IsEmpty());
}

TEST_F(FormulaSearch, FindsWhatMatchesWildcards) {
  EXPECT_THAT(found("?a^2+?b^2"), UnorderedElementsAre("x^2+y^2=z^2", "a^2+b^2=c^2", "y^2+x^2=z^2",
                                                       "\\sqrt{x^2+y^2}", "\\sin^2 x+\\cos^2 x"));
  EXPECT_THAT(found("\\frac{?a}{?a}"), ElementsAre("\\frac{x+1}{x+1}"));
  EXPECT_THAT(found("(?x+1)^2"), UnorderedElementsAre("(x+1)^2", "(t+1)^2"));
}

TEST_F(FormulaSearch, FindsEveryFormulaThatEqualsTheQuery) {
  FormulaSearcher searcher(index_.reader());
  const auto query = FormulaQuery::read("(x+1)^2");
  const auto equal = searcher.find_equal(*query, 20);
  ASSERT_TRUE(equal.has_value());
  std::vector<std::string> latexes;
  for (const EqualFormula& formula : equal->formulas) {
    latexes.push_back(index_.latex(formula.formula));
    EXPECT_EQ(formula.verdict, algebra::Verdict::Proven) << latexes.back();
    if (latexes.back() == "(t+1)^2") {
      EXPECT_THAT(formula.renamed, ElementsAre(::testing::Pair("t", "x")));
    }
  }
  EXPECT_THAT(latexes, UnorderedElementsAre("(x+1)^2", "(t+1)^2", "x^2+2x+1", "1+x^2+2x"));
  EXPECT_EQ(latexes.front(), "(x+1)^2");
  EXPECT_EQ(equal->untried + equal->undecided, 0U);
}

TEST_F(FormulaSearch, CountsWhatWasNotComparedWhenTimeRanOut) {
  FormulaSearcher searcher(index_.reader());
  const auto equal = searcher.find_equal(*FormulaQuery::read("(x+1)^2"), 0);
  ASSERT_TRUE(equal.has_value());
  std::vector<std::string> latexes;
  for (const EqualFormula& formula : equal->formulas) {
    latexes.push_back(index_.latex(formula.formula));
  }
  // Formulas that are written the same need no time.
  EXPECT_THAT(latexes, ElementsAre("(x+1)^2"));
  EXPECT_EQ(equal->untried, 3U);
}

TEST(FormulaSearchForEquations, NeedsNoTimeForTheSameOneUnderOtherNames) {
  const SmallFormulaIndex index({"a^2+b^2=c^2", "a^2+i^2=c^2", "z^2-y^2=x^2"});
  FormulaSearcher searcher(index.reader());
  const auto equal = searcher.find_equal(*FormulaQuery::read("x^2+y^2=z^2"), 0);
  ASSERT_TRUE(equal.has_value());
  ASSERT_EQ(equal->formulas.size(), 1U);
  EXPECT_EQ(index.latex(equal->formulas[0].formula), "a^2+b^2=c^2");
  EXPECT_EQ(equal->formulas[0].verdict, algebra::Verdict::Proven);
  EXPECT_EQ(equal->formulas[0].reason, "the same formula under other names");
}

TEST_F(FormulaSearch, PutsWhatIsTheSameFirstWhenAsked) {
  FormulaSearcher searcher(index_.reader());
  for (const std::uint32_t top : {2U, 1000U}) {
    const auto hits =
        searcher.search(*FormulaQuery::read("x^2+2x+1"), {.top = top, .same_first = true});
    ASSERT_TRUE(hits.has_value());
    EXPECT_TRUE(std::ranges::is_sorted(*hits, std::greater(), &FormulaHit::sameness));
    EXPECT_EQ(index_.latex(hits->at(0).formula), "x^2+2x+1");
    EXPECT_EQ(index_.latex(hits->at(1).formula), "1+x^2+2x");
    EXPECT_EQ(hits->back().sameness, top > 2 ? Sameness::None : Sameness::Structure);
  }
}

TEST_F(FormulaSearch, ExplainsTheScoreOfAFormula) {
  FormulaSearcher searcher(index_.reader());
  const auto query = FormulaQuery::read("x^2+y^2=z^2");
  const auto hits = searcher.search(*query, {.top = 1});
  ASSERT_TRUE(hits.has_value());
  const auto parts = searcher.explain(*query, hits->front().formula);
  ASSERT_TRUE(parts.has_value());
  double sum = 0;
  for (const FormulaScorePart& part : *parts) sum += part.value * part.weight;
  EXPECT_NEAR(sum, hits->front().score, 1e-9);
}

TEST_F(FormulaSearch, FindsSimilarFormulasByPathsAlone) {
  const auto hits = found("x^2+y^2=z^2", {.mode = FormulaMode::Paths, .top = 3});
  ASSERT_EQ(hits.size(), 3U);
  EXPECT_EQ(hits[0], "x^2+y^2=z^2");
}

TEST_F(FormulaSearch, ComparesDrawingsOfAsManyAsItIsTold) {
  const FormulaWeights only_drawn = [] {
    FormulaWeights weights{};
    value_of(weights, FormulaFeature::LayoutEdit) = 1;
    return weights;
  }();
  FormulaSearcher searcher(index_.reader(), only_drawn);
  const auto query = FormulaQuery::read("x^2+y^2=z^2");
  const auto hits = searcher.search(*query, {.redrawn = 2});
  ASSERT_TRUE(hits.has_value());
  EXPECT_EQ(std::ranges::count_if(*hits, [](const FormulaHit& hit) { return hit.score > 0; }), 2);
  const auto none = searcher.search(*query, {.redrawn = 0});
  ASSERT_TRUE(none.has_value());
  EXPECT_EQ(none->front().score, 0);
}

TEST_F(FormulaSearch, ComparesAsManyAsItIsTold) {
  const auto few = found("x^2+y^2=z^2", {.reranked = 1});
  const auto many = found("x^2+y^2=z^2", {.reranked = 100});
  EXPECT_THAT(few, ::testing::UnorderedElementsAreArray(many));
}

TEST_F(FormulaSearch, SearchesForAFormulaThatIsTooLargeToCompare) {
  std::string sum = "x_{0}";
  for (int i = 1; i < 600; ++i) sum += "+x_{" + std::to_string(i) + "}";
  const SmallFormulaIndex index({"x_{1}+x_{2}", sum});
  FormulaSearcher searcher(index.reader());
  const auto query = FormulaQuery::read(sum);
  ASSERT_TRUE(query.has_value());
  const auto hits = searcher.search(*query);
  ASSERT_TRUE(hits.has_value());
  ASSERT_FALSE(hits->empty());
  EXPECT_EQ(index.latex(hits->front().formula), sum);
  const auto features = searcher.features(*query, 0);
  ASSERT_TRUE(features.has_value());
  FormulaFeatures values = *features;
  EXPECT_EQ(value_of(values, FormulaFeature::SameRoot), 0);
}

TEST(FormulaSearchOnRandomFormulas, FindsEveryFormulaByItself) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  std::vector<std::string> formulas;
  for (int i = 0; i < 150; ++i) formulas.push_back(random_formula(random, 3));
  const SmallFormulaIndex index(formulas, 60);
  FormulaSearcher searcher(index.reader());
  for (const std::string& latex : formulas) {
    const auto hits = searcher.search(*FormulaQuery::read(latex), {.top = 5});
    ASSERT_TRUE(hits.has_value());
    ASSERT_FALSE(hits->empty()) << latex;
    EXPECT_GE(hits->front().sameness, Sameness::Structure) << latex;
  }
}

using ::testing::ElementsAre;

TEST(SameLatex, PutsFormulasOfSeveralSegmentsTogether) {
  const SmallFormulaIndex index({"a+b", "x^2", "x^2", "a+b", "\\sin x"}, 2);
  ASSERT_GT(index.reader().segments().size(), 1U);
  ASSERT_EQ(index.reader().formulas(), 5U);
  const auto groups = group_by_latex(index.reader(), std::vector<std::uint32_t>{4, 3, 2, 1, 0});
  ASSERT_TRUE(groups.has_value());
  EXPECT_THAT(*groups, ElementsAre(ElementsAre(4), ElementsAre(3, 0), ElementsAre(2, 1)));
}

TEST(SameLatex, LeavesFormulasOfOneSegmentAsTheyAre) {
  const SmallFormulaIndex index({"a+b", "x^2"});
  const auto groups = group_by_latex(index.reader(), std::vector<std::uint32_t>{1, 0});
  ASSERT_TRUE(groups.has_value());
  EXPECT_THAT(*groups, ElementsAre(ElementsAre(1), ElementsAre(0)));
}

}  // namespace
}  // namespace noether::search
