// Tests measures on rankings small enough to count by hand, and the parsing of their names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "noether/evaluation/measures/measure.h"

namespace noether::evaluation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Grades are 0 to 3, and -1 for unjudged results; two relevant results were not found.
const std::vector<std::int32_t> kGrades = {2, -1, 0, 1, 3, -1, 2};
const std::vector<std::int32_t> kIdeal = {3, 3, 2, 2, 2, 1};

double value(std::string_view name, std::int32_t threshold = 2) {
  const auto requests = parse_measures(name);
  EXPECT_TRUE(requests) << requests.error().message;
  const MeasureRequest& request = requests->front();
  std::vector<std::int32_t> grades = kGrades;
  if (request.prime) std::erase(grades, -1);
  const JudgedRanking ranking{.grades = grades,
                              .ideal = kIdeal,
                              .threshold = threshold,
                              .relevant = threshold == 2 ? 5U : 6U,
                              .nonrelevant = threshold == 2 ? 2U : 1U};
  return request.measure->value(ranking, request.at);
}

TEST(Measures, CountWhatIsRelevantAboveTheThreshold) {
  EXPECT_DOUBLE_EQ(value("p@5"), 2.0 / 5);
  EXPECT_DOUBLE_EQ(value("p@5", 1), 3.0 / 5);
  EXPECT_DOUBLE_EQ(value("p@10"), 3.0 / 10);
  EXPECT_DOUBLE_EQ(value("recall@5"), 2.0 / 5);
  EXPECT_DOUBLE_EQ(value("num_rel_ret"), 3);
  EXPECT_DOUBLE_EQ(value("num_ret"), 7);
  EXPECT_DOUBLE_EQ(value("num_ret'"), 5);
}

TEST(Measures, PrimeDoesNotSeeWhatNobodyJudged) {
  EXPECT_DOUBLE_EQ(value("p'@5"), 3.0 / 5);
  EXPECT_DOUBLE_EQ(value("map'"), (1.0 + 2.0 / 4 + 3.0 / 5) / 5);
  EXPECT_DOUBLE_EQ(value("map"), (1.0 + 2.0 / 5 + 3.0 / 7) / 5);
  EXPECT_DOUBLE_EQ(value("bpref'"), value("bpref"));
}

TEST(Measures, RankThatIsCutCountsNoMore) {
  EXPECT_DOUBLE_EQ(value("map@5"), (1.0 + 2.0 / 5) / 5);
  EXPECT_DOUBLE_EQ(value("rr"), 1);
  EXPECT_DOUBLE_EQ(value("rprec"), 2.0 / 5);
  EXPECT_DOUBLE_EQ(value("iprec@0.5"), 3.0 / 7);  // 0.5 · 5 is rounded to three results
  EXPECT_DOUBLE_EQ(value("iprec@0.4"), 3.0 / 7);  // the best from the second on
  EXPECT_DOUBLE_EQ(value("iprec@0"), 1);
  EXPECT_DOUBLE_EQ(value("iprec@1"), 0);
}

TEST(Measures, GainIsTheGradeWhateverTheThreshold) {
  const double found = 2 / std::log2(2) + 1 / std::log2(5) + 3 / std::log2(6) + 2 / std::log2(8);
  const double best = 3 / std::log2(2) + 3 / std::log2(3) + 2 / std::log2(4) + 2 / std::log2(5) +
                      2 / std::log2(6) + 1 / std::log2(7);
  EXPECT_DOUBLE_EQ(value("ndcg"), found / best);
  EXPECT_DOUBLE_EQ(value("ndcg", 1), found / best);
  EXPECT_DOUBLE_EQ(value("ndcg@2"), 2 / (3 + 3 / std::log2(3)));
  const double prime = 2 + 1 / std::log2(4) + 3 / std::log2(5) + 2 / std::log2(6);
  EXPECT_DOUBLE_EQ(value("ndcg'"), prime / best);
}

TEST(Measures, PreferenceLooksAtJudgedResultsOnly) {
  // There are five relevant results and two non-relevant ones. Of the three found, the second and
  // third have both non-relevant ones before them, the first has none.
  EXPECT_DOUBLE_EQ(value("bpref"), (1.0 + (1 - 2.0 / 2) + (1 - 2.0 / 2)) / 5);
  EXPECT_DOUBLE_EQ(value("bpref", 1), (1.0 + 0 + 0 + 0) / 6);
}

TEST(Measures, NamedAsCutAreCutWhereTrecEvalCuts) {
  for (const std::string name : {"ndcg", "map"}) {
    const auto requests = parse_measures(name + "_cut");
    ASSERT_TRUE(requests) << requests.error().message;
    std::vector<std::string> names;
    for (const MeasureRequest& request : *requests) names.push_back(request.name());
    EXPECT_THAT(names,
                ElementsAre(name + "@5", name + "@10", name + "@15", name + "@20", name + "@30",
                            name + "@100", name + "@200", name + "@500", name + "@1000"));
    EXPECT_EQ(parse_measures(name)->size(), 1U);
  }
}

TEST(Measures, AreZeroWhenNothingIsThere) {
  for (const Measure* measure : measures()) {
    if (measure->name == "num_q") continue;
    MeasurePoint at;
    if (measure->takes == Measure::Takes::NeedsCutoff) at.cutoff = 10;
    EXPECT_EQ(measure->value({}, at), 0) << measure->name;
  }
}

TEST(Measures, MeansAreOfTheirKind) {
  const std::vector<double> values = {0.5, 0, 0.25};
  EXPECT_DOUBLE_EQ(mean_of(*find_measure("map"), values), 0.25);
  EXPECT_DOUBLE_EQ(mean_of(*find_measure("num_ret"), values), 0.75);
  EXPECT_DOUBLE_EQ(mean_of(*find_measure("gm_map"), values), std::cbrt(0.5 * 0.00001 * 0.25));
  EXPECT_EQ(mean_of(*find_measure("map"), {}), 0);
}

std::vector<std::string> names(std::string_view text) {
  std::vector<std::string> names;
  const auto requests = parse_measures(text);
  EXPECT_TRUE(requests) << requests.error().message;
  for (const MeasureRequest& request : *requests) names.push_back(request.name());
  return names;
}

TEST(MeasureNames, AreOursOrTrecEvals) {
  EXPECT_THAT(names("ndcg,MAP', p@10 ,p'@5,rr@10"),
              ElementsAre("ndcg", "map'", "p@10", "p'@5", "rr@10"));
  EXPECT_THAT(
      names("P_10,P.5,ndcg_cut_20,map_cut.7,recip_rank,Rprec,iprec_at_recall_0.10,num_rel"),
      ElementsAre("p@10", "p@5", "ndcg@20", "map@7", "rr", "rprec", "iprec@0.10", "num_rel"));
  EXPECT_THAT(names("arqmath,map'"), ElementsAre("ndcg'", "map'", "p'@10"));
  EXPECT_EQ(names("p").size(), 9U);
  EXPECT_EQ(names("official").size(), 10U + 11 + 9);
}

TEST(MeasureNames, TranslateToTrecEvals) {
  std::vector<std::string> names;
  const auto requests = parse_measures("p@10,ndcg@5,rr,iprec@0.3,rr@3,map@9");
  for (const MeasureRequest& request : *requests) {
    names.push_back(request.trec_name());
  }
  EXPECT_THAT(names, ElementsAre("P_10", "ndcg_cut_5", "recip_rank", "iprec_at_recall_0.30", "",
                                 "map_cut_9"));
}

TEST(MeasureNames, ThatAreNoneAreExplained) {
  const auto unknown = parse_measures("map,dcgg@3");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "there is no measure 'dcgg@3'");
  EXPECT_EQ(unknown.error().span, (base::Span{4, 10}));
  EXPECT_THAT(unknown.error().hint, HasSubstr("p@k"));
  EXPECT_EQ(parse_measures("bpref@3").error().message, "bpref takes no cut-off");
  EXPECT_EQ(parse_measures("p@0").error().message, "expected a cut-off from 1 on, not '0'");
  EXPECT_EQ(parse_measures("p@ten").error().message, "expected a cut-off from 1 on, not 'ten'");
  EXPECT_EQ(parse_measures("iprec@2").error().message,
            "expected a level of recall from 0 to 1, not '2'");
  EXPECT_FALSE(parse_measures(""));
  EXPECT_FALSE(parse_measures("map,"));
}

}  // namespace
}  // namespace noether::evaluation
