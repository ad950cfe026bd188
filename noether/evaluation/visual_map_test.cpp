#include "noether/evaluation/visual_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

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

}  // namespace
}  // namespace noether::evaluation
