// The same sentences as on the page: web/src/components/match_count.test.ts.
#include "noether/cli/search/search_output.h"

#include <gtest/gtest.h>

namespace noether::cli {
namespace {

TEST(MatchCount, SaysWhatTheResultsHave) {
  EXPECT_EQ(match_text({.documents = 12, .parts = 1, .words = 1}), "12 results have the word");
  EXPECT_EQ(match_text({.documents = 12, .parts = 3, .words = 2, .formulas = 1}),
            "12 results have both words and the formula");
  EXPECT_EQ(match_text({.documents = 1, .parts = 3, .words = 3}), "1 result has all 3 words");
  EXPECT_EQ(match_text({.documents = 1234}), "1,234 results");
}

TEST(MatchCount, SaysWhatNoResultHas) {
  EXPECT_EQ(match_text({.documents = 5, .parts = 3, .words = 4}),
            "no result has all 4 words; 5 have 3 of the 4");
  EXPECT_EQ(match_text({.documents = 12, .formulas = 1}),
            "no result has the formula; 12 have a formula like it");
  EXPECT_EQ(match_text({.documents = 0, .words = 1}), "no result has the word");
}

TEST(MatchCount, SaysWhatIsNotKnown) {
  EXPECT_EQ(match_text({.documents = 12, .at_least = true}), "at least 12 results");
  EXPECT_EQ(match_text({.documents = 12, .is_of_long_query = true}), "");
}

}  // namespace
}  // namespace noether::cli
