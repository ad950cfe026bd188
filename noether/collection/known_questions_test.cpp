#include "noether/collection/known_questions.h"

#include <gtest/gtest.h>

namespace noether::collection {
namespace {

constexpr std::string_view kTitle = "Why is every finite integral domain a field?";
constexpr std::string_view kBody =
    "I know the proof for $\\mathbb{Z}/p$, but in general I do not see where finiteness is used; "
    "could somebody explain the injectivity argument to me in detail?";

TEST(KnownQuestions, AreFoundByTitleOrBodyWhateverTheMarkup) {
  KnownQuestions questions;
  questions.add(kTitle, kBody);
  EXPECT_TRUE(questions.has("WHY is every *finite* integral domain - a field"));
  EXPECT_TRUE(questions.has("Other title. " + std::string(kBody)));
  EXPECT_FALSE(questions.has("Why is every finite division ring a field?"));
  EXPECT_FALSE(questions.has(""));
}

TEST(KnownQuestions, WithShortTextsMatchNothing) {
  KnownQuestions questions;
  EXPECT_FALSE(questions.has("anything"));
  questions.add("Limit", "Find it.");
  questions.add("", "");
  EXPECT_FALSE(questions.has("Limit. Find it."));
}

}  // namespace
}  // namespace noether::collection
