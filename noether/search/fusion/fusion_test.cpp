#include "noether/search/fusion/fusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/search/fusion/fusion.h"

namespace noether::search {
namespace {

using testing::ElementsAre;

std::vector<std::uint32_t> units_of(const std::vector<ScoredUnit>& ranking) {
  std::vector<std::uint32_t> units;
  for (const ScoredUnit& u : ranking) units.push_back(u.unit);
  return units;
}

const std::vector<ScoredUnit> kWordHits = {{7, 12.0}, {3, 11.0}, {5, 2.0}};
const std::vector<ScoredUnit> kFormulaHits = {{5, 0.9}, {9, 0.5}, {3, 0.1}};

TEST(Fusion, AddsReciprocalRanksWithSixtyBefore) {
  const std::vector<RankedList> lists = {{kWordHits}, {kFormulaHits}};
  const auto fused = fuse(lists, {.method = FusionMethod::ReciprocalRank}, 10);
  EXPECT_THAT(units_of(fused), ElementsAre(5, 3, 7, 9));
  EXPECT_DOUBLE_EQ(fused[0].score, 1.0 / 63 + 1.0 / 61);
  EXPECT_DOUBLE_EQ(fused[3].score, 1.0 / 62);
}

TEST(Fusion, ReciprocalRanksDoNotSeeScores) {
  std::vector<ScoredUnit> stretched = kWordHits;
  for (ScoredUnit& u : stretched) u.score = u.score * 1000 - 5;
  const std::vector<RankedList> lists = {{kWordHits}, {kFormulaHits}};
  const std::vector<RankedList> others = {{stretched}, {kFormulaHits}};
  const Fusion fusion{.method = FusionMethod::ReciprocalRank};
  EXPECT_EQ(fuse(lists, fusion, 10), fuse(others, fusion, 10));
}

TEST(Fusion, WeighsReciprocalRanksByScoresBetweenZeroAndOne) {
  const std::vector<RankedList> lists = {{kWordHits}};
  const auto fused = fuse(lists, {.method = FusionMethod::WeightedReciprocalRank}, 10);
  EXPECT_DOUBLE_EQ(fused[0].score, 1.0 / 61);
  EXPECT_DOUBLE_EQ(fused[1].score, 0.9 / 62);
  EXPECT_DOUBLE_EQ(fused[2].score, 0);
}

TEST(Fusion, AddsScoresBetweenTheirLeastAndLargest) {
  const std::vector<RankedList> lists = {{kWordHits, 0.25}, {kFormulaHits, 0.75}};
  const auto fused = fuse(lists, {.method = FusionMethod::Linear}, 10);
  EXPECT_THAT(units_of(fused), ElementsAre(5, 9, 7, 3));
  EXPECT_DOUBLE_EQ(fused[0].score, 0.75);
  EXPECT_DOUBLE_EQ(fused[1].score, 0.75 * 0.5);
  EXPECT_DOUBLE_EQ(fused[2].score, 0.25);
  EXPECT_DOUBLE_EQ(fused[3].score, 0.25 * 0.9);
}

TEST(Fusion, GivesEqualSumsByNumberWhateverTheOrderOfTheLists) {
  const std::vector<ScoredUnit> one = {{8, 1.0}, {2, 0.5}};
  const std::vector<ScoredUnit> other = {{2, 1.0}, {8, 0.5}};
  const std::vector<RankedList> lists = {{one}, {other}};
  const std::vector<RankedList> turned = {{other}, {one}};
  const Fusion fusion{.method = FusionMethod::ReciprocalRank};
  EXPECT_THAT(units_of(fuse(lists, fusion, 10)), ElementsAre(2, 8));
  EXPECT_THAT(units_of(fuse(turned, fusion, 10)), ElementsAre(2, 8));
}

TEST(Fusion, KeepsTheBestOfThoseThatAreEqualByNumber) {
  std::vector<ScoredUnit> units = {{4, 1.0}, {1, 1.0}, {3, 1.0}, {2, 2.0}};
  sort_by_score(units, 3);
  EXPECT_THAT(units_of(units), ElementsAre(2, 1, 3));
}

TEST(Fusion, TakesAListOfEqualScoresAsAllTheBest) {
  std::vector<ScoredUnit> units = {{1, 3.0}, {2, 3.0}};
  normalise(units);
  EXPECT_EQ(units[0].score, 1);
  EXPECT_EQ(units[1].score, 1);
}

TEST(Fusion, HasNothingToSayOfNoLists) {
  EXPECT_TRUE(fuse({}, {}, 10).empty());
  const std::vector<RankedList> lists = {{}, {kWordHits}};
  EXPECT_EQ(fuse(lists, {}, 10).size(), 3U);
}

TEST(Fusion, KnowsItsMethodsByName) {
  for (const FusionMethod method :
       {FusionMethod::ReciprocalRank, FusionMethod::WeightedReciprocalRank, FusionMethod::Linear}) {
    EXPECT_EQ(fusion_by_name(fusion_name(method)), method);
  }
  EXPECT_EQ(fusion_by_name("borda"), std::nullopt);
}

}  // namespace
}  // namespace noether::search
