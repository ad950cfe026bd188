#include "noether/evaluation/visual_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "noether/base/temporary_folder.h"
#include "noether/evaluation/lines_of_text.h"

namespace noether::evaluation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

base::Result<VisualMap> map_of(const std::string& text) {
  const base::TemporaryFolder folder;
  std::ofstream(folder / "map.tsv") << text;
  return read_visual_map(std::vector{folder / "map.tsv"});
}

TEST(VisualMap, ReadsTheTableOfTheCollection) {
  const auto map = map_of(
      "id\tpost_id\tthread_id\ttype\tcomment_id\told_visual_id\tvisual_id\tissue\tformula\r\n"
      "1553\t9253\t154\tanswer\t\t\t236740\t\t2+3i\r\n"
      "1554\t9253\t154\tanswer\t\t\t236740\t\t\"2 +\t3i\"\r\n");
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_EQ(map->find("1553"), "236740");
  EXPECT_EQ(map->find("1554"), "236740");
  EXPECT_EQ(map->find("1555"), std::nullopt);
}

TEST(VisualMap, ReadsPairsOfNumbers) {
  const auto map = map_of("1 100\n2\t100\n");
  ASSERT_TRUE(map);
  EXPECT_EQ(map->name("2"), "100");
  EXPECT_EQ(map->name("100"), "formula:100");  // not the visual id 100
  EXPECT_EQ(map->name("02"), "formula:02");
  EXPECT_THAT(map_of("1 100\n2 x\n").error().message,
              HasSubstr(":2:3: expected the number of a visual id, not 'x'"));
}

TEST(VisualMap, KeepsTheFirstFormulaOfEachLook) {
  const auto map = map_of("1 30\n2 30\n3 20\n4 20\n5 10\n");
  std::vector<RankedResult> results = {{"2", 1, 9}, {"3", 2, 8}, {"1", 3, 7},
                                       {"9", 4, 6}, {"5", 5, 6}, {"4", 6, 1}};
  order_results(results);
  const auto distinct = visually_distinct(results, *map);
  std::vector<std::string> ids;
  for (const RankedResult& result : distinct) ids.push_back(result.id);
  EXPECT_THAT(ids, ElementsAre("30", "20", "formula:9", "10"));
  EXPECT_EQ(distinct[1].score, 8);
}

TEST(VisualMap, TakesTheHighestGradeOfALook) {
  const auto map = map_of("1 30\n2 30\n3 20\n");
  LineSource lines = lines_of_text("B.1 0 1 1\nB.1 0 2 3\nB.1 0 3 0\nB.2 0 2 -1\nB.2 0 1 2\n");
  const auto judged = read_judgements(lines);
  EXPECT_TRUE(are_formulas(*judged, *map));
  const Judgements distinct = visually_distinct(*judged, *map);
  EXPECT_EQ(distinct.size(), 3U);
  EXPECT_EQ(distinct.find("B.1")->find("30")->grade, 3);
  EXPECT_EQ(distinct.find("B.2")->find("30")->grade, 2);
  EXPECT_FALSE(are_formulas(distinct, *map));
}

TEST(VisualMap, TakesNumbersThatAreBothForVisualIds) {
  const auto map = map_of("1 70\n2 70\n3 80\n70 3\n80 80\n");
  LineSource by_look = lines_of_text("B.1 0 70 2\nB.1 0 80 1\nB.2 0 70 1\n");
  EXPECT_FALSE(are_formulas(*read_judgements(by_look), *map));
  LineSource by_formula = lines_of_text("B.1 0 70 2\nB.1 0 80 1\nB.2 0 2 1\n");
  EXPECT_TRUE(are_formulas(*read_judgements(by_formula), *map));
}

// ARQMath published its judgements by formula and by visual id. The mini collection has fewer
// formulas than were judged, so in each year one grade belongs to a formula outside it.
TEST(VisualMap, MakesTheOfficialJudgementsByVisualIdOfThoseByFormula) {
  const char* set = std::getenv("NOETHER_DATA");
  const std::filesystem::path data =
      std::filesystem::path(set != nullptr ? set : NOETHER_SOURCE_DIR "/../shared/data") /
      "arqmath";
  const std::string table = data / "collection/latex_representation_v3/1.tsv";
  if (!std::filesystem::exists(table)) {
    GTEST_SKIP() << "no arqmath/collection; set NOETHER_DATA to where the data is";
  }
  const auto map = read_visual_map(std::vector{table});
  ASSERT_TRUE(map) << map.error().message;
  for (const auto& [year, least] : {std::pair("2020", 121U), std::pair("2021", 589U)}) {
    const std::filesystem::path folder = data / "qrels/in-collection";
    const std::string prefix = std::string("qrel_task2_") + year;
    const auto by_formula = read_judgements(folder / (prefix + "_formula_id.tsv"));
    const auto by_look = read_judgements(folder / (prefix + "_visual_id.tsv"));
    ASSERT_TRUE(by_formula && by_look);
    EXPECT_TRUE(are_formulas(*by_formula, *map));
    EXPECT_FALSE(are_formulas(*by_look, *map));
    std::size_t same = 0;
    const Judgements distinct = visually_distinct(*by_formula, *map);
    for (const TopicJudgements& topic : distinct.topics()) {
      for (const Judgement& judgement : topic.all()) {
        const Judgement* official = by_look->find(topic.topic())->find(judgement.id);
        if (official != nullptr && official->grade == judgement.grade) ++same;
      }
    }
    EXPECT_GE(same, least) << year;
  }
}

}  // namespace
}  // namespace noether::evaluation
