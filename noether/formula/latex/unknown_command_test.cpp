#include "noether/formula/latex/unknown_command.h"

#include <gtest/gtest.h>

#include <string>

namespace noether::formula {
namespace {

std::string first_unknown(std::string_view latex) {
  const auto command = first_unknown_command(latex);
  return command ? std::string(command->text) : "";
}

TEST(UnknownCommand, IsTheFirstThatNothingHas) {
  EXPECT_EQ(first_unknown(R"(\frac{\alpha}{\foo x} + \bar{\baz})"), "foo");
  EXPECT_EQ(first_unknown(R"(\frac{\alpha}{2} + \sin x \le \infty)"), "");
  EXPECT_EQ(first_unknown("x + 1"), "");
}

TEST(UnknownCommand, IsNoneThatTheTextDefines) {
  EXPECT_EQ(first_unknown(R"(\newcommand{\foo}{x^2} \foo + \bar{y})"), "");
  EXPECT_EQ(first_unknown(R"(\def\foo{x^2} \foo + \baz)"), "baz");
}

TEST(UnknownCommand, IsNoneThatBelongsToWhatBeganBeforeIt) {
  EXPECT_EQ(first_unknown(R"({1 \over n} + {n \choose k} + {a \atop b})"), "");
  EXPECT_EQ(first_unknown(R"(\root 3 \of{7})"), "");
  EXPECT_EQ(first_unknown(R"(\begin{pmatrix} a & b \\ c & d \cr e & f \end{pmatrix})"), "");
}

}  // namespace
}  // namespace noether::formula
