#include "noether/collection/posts/xml_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "noether/base/test_seed.h"
#include "noether/collection/sample_collection.h"

namespace noether::collection {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Rows {
  std::vector<std::string> texts;  // of the attribute T
  std::vector<std::uint64_t> lines;
  ProblemList problems;
};

Rows read_rows(const std::string& xml) {
  SampleFolder folder;
  const std::string path = folder.write("rows.xml", xml);
  Rows result;
  auto rows = XmlRows::open(path, RowPart::All, &result.problems);
  auto again = RowReader::open(path);
  EXPECT_TRUE(rows && again);
  XmlRow row;
  XmlRow same;
  while (*rows->next(row)) {
    result.texts.emplace_back(row.get("T"));
    result.lines.push_back(row.line);
    EXPECT_TRUE(*again->read(row.offset, row.bytes, same));
    EXPECT_EQ(same.get("T"), row.get("T"));
  }
  return result;
}

std::vector<std::uint64_t> problem_lines(const Rows& rows) {
  std::vector<std::uint64_t> lines;
  for (const Problem& problem : rows.problems.kept()) lines.push_back(problem.line);
  return lines;
}

TEST(XmlRows, DecodesEntitiesAndKeepsTheOrder) {
  const Rows rows = read_rows(
      "<?xml version=\"1.0\"?>\n<posts>\n"
      "  <row Id=\"1\" T=\"a &lt;b&gt; &amp;amp; &quot;c&quot; &#955;&#x3bb;\" />\n"
      "  <row Id='2' T='it is \"two\"'></row>\n"
      "  <row/>\n</posts>\n");
  EXPECT_THAT(rows.texts, ElementsAre("a <b> &amp; \"c\" λλ", "it is \"two\"", ""));
  EXPECT_THAT(rows.lines, ElementsAre(3, 4, 5));
  EXPECT_THAT(rows.problems.kept(), IsEmpty());
}

TEST(XmlRows, ABrokenRowCostsThisRowAlone) {
  const Rows rows = read_rows(
      "<posts>\n"
      "<row T=\"first\" />\n"
      "<row T=\"never closed />\n"
      "<row T=\"second\" />\n"
      "<row T=\"an & alone\" />\n"
      "<row T=\"bad \xff byte\" />\n"
      "<row T=\"a \"quoted\" word\" />\n"
      "<row T=\"&nbsp;\" />\n"
      "<row T=\"control &#1;\" />\n"
      "<row T=third />\n"
      "<row T=\"fourth\" />\n"
      "</posts>");
  EXPECT_THAT(rows.texts, ElementsAre("first", "second", "fourth"));
  EXPECT_THAT(problem_lines(rows), ElementsAre(3, 5, 6, 7, 8, 9, 10));
}

TEST(XmlRows, SaysWhenTheFileWasCutOff) {
  const Rows in_row = read_rows("<posts>\n<row T=\"a\" />\n<row T=\"b");
  EXPECT_THAT(in_row.texts, ElementsAre("a"));
  ASSERT_EQ(in_row.problems.kept().size(), 1U);
  EXPECT_THAT(in_row.problems.kept()[0].message, HasSubstr("in the middle of a row"));
  EXPECT_EQ(in_row.problems.kept()[0].line, 3U);

  const Rows after_row = read_rows("<posts>\n<row T=\"a\" />\n");
  EXPECT_THAT(after_row.texts, ElementsAre("a"));
  ASSERT_EQ(after_row.problems.kept().size(), 1U);
  EXPECT_THAT(after_row.problems.kept()[0].message, HasSubstr("closing tag"));
}

TEST(XmlRows, OtherElementsAreNoRows) {
  EXPECT_THAT(read_rows("<rowing><rows T=\"no\"/><row T=\"yes\"/></rowing>").texts,
              ElementsAre("yes"));
}

// Rows that lie across the chunks in which the file is read.
TEST(XmlRows, LongRowsComeWhole) {
  const unsigned seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  std::uniform_int_distribution<std::size_t> length(0, 400000);
  std::string xml = "<posts>\n";
  std::vector<std::string> expected;
  for (int i = 0; i < 12; ++i) {
    expected.emplace_back(length(random), static_cast<char>('a' + i));
    xml += "<row T=\"" + expected.back() + "\"/>\n";
  }
  const Rows rows = read_rows(xml + "</posts>");
  EXPECT_EQ(rows.texts, expected);
  EXPECT_THAT(rows.problems.kept(), IsEmpty());
}

TEST(XmlRows, TheFirstLookTakesOnlyIds) {
  SampleFolder folder;
  const std::string path =
      folder.write("rows.xml", "<posts><row Id=\"7\" ParentId=\"3\" Body=\"long\"/></posts>");
  auto rows = XmlRows::open(path, RowPart::Ids, nullptr);
  ASSERT_TRUE(rows);
  XmlRow row;
  ASSERT_TRUE(*rows->next(row));
  EXPECT_EQ(row.get("Id"), "7");
  EXPECT_EQ(row.get("ParentId"), "3");
  EXPECT_EQ(row.get("Body"), "");
}

}  // namespace
}  // namespace noether::collection
