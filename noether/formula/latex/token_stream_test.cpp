#include "noether/formula/latex/token_stream.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace noether::formula {
namespace {

std::vector<Token> lex(std::string_view input) {
  LatexLexer lexer;
  lexer.reset(input);
  std::vector<Token> tokens;
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) {
    tokens.push_back(token);
  }
  return tokens;
}

std::string rest_of(TokenStream& stream) {
  std::string text;
  for (Token token = stream.take(); token.kind != TokenKind::End; token = stream.take()) {
    if (!text.empty()) text += ' ';
    text += token.text;
  }
  return text;
}

Macro macro(std::string_view name, int parameters, std::string_view body) {
  Macro made;
  made.name = name;
  made.parameters = parameters;
  made.body = lex(body);
  return made;
}

TEST(TokenStream, PutsArgumentsIntoTheBody) {
  TokenStream stream;
  stream.reset("\\f{ab}c d");
  stream.define(macro("f", 2, "#2+#1"));
  EXPECT_EQ(rest_of(stream), "c + a b d");
}

TEST(TokenStream, TakesDelimitedArgumentsUpToTheirDelimiters) {
  const auto expand = [](std::string_view pattern, int parameters, std::string_view input) {
    TokenStream stream;
    stream.reset(input);
    Macro made = macro("f", parameters, "#2+#1");
    made.pattern = lex(pattern);
    made.delimited = true;
    stream.define(std::move(made));
    return rest_of(stream);
  };
  EXPECT_EQ(expand("#1.#2;", 2, "\\f ab.c;d"), "c + a b d");
  EXPECT_EQ(expand("(#1,#2)", 2, "\\f(a,b)c"), "b + a c");
  EXPECT_EQ(expand("#1to#2.", 2, "\\f0to{1.5}.x"), "1 . 5 + 0 x");
  EXPECT_EQ(expand("#1.#2", 2, "\\f{a.b}.cd"), "c + a . b d");
  EXPECT_EQ(expand("#1.#2;", 2, "\\f ab"), "+ a b") << "what is missing takes nothing away";
}

TEST(TokenStream, ExpandsWhatAnExpansionCalls) {
  TokenStream stream;
  stream.reset("\\a");
  stream.define(macro("a", 0, "x\\b"));
  stream.define(macro("b", 0, "y"));
  EXPECT_EQ(rest_of(stream), "x y");
}

TEST(TokenStream, StopsAMacroThatCallsItself) {
  TokenStream stream;
  stream.reset("\\a");
  stream.define(macro("a", 0, "\\a\\a"));
  rest_of(stream);
  EXPECT_TRUE(stream.expansion_limit_hit());
}

TEST(TokenStream, StopsAMacroThatDoublesItsArgument) {
  TokenStream stream;
  stream.reset("\\a{xx}");
  stream.define(macro("a", 1, "\\a{#1#1}"));
  rest_of(stream);
  EXPECT_TRUE(stream.expansion_limit_hit());
}

TEST(TokenStream, TakesAnArgumentUnexpandedWithItsInnerBraces) {
  TokenStream stream;
  stream.reset("{a{b}c}d");
  std::vector<Token> argument;
  ASSERT_TRUE(stream.take_argument(argument));
  EXPECT_EQ(argument.size(), 5u);
  EXPECT_EQ(rest_of(stream), "d");
}

TEST(TokenStream, ReportsAnArgumentThatIsNotClosed) {
  TokenStream stream;
  stream.reset("{ab");
  std::vector<Token> argument;
  EXPECT_FALSE(stream.take_argument(argument));
}

TEST(TokenStream, LaterDefinitionsReplaceEarlierOnes) {
  TokenStream stream;
  stream.reset("\\a");
  stream.define(macro("a", 0, "x"));
  stream.define(macro("a", 0, "y"));
  EXPECT_EQ(rest_of(stream), "y");
}

}  // namespace
}  // namespace noether::formula
