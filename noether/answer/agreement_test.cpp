#include "noether/answer/agreement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace noether::answer {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(AnswerTokens, AreWordsNumbersCommandsAndSingleCharacters) {
  EXPECT_THAT(
      answer_tokens("Let $\\sqrt{x2}\\,$ be 3.5!"),
      ElementsAre("Let", "$", "\\sqrt", "{", "x2", "}", "\\", ",", "$", "be", "3", ".", "5", "!"));
  EXPECT_THAT(answer_tokens("naïve\u00a0Gödel ∑α"), ElementsAre("naïve", "Gödel", "∑", "α"));
  EXPECT_THAT(answer_tokens(" \t\n"), IsEmpty());
}

TEST(AnswerTokens, KeepBytesThatAreNotUtf8) {
  EXPECT_THAT(answer_tokens("a\xff\xfe"
                            "b"),
              ElementsAre("a", "\xff", "\xfe", "b"));
}

}  // namespace
}  // namespace noether::answer
