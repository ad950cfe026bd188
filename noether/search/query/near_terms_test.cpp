#include "noether/search/query/near_terms.h"

#include <gtest/gtest.h>

namespace noether::search {
namespace {

TEST(EditDistance, CountsLettersPutInLeftOutReplacedAndSwapped) {
  EXPECT_EQ(edit_distance("limit", "limit", 3), 0U);
  EXPECT_EQ(edit_distance("limit", "limits", 3), 1U);
  EXPECT_EQ(edit_distance("limit", "imit", 3), 1U);
  EXPECT_EQ(edit_distance("limit", "lemit", 3), 1U);
  EXPECT_EQ(edit_distance("limit", "lmiit", 3), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting", 3), 3U);
  EXPECT_EQ(edit_distance("", "abc", 3), 3U);
}

TEST(EditDistance, CountsCharactersAndNotBytes) {
  EXPECT_EQ(edit_distance("größe", "grosse", 3), 3U);
  EXPECT_EQ(edit_distance("ϕ", "φ", 3), 1U);
}

TEST(EditDistance, StopsBeyondTheLimit) {
  EXPECT_EQ(edit_distance("abcdef", "uvwxyz", 2), 3U);
  EXPECT_EQ(edit_distance("a", "abcdefgh", 2), 3U);
}

}  // namespace
}  // namespace noether::search
