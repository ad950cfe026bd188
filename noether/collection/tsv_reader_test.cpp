#include "noether/collection/tsv_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "noether/base/test_seed.h"
#include "noether/collection/sample_collection.h"
#include "noether/collection/visual_ids.h"

namespace noether::collection {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Table {
  std::vector<std::vector<std::string>> records;
  std::vector<std::uint64_t> lines;
  ProblemList problems;
};

Table read_table(const std::string& tsv) {
  SampleFolder folder;
  Table table;
  auto reader = TsvReader::open(folder.write("table.tsv", tsv), table.problems);
  EXPECT_TRUE(reader);
  TsvRecord record;
  while (*reader->next(record)) {
    table.records.push_back(record.values);
    table.lines.push_back(record.line);
  }
  return table;
}

TEST(TsvReader, ReadsQuotedValuesAndEitherLineEnd) {
  const Table table = read_table("a\tb\r\n1\t\"x\ty \"\"z\"\"\"\r\n\n2\t\n\"line\nline\"\tend");
  EXPECT_THAT(table.records, ElementsAre(ElementsAre("a", "b"), ElementsAre("1", "x\ty \"z\""),
                                         ElementsAre("2", ""), ElementsAre("line\nline", "end")));
  EXPECT_THAT(table.lines, ElementsAre(1, 2, 4, 5));
  EXPECT_THAT(table.problems.kept(), IsEmpty());
}

TEST(TsvReader, AQuotationMarkThatIsNotClosedCostsOneLine) {
  const Table table = read_table("1\ta\n2\t\"b\n3\tc\n4\td\n");
  EXPECT_THAT(table.records,
              ElementsAre(ElementsAre("1", "a"), ElementsAre("3", "c"), ElementsAre("4", "d")));
  ASSERT_EQ(table.problems.kept().size(), 1U);
  EXPECT_EQ(table.problems.kept()[0].line, 2U);
  EXPECT_THAT(table.problems.kept()[0].message, HasSubstr("not closed"));
}

TEST(TsvReader, ReportsTextBehindAClosingQuotationMark) {
  const Table table = read_table("1\t\"a\"b\n2\tc\"d\n");
  EXPECT_THAT(table.records, ElementsAre(ElementsAre("2", "c\"d")));
  EXPECT_EQ(table.problems.count(Problem::Severity::Skipped), 1U);
}

void check_visual_ids(std::uint32_t largest_id) {
  const unsigned seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  std::uniform_int_distribution<std::uint32_t> id(0, largest_id);
  std::map<std::uint32_t, std::uint32_t> expected;
  VisualIds ids;
  std::size_t repeated = 0;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    const std::uint32_t formula = id(random);
    repeated += expected.emplace(formula, i).second ? 0U : 1U;
    ids.add(formula, i);
  }
  EXPECT_EQ(ids.freeze(), repeated);
  EXPECT_EQ(ids.size(), expected.size());
  for (const auto& [formula, visual] : expected) EXPECT_EQ(ids.find(formula), visual);
  for (int i = 0; i < 20000; ++i) {
    const std::uint32_t formula = id(random);
    EXPECT_EQ(ids.find(formula).has_value(), expected.contains(formula)) << formula;
  }
  EXPECT_EQ(ids.find(largest_id + 1), std::nullopt);
  EXPECT_LE(ids.memory_bytes(), 10 * expected.size() + 64);
}

TEST(VisualIds, FindsWhatWasAddedInAnyOrder) { check_visual_ids(20000); }

TEST(VisualIds, StaySmallWhenIdsAreFarApart) { check_visual_ids(4000000000U); }

TEST(VisualIds, NeedUnderFiveBytesAFormulaWhenIdsAreDense) {
  VisualIds ids;
  for (std::uint32_t i = 0; i < 1000000; ++i) ids.add(i, i / 3);
  ids.freeze();
  EXPECT_LT(ids.memory_bytes(), 4300000U);
}

TEST(VisualIds, RowsThatAreNoFormulasAreReported) {
  SampleFolder folder;
  ProblemList problems;
  const std::vector<std::string> paths = {
      folder.write("1.tsv",
                   "id\tpost_id\tvisual_id\tformula\n5\t1\t50\tx\n6\t1\n7\t1\t\tblank\n"
                   "q_8\t1\t3\ty\n9\t1\t90\tz\n5\t1\t51\tx\n"),
      folder.write("2.tsv", "no\theader\n")};
  const auto ids = read_visual_ids(paths, problems);
  ASSERT_TRUE(ids);
  EXPECT_EQ(ids->find(5), 50U);
  EXPECT_EQ(ids->find(7), std::nullopt);
  EXPECT_EQ(ids->find(9), 90U);
  EXPECT_EQ(ids->size(), 2U);
  EXPECT_EQ(problems.count(Problem::Severity::Skipped), 3U);
  EXPECT_EQ(problems.count(Problem::Severity::Flawed), 1U);
  EXPECT_EQ(problems.kept()[0].line, 3U);
}

}  // namespace
}  // namespace noether::collection
