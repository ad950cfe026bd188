#include "noether/egen/statistics/statistics.h"

#include <gtest/gtest.h>

#include "noether/egen/statistics/statistics_report.h"

namespace noether::egen {
namespace {

Cluster plain_cluster(const std::vector<std::string>& expressions) {
  Cluster cluster;
  for (const std::string& expression : expressions) {
    cluster.members.emplace_back().expression = expression;
  }
  return cluster;
}

std::uint64_t occurrences(const std::vector<TokenCount>& counts, const std::string& name) {
  for (const TokenCount& count : counts) {
    if (count.name == name) return count.occurrences;
  }
  return 0;
}

// Three clusters whose numbers can all be counted by hand.
CorpusStatistics small_corpus() {
  CorpusStatistics statistics;
  Cluster first = plain_cluster({"+ x 1", "+ 1 x", "* 1 + x 1", "- x -1"});
  first.available = "12345";
  first.members[1].verdict = algebra::Verdict::Proven;
  first.members[1].domain = Domain::Same;
  first.members[1].shared_points = 8;
  first.members[1].rules = {3, 7};
  first.members[2].verdict = algebra::Verdict::Agrees;
  first.members[2].domain = Domain::Narrower;
  first.members[2].shared_points = 2;
  first.members[2].rules = {3};
  statistics.add(first);
  statistics.add(plain_cluster({"sin x", "sin x", "cos - / pi 2 x"}));
  Cluster third = plain_cluster({"log#2 y 2", "+ x 1"});
  third.available = "999";
  statistics.add(third);
  return statistics;
}

TEST(CorpusStatistics, CountsClustersExpressionsAndPairs) {
  const CorpusStatistics s = small_corpus();
  EXPECT_EQ(s.clusters(), 3U);
  EXPECT_EQ(s.expressions(), 9U);
  EXPECT_EQ(s.pairs(), 4U * 3 + 3 * 2 + 2 * 1);
  EXPECT_DOUBLE_EQ(s.cluster_sizes().mean(), 3);
  EXPECT_EQ(s.cluster_sizes().largest(), 4U);
}

TEST(CorpusStatistics, MeasuresLengthsAndDepths) {
  const CorpusStatistics s = small_corpus();
  EXPECT_DOUBLE_EQ(s.tokens().mean(), (3 + 3 + 5 + 3 + 2 + 2 + 6 + 3 + 3) / 9.0);
  EXPECT_DOUBLE_EQ(s.depths().mean(), (2 + 2 + 3 + 2 + 2 + 2 + 4 + 2 + 2) / 9.0);
  EXPECT_EQ(s.depths().largest(), 4U);
}

TEST(CorpusStatistics, TellsOperatorsFromNumbersVariablesAndConstants) {
  const CorpusStatistics s = small_corpus();
  const auto operators = s.counts(TokenKind::Operator);
  EXPECT_EQ(operators.size(), 7U);  // + * - sin cos / log
  EXPECT_EQ(operators.front().name, "+");
  EXPECT_EQ(operators.front().occurrences, 4U);
  EXPECT_EQ(operators.front().roots, 3U);
  EXPECT_EQ(occurrences(operators, "log"), 1U);
  EXPECT_EQ(occurrences(s.counts(TokenKind::Number), "1"), 5U);
  EXPECT_EQ(occurrences(s.counts(TokenKind::Number), "-1"), 1U);
  EXPECT_EQ(occurrences(s.counts(TokenKind::Variable), "x"), 8U);
  EXPECT_EQ(occurrences(s.counts(TokenKind::Constant), "pi"), 1U);
}

TEST(CorpusStatistics, AveragesTheShareOfTheMostCommonRoot) {
  EXPECT_DOUBLE_EQ(small_corpus().mean_root_share(), (2.0 / 4 + 2.0 / 3 + 1.0 / 2) / 3);
}

TEST(CorpusStatistics, AsksNoRootShareOfWhatIsAlone) {
  CorpusStatistics s;
  s.add(plain_cluster({"sin x"}));
  s.add(plain_cluster({"sin x", "cos - x / pi 2"}));
  EXPECT_DOUBLE_EQ(s.mean_root_share(), 0.5);
}

TEST(CorpusStatistics, FindsRepetitionsAndTwins) {
  const CorpusStatistics s = small_corpus();
  EXPECT_EQ(s.repeated_within(), 1U);  // sin x
  EXPECT_EQ(s.repeated_across(), 1U);  // + x 1
  EXPECT_EQ(s.twins_within(), 1U);     // + 1 x
}

TEST(CorpusStatistics, CountsWhatIsRecordedAboutMembers) {
  const CorpusStatistics s = small_corpus();
  EXPECT_EQ(s.checked(), 6U);
  EXPECT_TRUE(s.recorded());
  EXPECT_EQ(s.verdicts()[static_cast<std::size_t>(algebra::Verdict::Proven)], 1U);
  EXPECT_EQ(s.verdicts()[static_cast<std::size_t>(algebra::Verdict::Agrees)], 1U);
  EXPECT_EQ(s.domains()[static_cast<std::size_t>(Domain::Narrower)], 1U);
  EXPECT_EQ(s.without_shared_point(), 4U);
  EXPECT_EQ(s.rules_used(), 2U);
  EXPECT_DOUBLE_EQ(s.rules().mean(), 1.5);
  EXPECT_EQ(s.available_digits().total(), 2U);
  EXPECT_EQ(s.available_thousand(), 1U);
}

TEST(CorpusStatistics, LearnsFromTheManifestWhatTextDoesNotHold) {
  CorpusStatistics s;
  s.add(plain_cluster({"+ x 1", "- x -1"}));
  CorpusManifest manifest;
  manifest.totals.clusters = 1;
  manifest.totals.members = 2;
  manifest.totals.verdicts = {1, 0, 0, 0};
  manifest.totals.domains = {1, 0, 0, 0, 0};
  manifest.counts["clusters-with-1000-available"] = 1;
  s.add_manifest(manifest);
  EXPECT_TRUE(s.recorded());
  EXPECT_EQ(s.checked(), 1U);
  EXPECT_EQ(s.without_shared_point(), 0U);
  EXPECT_EQ(s.available_known(), 1U);
  EXPECT_EQ(s.available_thousand(), 1U);
}

TEST(CorpusStatistics, CountsExpressionsThatAreNoneWithoutAskingTheirDepth) {
  CorpusStatistics s;
  s.add(plain_cluster({"x", "+ x", "x x", ""}));
  EXPECT_EQ(s.incomplete(), 3U);
  EXPECT_EQ(s.depths().total(), 1U);
  EXPECT_EQ(s.expressions(), 4U);
}

TEST(CorpusStatistics, KnowsNothingOfAnEmptyCorpus) {
  const CorpusStatistics s;
  EXPECT_EQ(s.mean_root_share(), 0);
  EXPECT_FALSE(s.recorded());
  const std::vector<NamedStatistics> corpora{{"empty", &s}};
  const StatisticsReport report = report_statistics(corpora);
  EXPECT_TRUE(report.charts.empty());
  EXPECT_NE(report.text().find("clusters"), std::string::npos);
  EXPECT_EQ(report.html().find("nan"), std::string::npos);
}

TEST(StatisticsReport, ShowsCorporaSideBySide) {
  const CorpusStatistics ours = small_corpus();
  CorpusStatistics theirs;
  theirs.add(plain_cluster({"tan x", "/ sin x cos x"}));
  const std::vector<NamedStatistics> corpora{{"ours", &ours}, {"<theirs>", &theirs}};
  const StatisticsReport report = report_statistics(corpora);
  const auto row = [&](const std::string& name) -> std::vector<std::string> {
    for (const auto& cells : report.summary) {
      if (cells[0] == name) return cells;
    }
    return {};
  };
  EXPECT_EQ(row(""), (std::vector<std::string>{"", "ours", "<theirs>"}));
  EXPECT_EQ(row("operators"), (std::vector<std::string>{"operators", "7", "4"}));
  EXPECT_EQ(row("members proven"), (std::vector<std::string>{"members proven", "16.7 %", "–"}));
  EXPECT_EQ(row("most common root's share"),
            (std::vector<std::string>{"most common root's share", "55.6 %", "50.0 %"}));
  for (const base::BarChart& chart : report.charts) {
    ASSERT_EQ(chart.series.size(), 2U) << chart.title;
    for (const auto& series : chart.series) {
      EXPECT_EQ(series.values.size(), chart.categories.size()) << chart.title;
    }
  }
  EXPECT_NE(report.html().find("&lt;theirs&gt;"), std::string::npos);
}

TEST(Histogram, GivesMeanQuantilesAndBins) {
  Histogram h;
  for (std::uint64_t i = 1; i <= 100; ++i) h.add(i);
  EXPECT_DOUBLE_EQ(h.mean(), 50.5);
  EXPECT_EQ(h.quantile(0.5), 50U);
  EXPECT_EQ(h.quantile(0.95), 95U);
  EXPECT_EQ(h.quantile(1), 100U);
  EXPECT_EQ(h.between(10, 19), 10U);
  const std::vector<const Histogram*> all{&h};
  std::uint64_t sum = 0;
  for (const Bin& bin : even_bins(all, 7)) sum += h.between(bin.first, bin.last);
  EXPECT_EQ(sum, 100U);
  EXPECT_LE(even_bins(all, 7).size(), 8U);
  EXPECT_EQ(widening_bins(all).back(), (Bin{51, 100}));
  EXPECT_EQ(widening_bins(all).front(), (Bin{1, 1}));
}

TEST(PrefixShapes, CountsOperandsAsTheNotationDoes) {
  PrefixShapes shapes;
  for (const char* complete :
       {"x", "-3", "+ x 1", "+#3 x y z", "sqrt x", "abs x", "d x sin x", "floor x", "max x y",
        "log#2 x 2", "binomial n k", "f#1 x", "factorial n", "pow e x", "acsch x"}) {
    EXPECT_TRUE(shapes.read(complete).complete) << complete;
  }
  for (const char* broken : {"", "+ x", "x y", "sin", "f#2 x"}) {
    EXPECT_FALSE(shapes.read(broken).complete) << broken;
  }
}

TEST(PrefixShapes, SeesTwinsBelowTheRoot) {
  PrefixShapes shapes;
  const auto digest = [&](std::string_view text) { return shapes.read(text).unordered_digest; };
  EXPECT_EQ(digest("sin + * x y 2"), digest("sin + 2 * y x"));
  EXPECT_NE(digest("- x y"), digest("- y x"));
  EXPECT_NE(digest("+ x * y 2"), digest("* x + y 2"));
}

}  // namespace
}  // namespace noether::egen
