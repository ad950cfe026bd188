#include "noether/formula/latex/lexer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace noether::formula {
namespace {

std::vector<Token> tokens_of(std::string_view input) {
  LatexLexer lexer;
  lexer.reset(input);
  std::vector<Token> tokens;
  for (;;) {
    const Token token = lexer.next();
    if (token.kind == TokenKind::End) return tokens;
    tokens.push_back(token);
  }
}

TEST(LatexLexer, SplitsCommandsCharactersAndSpecialSigns) {
  const auto tokens = tokens_of("\\frac{a}_1^&");
  ASSERT_EQ(tokens.size(), 8u);
  EXPECT_TRUE(tokens[0].is_command("frac"));
  EXPECT_EQ(tokens[1].kind, TokenKind::OpenBrace);
  EXPECT_TRUE(tokens[2].is_character("a"));
  EXPECT_EQ(tokens[3].kind, TokenKind::CloseBrace);
  EXPECT_EQ(tokens[4].kind, TokenKind::Subscript);
  EXPECT_EQ(tokens[6].kind, TokenKind::Superscript);
  EXPECT_EQ(tokens[7].kind, TokenKind::Alignment);
}

TEST(LatexLexer, GivesEveryTokenItsBytes) {
  const auto tokens = tokens_of("a \\le b");
  ASSERT_EQ(tokens.size(), 3u);
  EXPECT_EQ(tokens[1].source, (base::Span{2, 5}));
  EXPECT_TRUE(tokens[1].space_before);
  EXPECT_EQ(tokens[2].source, (base::Span{6, 7}));
}

TEST(LatexLexer, TakesAPunctuationCommandAsOneCharacter) {
  const auto tokens = tokens_of("\\{\\,\\\\x");
  ASSERT_EQ(tokens.size(), 4u);
  EXPECT_TRUE(tokens[0].is_command("{"));
  EXPECT_TRUE(tokens[1].is_command(","));
  EXPECT_TRUE(tokens[2].is_command("\\"));
}

TEST(LatexLexer, SkipsCommentsAndBlanks) {
  const auto tokens = tokens_of("a % rest\nb");
  ASSERT_EQ(tokens.size(), 2u);
  EXPECT_TRUE(tokens[1].is_character("b"));
}

TEST(LatexLexer, KeepsMultiByteCharactersWhole) {
  const auto tokens = tokens_of("x∈ℝ");
  ASSERT_EQ(tokens.size(), 3u);
  EXPECT_TRUE(tokens[1].is_character("∈"));
}

TEST(LatexLexer, HandsOutInvalidBytesOneByOne) { EXPECT_EQ(tokens_of("\xFF\xC3").size(), 2u); }

TEST(LatexLexer, ReadsTheEscapesOfHtmlAsTheirCharacters) {
  const auto tokens = tokens_of("a&lt;b&amp;c&x");
  ASSERT_EQ(tokens.size(), 7u);
  EXPECT_TRUE(tokens[1].is_character("<"));
  EXPECT_EQ(tokens[3].kind, TokenKind::Alignment);
  EXPECT_EQ(tokens[5].kind, TokenKind::Alignment);
}

}  // namespace
}  // namespace noether::formula
