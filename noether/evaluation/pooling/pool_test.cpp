#include "noether/evaluation/pooling/pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "noether/evaluation/judgements.h"
#include "noether/evaluation/run.h"

namespace noether::evaluation {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

Run run_of(const std::string& topic, const std::vector<std::string>& ids) {
  Run run;
  TopicResults& results = run.topics.emplace_back(TopicResults{topic, {}});
  for (const std::string& id : ids) {
    results.results.push_back({.id = id, .rank = 0, .score = 0, .line = 0});
  }
  return run;
}

std::vector<std::string> numbered(std::string_view name, int first, int last) {
  std::vector<std::string> ids;
  for (int i = first; i <= last; ++i) ids.push_back(std::string(name) + std::to_string(i));
  return ids;
}

std::vector<std::string> ids_of(const TopicPool& pool) {
  std::vector<std::string> ids;
  for (const PoolItem& item : pool.items) ids.push_back(item.id);
  return ids;
}

TEST(NaturalOrder, ComparesNumbersAsNumbers) {
  std::vector<std::string> names = {"A.10", "A.9", "B.1", "A.09", "A", "A.9x", ""};
  std::ranges::sort(names, natural_less);
  EXPECT_THAT(names, ElementsAre("", "A", "A.09", "A.9", "A.9x", "A.10", "B.1"));
  EXPECT_FALSE(natural_less("A.7", "A.7"));
  EXPECT_TRUE(natural_less("99999999999999999998", "99999999999999999999"));
}

TEST(Pool, TakesPrimaryRunsDeeperThanAlternateOnes) {
  PoolBuilder builder{PoolOptions{}};
  builder.add_run(run_of("A.1", numbered("p", 1, 60)), RunRole::Primary);
  builder.add_run(run_of("A.1", numbered("a", 1, 60)), RunRole::Alternate);
  const auto pools = builder.pools();
  ASSERT_EQ(pools.size(), 1U);
  std::vector<std::string> expected = numbered("p", 1, 45);
  std::ranges::copy(numbered("a", 1, 20), std::back_inserter(expected));
  EXPECT_THAT(ids_of(pools[0]), testing::UnorderedElementsAreArray(expected));
  EXPECT_THAT(ids_of(pools[0]), testing::Not(testing::ElementsAreArray(expected)));
}

TEST(Pool, HasWhatTwoRunsFoundOnceAndKnowsWhoBroughtIt) {
  PoolBuilder builder{PoolOptions{}};
  EXPECT_EQ(builder.add_run(run_of("A.10", {"x", "y"}), RunRole::Primary), 0U);
  EXPECT_EQ(builder.add_run(run_of("A.10", {"y"}), RunRole::Alternate), 1U);
  builder.add_run(run_of("A.9", {"x"}), RunRole::Alternate);
  const auto pools = builder.pools();
  ASSERT_EQ(pools.size(), 2U);
  EXPECT_EQ(pools[0].topic, "A.9");
  for (const PoolItem& item : pools[1].items) {
    EXPECT_EQ(item.runs,
              item.id == "x" ? std::vector<std::uint32_t>{0} : (std::vector<std::uint32_t>{0, 1}));
  }
  EXPECT_THAT(ids_of(pools[1]), UnorderedElementsAre("x", "y"));
}

TEST(Pool, IsTheSameWhateverTheOrderOfRunsAndAnotherForAnotherSeed) {
  const auto first = run_of("A.1", numbered("d", 1, 30));
  const auto second = run_of("A.1", numbered("d", 20, 50));
  const auto pooled = [&](std::uint64_t seed, bool swapped) {
    PoolBuilder builder{PoolOptions{.seed = seed}};
    builder.add_run(swapped ? second : first, RunRole::Primary);
    builder.add_run(swapped ? first : second, RunRole::Primary);
    return pool_lines(builder.pools());
  };
  EXPECT_EQ(pooled(1, false), pooled(1, true));
  EXPECT_NE(pooled(1, false), pooled(2, false));
}

TEST(Pool, KeepsItsOrderWhenAnotherRunIsAdded) {
  PoolBuilder builder{PoolOptions{}};
  builder.add_run(run_of("A.1", numbered("d", 1, 30)), RunRole::Primary);
  const std::vector<std::string> before = ids_of(builder.pools()[0]);
  builder.add_run(run_of("A.1", numbered("e", 1, 30)), RunRole::Primary);
  std::vector<std::string> after = ids_of(builder.pools()[0]);
  std::erase_if(after, [](const std::string& id) { return id.starts_with('e'); });
  EXPECT_EQ(before, after);
}

// The order must be the same on every machine. The expected order was recorded in the first run.
TEST(Pool, IsShuffledTheSameOnEveryMachine) {
  PoolBuilder builder{PoolOptions{}};
  builder.add_run(run_of("A.1", {"1", "2", "3", "4", "5"}), RunRole::Primary);
  EXPECT_THAT(ids_of(builder.pools()[0]), ElementsAre("4", "2", "3", "5", "1"));
}

VisualMap visual_map_of(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
  collection::VisualIds ids;
  for (const auto& [formula, visual] : pairs) ids.add(formula, visual);
  ids.freeze();
  return VisualMap(std::move(ids));
}

TEST(FormulaPool, GoesDownUntilEnoughVisuallyDistinctFormulasWereMet) {
  // Every visual id has two adjacent instances.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t i = 0; i < 100; ++i) pairs.emplace_back(i, 1000 + i / 2);
  const VisualMap map = visual_map_of(pairs);
  PoolBuilder builder{PoolOptions::for_formulas(map)};
  builder.add_run(run_of("B.1", numbered("", 0, 99)), RunRole::Primary);
  std::set<std::string> visual;
  const auto pools = builder.pools();
  for (const PoolItem& item : pools[0].items) visual.insert(item.visual_id);
  EXPECT_EQ(visual.size(), 25U);
  EXPECT_TRUE(visual.contains("1024"));
  EXPECT_FALSE(visual.contains("1025"));
  // Both instances of the last formula are included, although the first of them reached the depth.
  EXPECT_EQ(pools[0].items.size(), 50U);

  PoolBuilder alternate{PoolOptions::for_formulas(map)};
  alternate.add_run(run_of("B.1", numbered("", 0, 99)), RunRole::Alternate);
  EXPECT_EQ(alternate.pools()[0].items.size(), 30U);
}

TEST(FormulaPool, JudgesTheFiveInstancesWithTheMostVotes) {
  const VisualMap map =
      visual_map_of({{1, 10}, {2, 10}, {3, 10}, {4, 10}, {5, 10}, {6, 10}, {7, 10}, {8, 20}});
  PoolBuilder builder{PoolOptions::for_formulas(map)};
  builder.add_run(run_of("B.1", {"1", "2", "3", "4", "5", "6"}), RunRole::Primary);
  builder.add_run(run_of("B.1", {"6", "8", "7", "5"}), RunRole::Alternate);
  const auto pools = builder.pools();
  // 1: 1, 2: 1/2, 3: 1/3, 4: 1/4, 5: 1/5 + 1/4, 6: 1/6 + 1, 7: 1/3.
  std::vector<std::string> instances;
  for (const PoolItem& item : pools[0].items) {
    if (item.visual_id == "10") instances.push_back(item.id);
  }
  ASSERT_EQ(instances.size(), 5U);
  EXPECT_THAT(instances[4], testing::AnyOf("3", "7"));
  instances.pop_back();
  EXPECT_THAT(instances, ElementsAre("6", "1", "2", "5"));
  EXPECT_EQ(pools[0].items.size(), 6U);
}

TEST(FormulaPool, ChoosesBetweenEqualVotesByTheSeedOnly) {
  const VisualMap map =
      visual_map_of({{1, 10}, {2, 10}, {3, 10}, {4, 10}, {5, 10}, {6, 10}, {7, 10}});
  // 2 and 4 have 1/2; 1 has 1/3 + 1/6, which is equal, though not in binary numbers.
  const auto second_best = [&](std::uint64_t seed) {
    PoolOptions options = PoolOptions::for_formulas(map);
    options.instances = 2;
    options.seed = seed;
    PoolBuilder builder{options};
    builder.add_run(run_of("B.1", {"3", "2", "1"}), RunRole::Primary);
    builder.add_run(run_of("B.1", {"3", "4", "5", "6", "7", "1"}), RunRole::Primary);
    return builder.pools()[0].items[1].id;
  };
  std::set<std::string> chosen;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) chosen.insert(second_best(seed));
  EXPECT_THAT(chosen, ElementsAre("1", "2", "4"));
}

TEST(FormulaPool, TakesAFormulaWithoutVisualIdForOneOfItsOwn) {
  const VisualMap map = visual_map_of({});
  PoolBuilder builder{PoolOptions::for_formulas(map)};
  builder.add_run(run_of("B.1", {"1", "2"}), RunRole::Primary);
  builder.add_run(run_of("B.1", {"1"}), RunRole::Primary);
  EXPECT_EQ(builder.unmapped(), 2U);
  EXPECT_EQ(builder.pools()[0].items.size(), 2U);
}

std::filesystem::path data() {
  if (const char* folder = std::getenv("NOETHER_DATA")) return folder;
  return std::filesystem::path(NOETHER_SOURCE_DIR) / "../shared/data";
}

// Compares pools of published runs with the items given to the assessors of ARQMath-1: there,
// baselines and primary runs were pooled to depth 50, and alternate runs to depth 20. Pooled items
// that could not be decided are missing in the judgements, so a few may be missing.
class PublishedPools : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(data() / "arqmath/runs")) {
      GTEST_SKIP() << "no arqmath/runs; set NOETHER_DATA to where the data is";
    }
  }

  // The share of a run, pooled to this depth, that is judged.
  static double judged_share(const std::string& run_name, const std::string& judged,
                             std::size_t depth) {
    const auto run = read_run(data() / "arqmath/runs" / run_name / "run.trec.gz");
    const auto judgements = read_judgements(data() / "arqmath/qrels" / judged);
    if (!run || !judgements) {
      ADD_FAILURE() << (run ? judgements.error().message : run.error().message);
      return 0;
    }
    PoolBuilder builder{PoolOptions{.primary_depth = depth}};
    builder.add_run(*run, RunRole::Primary);
    std::size_t pooled = 0;
    std::size_t found = 0;
    for (const TopicPool& pool : builder.pools()) {
      const TopicJudgements* topic = judgements->find(pool.topic);
      if (topic == nullptr) continue;
      for (const PoolItem& item : pool.items) {
        ++pooled;
        if (topic->find(item.id) != nullptr) ++found;
      }
    }
    return static_cast<double>(found) / static_cast<double>(pooled);
  }
};

TEST_F(PublishedPools, OfABaselineWereJudgedToItsDepth) {
  EXPECT_GT(judged_share("2020_task1_TFIDF_baseline", "qrel_task1_2020.tsv", 50), 0.99);
}

TEST_F(PublishedPools, OfAnAlternateRunWereJudgedToTwentyAndNoDeeper) {
  const std::string run = "2020_task1_PSU_psu-task1-auto-both-A";
  EXPECT_GT(judged_share(run, "qrel_task1_2020.tsv", 20), 0.99);
  EXPECT_LT(judged_share(run, "qrel_task1_2020.tsv", 50), 0.7);
}

TEST_F(PublishedPools, OfFormulasWereJudgedByVisualId) {
  EXPECT_GT(judged_share("2020_task2_TangentS_visualid", "qrel_task2_2020_visual_id.tsv", 20),
            0.99);
}

using testing::ElementsAre;
using testing::HasSubstr;

AssessedFile file_of(const std::string& name,
                     const std::vector<std::tuple<std::string, std::string, int>>& lines) {
  AssessedFile file{name, {}};
  for (const auto& [topic, id, grade] : lines) file.judgements.topic(topic).add(id, grade);
  return file;
}

TEST(MergeJudgements, JoinsTheTopicsOfAllAssessorsInNaturalOrder) {
  const std::vector<AssessedFile> files = {file_of("ann", {{"A.10", "7", 1}, {"A.10", "12", 0}}),
                                           file_of("bob", {{"A.9", "3", 3}})};
  const auto merged = merge_judgements(files);
  ASSERT_TRUE(merged);
  EXPECT_EQ(judgement_lines(merged->judgements), "A.9\t0\t3\t3\nA.10\t0\t7\t1\nA.10\t0\t12\t0\n");
}

TEST(MergeJudgements, LeavesOutWhatNobodyDecidedOrCountsItAsZero) {
  const std::vector<AssessedFile> files = {
      file_of("ann", {{"A.1", "1", -1}, {"A.1", "2", -2}, {"A.1", "3", 2}}),
      file_of("bob", {{"A.1", "1", 3}})};
  const auto merged = merge_judgements(files);
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->undecided, 1U);
  EXPECT_EQ(judgement_lines(merged->judgements), "A.1\t0\t1\t3\nA.1\t0\t3\t2\n");
  const auto with_zero = merge_judgements(files, {.undecided_as_zero = true});
  EXPECT_EQ(judgement_lines(with_zero->judgements), "A.1\t0\t1\t3\nA.1\t0\t2\t0\nA.1\t0\t3\t2\n");
}

TEST(MergeJudgements, RefusesDifferentGradesUnlessToldWhichCounts) {
  const std::vector<AssessedFile> files = {file_of("ann", {{"A.1", "1", 1}}),
                                           file_of("bob", {{"A.1", "1", 3}}),
                                           file_of("cid", {{"A.1", "1", 0}})};
  const auto refused = merge_judgements(files);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "topic A.1: 1 has grade 1 in ann and grade 3 in bob");
  EXPECT_THAT(refused.error().hint, HasSubstr("--conflicts"));
  const auto grade_by = [&](ConflictRule rule) {
    const auto merged = merge_judgements(files, {.conflicts = rule});
    EXPECT_EQ(merged->conflicts, 1U);
    return merged->judgements.topics()[0].all()[0].grade;
  };
  EXPECT_EQ(grade_by(ConflictRule::First), 1);
  EXPECT_EQ(grade_by(ConflictRule::Highest), 3);
  EXPECT_EQ(grade_by(ConflictRule::Lowest), 0);
}

TEST(MergeJudgements, GivesAVisualIdTheHighestGradeOfItsInstances) {
  collection::VisualIds ids;
  ids.add(1, 10);
  ids.add(2, 10);
  ids.add(3, 20);
  ids.freeze();
  const VisualMap map(std::move(ids));
  const std::vector<AssessedFile> files = {
      file_of("ann", {{"B.1", "1", 1}, {"B.1", "2", 2}, {"B.1", "3", -1}})};
  const auto merged = merge_judgements(files, {.visual_ids = &map});
  ASSERT_TRUE(merged);
  EXPECT_EQ(judgement_lines(merged->judgements), "B.1\t0\t10\t2\n");
}

TEST(MergeJudgements, LeavesOutTopicsWithTooFewRelevantItems) {
  const std::vector<AssessedFile> files = {
      file_of("ann", {{"A.1", "1", 2}, {"A.1", "2", 1}, {"A.2", "1", 2}, {"A.2", "2", 3}})};
  const auto merged = merge_judgements(files, {.least_relevant = 2});
  ASSERT_TRUE(merged);
  EXPECT_THAT(merged->topics_left_out, ElementsAre("A.1"));
  EXPECT_EQ(merged->judgements.topics().size(), 1U);
}

TEST(MergeJudgements, KnowsWhatOfThePoolIsMissing) {
  const AssessedFile pool = file_of("pool", {{"A.1", "1", -1}, {"A.1", "2", -1}, {"A.2", "1", -1}});
  const std::vector<AssessedFile> files = {file_of("ann", {{"A.1", "2", 0}}),
                                           file_of("bob", {{"A.2", "1", -2}})};
  EXPECT_THAT(missing_items(pool.judgements, files), ElementsAre("A.1 1"));
}

}  // namespace
}  // namespace noether::evaluation
