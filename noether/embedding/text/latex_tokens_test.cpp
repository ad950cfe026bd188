// The list of LaTeX tokens, and the tokens of texts in a model that has them.
#include "noether/embedding/text/latex_tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/embedding/text/passages.h"
#include "noether/embedding/text/random_text_model.h"
#include "noether/embedding/text/text_encoder.h"
#include "noether/formula/symbols.h"
#include "noether/neural/model/add_tokens.h"

namespace noether::embedding {
namespace {

using neural::tokens::NewToken;
using neural::tokens::Tokenizer;
using testing::Contains;
using testing::ElementsAre;

std::vector<std::string> read_as(const Tokenizer& tokenizer, const std::string& text) {
  std::vector<std::string> texts;
  for (const neural::TokenId id : tokenizer.encode(text, {.special_tokens = false}).ids) {
    texts.emplace_back(tokenizer.token(id));
  }
  return texts;
}

Tokenizer latex_tokenizer() {
  const auto plain = Tokenizer::open(tokenizer_folder("bert-uncased"));
  return plain.value().with_tokens(latex_tokens()).value().tokenizer;
}

TEST(LatexTokens, AreEachWrittenInWaysOfTheirOwn) {
  std::set<std::string> contents;
  std::set<std::string> ways;
  for (const NewToken& token : latex_tokens()) {
    EXPECT_TRUE(contents.insert(token.content).second) << token.content;
    EXPECT_FALSE(token.formulas.empty());
    for (const std::string& way : token.formulas) EXPECT_TRUE(ways.insert(way).second) << way;
  }
  for (const formula::Symbol& symbol : formula::all_symbols()) {
    const std::string command = "\\" + std::string(symbol.command);
    EXPECT_TRUE(symbol.command.empty() || ways.contains(command)) << command;
  }
  for (const char* way : {"\\frac", "\\sqrt", "\\left", "\\begin", "\\begin{cases}", "\\\\", "\\,",
                          "sin", "<=", "α", "x", "X"}) {
    EXPECT_TRUE(ways.contains(way)) << way;
  }
}

// Figure 2 of the paper on math-adapted language models.
TEST(LatexTokens, KeepTheFormulaOfThePaperWhole) {
  EXPECT_THAT(read_as(latex_tokenizer(), "$\\frac{\\exp(x_i)}{\\sum_j \\exp(x_j)}$"),
              ElementsAre("$", "\\frac", "{", "\\exp", "(", "$x$", "_", "$i$", ")", "}", "{",
                          "\\sum", "_", "$j$", "\\exp", "(", "$x$", "_", "$j$", ")", "}", "$"));
}

TEST(LatexTokens, AreTheSameForWhatIsDrawnTheSame) {
  const Tokenizer tokenizer = latex_tokenizer();
  const auto expected = read_as(tokenizer, "$a\\leq\\alpha$");
  EXPECT_EQ(read_as(tokenizer, "$a\\le α$"), expected);
  EXPECT_EQ(read_as(tokenizer, "$a≤\\alpha$"), expected);
  EXPECT_EQ(read_as(tokenizer, "$\\sin x$"), read_as(tokenizer, "$sin x$"));
  EXPECT_NE(read_as(tokenizer, "$x$"), read_as(tokenizer, "$X$"));
  EXPECT_NE(read_as(tokenizer, "$\\phi$"), read_as(tokenizer, "$\\Phi$"));
}

TEST(LatexTokens, ChangeTheDigestAndNoTextWithoutFormulas) {
  const base::TemporaryFolder folder;
  write_random_text_model(folder / "plain");
  const TextEncoder before = TextEncoder::open(folder / "plain").value();
  auto made = neural::add_tokens(neural::ModelFolder::read(folder / "plain").value(),
                                 before.tokenizer(), latex_tokens());
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_TRUE(neural::write_with_tokenizer(*made, folder / "plain", folder / "latex"));
  const TextEncoder after = TextEncoder::open(folder / "latex").value();
  EXPECT_NE(before.digest(), after.digest());
  for (const std::string text : {"The X of \\frac costs \\$5.", "sin <= alpha", "5$ and more"}) {
    EXPECT_EQ(before.tokenizer().encode(text).ids, after.tokenizer().encode(text).ids) << text;
    EXPECT_EQ(before.encode_query(text)->vector, after.encode_query(text)->vector) << text;
  }
}

// A passage knows the places of its formulas, a query has them between dollar signs: both have the
// same tokens.
TEST(LatexTokens, AreTheSameInPassagesAndInQueries) {
  const base::TemporaryFolder folder;
  write_random_text_model(folder / "plain");
  auto made = neural::add_tokens(neural::ModelFolder::read(folder / "plain").value(),
                                 Tokenizer::open(folder / "plain").value(), latex_tokens());
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_TRUE(neural::write_with_tokenizer(*made, folder / "plain", folder / "latex"));
  const TextEncoder encoder = TextEncoder::open(folder / "latex").value();
  const std::string text = "Why is $X\\le x$ so?";
  text::Document document;
  document.fields.push_back({.name = "body", .text = text, .formulas = {{8, 14, "", ""}}});
  const auto passages = cut_passages(document, encoder);
  ASSERT_EQ(passages.size(), 1U);
  EXPECT_EQ(passages[0].sequence, encoder.tokenizer().encode(text).ids);
  EXPECT_THAT(passages[0].sequence, Contains(*encoder.tokenizer().find("$X$")));
  // The places of formulas show that this dollar sign is money.
  document.fields[0].text = "Costs $5, is $X\\le x$ so?";
  document.fields[0].formulas = {{14, 20, "", ""}};
  EXPECT_THAT(cut_passages(document, encoder)[0].sequence,
              Contains(*encoder.tokenizer().find("$X$")));
}

}  // namespace
}  // namespace noether::embedding
