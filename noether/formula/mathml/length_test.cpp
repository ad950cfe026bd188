#include "noether/formula/mathml/length.h"

#include <gtest/gtest.h>

namespace noether::formula {
namespace {

TEST(Length, CountsEveryUnitInEms) {
  EXPECT_DOUBLE_EQ(length_in_ems("1em").value(), 1);
  EXPECT_DOUBLE_EQ(length_in_ems("10pt").value(), 1);
  EXPECT_DOUBLE_EQ(length_in_ems("+6.6pt").value(), 0.66);
  EXPECT_DOUBLE_EQ(length_in_ems("18mu").value(), 1);
  EXPECT_DOUBLE_EQ(length_in_ems("-0.167em").value(), -0.167);
  EXPECT_DOUBLE_EQ(length_in_ems(" 0 ").value(), 0);
  EXPECT_DOUBLE_EQ(length_in_ems("thickmathspace").value(), 5.0 / 18);
}

TEST(Length, KnowsWhatIsNone) {
  EXPECT_FALSE(length_in_ems(""));
  EXPECT_FALSE(length_in_ems("   "));
  EXPECT_FALSE(length_in_ems("wide"));
  EXPECT_FALSE(length_in_ems("3 apples"));
}

}  // namespace
}  // namespace noether::formula
