#include "noether/text/tex_text.h"

#include <gtest/gtest.h>

#include <string>

namespace noether::text {
namespace {

std::string bodies(std::string_view tex) {
  TexReader reader;
  std::string text;
  for (const Piece& piece : reader.read(tex).pieces) text += piece.body.text + '|';
  return text;
}

TEST(TexText, ComesToTheEndOfAnEnvironmentThatEndsItself) {
  const std::string definition = "\\newenvironment{e}{b}{\\end{e}z}";
  EXPECT_TRUE(bodies(definition + "before \\begin{e}x\\end{e} after").contains("after"));
  EXPECT_TRUE(bodies(definition + "before $\\begin{e}x\\end{e}$ after").contains("after"));
}

TEST(TexText, WritesTheEndOfAnEnvironmentOnce) {
  EXPECT_EQ(bodies("\\newenvironment{e}{begin }{ end}\\begin{e}x\\end{e}"), "begin x end|");
}

}  // namespace
}  // namespace noether::text
