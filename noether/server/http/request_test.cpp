#include "noether/server/http/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "noether/base/test_seed.h"

using namespace noether::server;
using ::testing::ElementsAre;
using ::testing::Pair;

namespace {

TEST(PercentDecoding, ReadsHexadecimalDigitsOfEitherCase) {
  EXPECT_EQ(percent_decode("a%2fb%2Fc", Plus::IsPlus), "a/b/c");
  EXPECT_EQ(percent_decode("%E2%88%AB", Plus::IsPlus), "∫");
}

TEST(PercentDecoding, TakesAPlusForABlankOnlyInForms) {
  EXPECT_EQ(percent_decode("x+y", Plus::IsBlank), "x y");
  EXPECT_EQ(percent_decode("x+y", Plus::IsPlus), "x+y");
}

TEST(PercentDecoding, RefusesWhatIsCutShortNotUtf8OrZero) {
  for (const std::string_view text : {"%", "%4", "%4g", "%ff", "%c3", "%00", "%ed%a0%80"}) {
    EXPECT_FALSE(percent_decode(text, Plus::IsPlus)) << text;
  }
}

TEST(PercentDecoding, TakesBackWhatEncodingWrote) {
  const auto seed = noether::base::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int i = 0; i < 200; ++i) {
    std::string text;
    for (auto length = random() % 30; length > 0; --length) {
      text += static_cast<char>(1 + random() % 127);
    }
    EXPECT_EQ(percent_decode(percent_encode(text), Plus::IsPlus), text);
    EXPECT_EQ(percent_decode(percent_encode(text), Plus::IsBlank), text);
  }
}

TEST(Target, IsCutIntoAPathAndParameters) {
  const auto target = read_target("/api/v1/search?q=a+b%26c&tag=x&tag=y&explain");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/api/v1/search");
  EXPECT_THAT(target->parameters, ElementsAre(Pair("q", "a b&c"), Pair("tag", "x"),
                                              Pair("tag", "y"), Pair("explain", "")));
}

TEST(Target, NamesTheParameterThatCannotBeRead) {
  const auto target = read_target("/search?q=%zz");
  ASSERT_FALSE(target);
  EXPECT_THAT(target.error().message, ::testing::HasSubstr("parameter q"));
}

TEST(Target, HasABoundedNumberOfParameters) {
  std::string text = "/?";
  for (std::size_t i = 0; i < kMostParameters; ++i) text += "a=b&";
  EXPECT_TRUE(read_target(text));
  EXPECT_FALSE(read_target(text + "a=b"));
}

TEST(PathSegments, AreDecodedAfterThePathIsCut) {
  EXPECT_THAT(*path_segments("/a/b%2Fc"), ElementsAre("a", "b/c"));
  EXPECT_THAT(*path_segments("/"), ElementsAre(""));
  EXPECT_THAT(*path_segments("/a/"), ElementsAre("a", ""));
  EXPECT_THAT(*path_segments("//a"), ElementsAre("", "a"));
}

TEST(PathSegments, RefuseDotsControlsAndWhatIsNoPath) {
  for (const std::string_view path :
       {"", "a", "*", "http://x/", "/..", "/a/../b", "/%2e%2E/a", "/.", "/a%0ab", "/a\x7f"}) {
    EXPECT_FALSE(path_segments(path)) << path;
  }
  EXPECT_TRUE(path_segments("/a..b/...")) << "dots among others are a name";
}

}  // namespace
