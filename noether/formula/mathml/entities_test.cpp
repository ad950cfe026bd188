#include "noether/formula/mathml/entities.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace noether::formula {
namespace {

TEST(Entities, KnowsTheNamesThatMathMLUses) {
  EXPECT_EQ(entity_character("alpha"), U'α');
  EXPECT_EQ(entity_character("InvisibleTimes"), char32_t{0x2062});
  EXPECT_EQ(entity_character("ApplyFunction"), char32_t{0x2061});
  EXPECT_EQ(entity_character("nbsp"), char32_t{0xA0});
  EXPECT_EQ(entity_character("le"), U'≤');
  EXPECT_EQ(entity_character("Ropf"), U'ℝ');
  EXPECT_EQ(entity_character("zwnj"), char32_t{0x200C});
  EXPECT_EQ(entity_character("nosuchname"), std::nullopt);
  EXPECT_EQ(entity_character(""), std::nullopt);
}

TEST(Entities, ReplacesNamedReferencesAndKeepsTheOnesOfXml) {
  std::string out;
  std::vector<EntityShift> shifts;
  ASSERT_TRUE(replace_entities("&alpha;&lt;&amp;&#960;&beta;", out, shifts));
  EXPECT_EQ(out, "α&lt;&amp;&#960;β");
}

TEST(Entities, LeavesTextAloneThatHasNothingToReplace) {
  std::string out = "untouched";
  std::vector<EntityShift> shifts;
  EXPECT_FALSE(replace_entities("a &lt; b & c &unknown; &", out, shifts));
  EXPECT_EQ(out, "untouched");
}

TEST(Entities, SaysHowFarTheBytesBehindAReferenceMoved) {
  std::string out;
  std::vector<EntityShift> shifts;
  ASSERT_TRUE(replace_entities("x&alpha;y&pi;z", out, shifts));
  ASSERT_EQ(shifts.size(), 2u);
  EXPECT_EQ(shifts[0].at, 3u);     // behind α
  EXPECT_EQ(shifts[0].shift, -5);  // seven bytes became two
  EXPECT_EQ(shifts[1].at, 6u);
  EXPECT_EQ(shifts[1].shift, -7);
}

}  // namespace
}  // namespace noether::formula
