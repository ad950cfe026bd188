#include "noether/search/document_table.h"

#include <gtest/gtest.h>

namespace noether::search {
namespace {

TEST(DocumentTable, ReadsDatesOfAllPrecisions) {
  EXPECT_EQ(read_date("2015"), 20150101U);
  EXPECT_EQ(read_last_date("2015"), 20151231U);
  EXPECT_EQ(read_date("2016-02"), 20160201U);
  EXPECT_EQ(read_last_date("2016-02"), 20160229U);
  EXPECT_EQ(read_last_date("2100-02"), 21000228U);
  EXPECT_EQ(read_date("2015-03-14T15:09:26"), 20150314U);
  EXPECT_EQ(read_last_date("2015-03-14"), 20150314U);
  EXPECT_EQ(date_text(20150314), "2015-03-14");
}

TEST(DocumentTable, RefusesWhatIsNoDate) {
  for (const std::string_view text :
       {"", "201", "2015-", "2015-3", "2015-13", "2015-00-01", "2015-02-30", "2015-02-3",
        "2015x02-03", "abcd", "0000", "2015-02-031", "99999999999"}) {
    EXPECT_FALSE(read_date(text)) << text;
  }
}

TEST(DocumentTable, NamesTheSourceOfADocument) {
  EXPECT_EQ(source_name("https://math.stackexchange.com/a/725266"), "math.stackexchange.com");
  EXPECT_EQ(source_name("http://host?x=/"), "host");
  EXPECT_EQ(source_name("notes/calculus/limits.tex:97"), "notes/calculus");
  EXPECT_EQ(source_name("limits.tex:97"), ".");
  EXPECT_EQ(source_name(""), ".");
}

}  // namespace
}  // namespace noether::search
