#include "noether/embedding/expression_tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "noether/algebra/expression/operators.h"
#include "noether/base/test_seed.h"
#include "noether/egen/prefix_tokens.h"

namespace noether::embedding {
namespace {

using testing::HasSubstr;

class ExpressionTokenizerTest : public testing::Test {
 protected:
  std::string names(std::string_view prefix) const {
    const auto ids = tokenizer_.encode(prefix);
    if (!ids) return "error: " + ids.error().message;
    std::string text;
    for (const TokenId id : *ids) text += (text.empty() ? "" : " ") + tokenizer_.token(id);
    return text;
  }
  std::string there_and_back(std::string_view prefix) const {
    const auto ids = tokenizer_.encode(prefix);
    if (!ids) return "error: " + ids.error().message;
    return tokenizer_.decode(*ids).value_or("no decoding");
  }

  const ExpressionTokenizer tokenizer_ = ExpressionTokenizer::standard();
};

TEST_F(ExpressionTokenizerTest, GivesOneTokenToOperatorsVariablesAndSmallNumbers) {
  EXPECT_EQ(names("* -2 pow acsch * 7 x 2"), "<bos> * -2 pow acsch * 7 x 2 <eos>");
  EXPECT_EQ(names("- 100 -100"), "<bos> - 100 -100 <eos>");
  EXPECT_EQ(names("integral#4 x x 0 pi"), "<bos> integral#4 x x 0 pi <eos>");
}

TEST_F(ExpressionTokenizerTest, SpellsOtherNumbers) {
  EXPECT_EQ(names("101"), "<bos> <+> <1> <0> <1> <eos>");
  EXPECT_EQ(names("+ -2.75 .5"), "<bos> + <-> <2> <.> <7> <5> <+> <.> <5> <eos>");
  // 7 and 0 are not written like this, so the texts remain unchanged.
  EXPECT_EQ(names("+ 07 -0"), "<bos> + <+> <0> <7> <-> <0> <eos>");
}

TEST_F(ExpressionTokenizerTest, KnowsEveryOperatorOfAlgebra) {
  for (std::size_t number = 0; number < algebra::kOpCount; ++number) {
    const auto op = static_cast<algebra::Op>(number);
    if (algebra::has_index(op)) continue;
    std::string text = egen::prefix_token_of(op);
    for (int operand = 0; operand < algebra::op_arity(op); ++operand) text += " x";
    EXPECT_TRUE(tokenizer_.encode(text)) << text;
  }
}

TEST_F(ExpressionTokenizerTest, ReadsOtherNamesOfOperators) {
  EXPECT_EQ(names("defint x x 0 1"), names("integral#4 x x 0 1"));
  EXPECT_EQ(names("log x"), names("ln x"));
}

TEST_F(ExpressionTokenizerTest, RenamesVariablesInAlphabeticalOrder) {
  EXPECT_EQ(names("+ b a"), "<bos> + y x <eos>");
  EXPECT_EQ(names("* alpha_1 + β alpha_1"), "<bos> * x + y x <eos>");
  EXPECT_EQ(names("+ q x"), "<bos> + x y <eos>");
  EXPECT_EQ(names("sin variable:d"), "<bos> sin x <eos>");
}

TEST_F(ExpressionTokenizerTest, KeepsVariablesThatItKnows) {
  EXPECT_EQ(names("+ t s"), "<bos> + t s <eos>");
  EXPECT_EQ(names("sin y"), "<bos> sin y <eos>");
}

TEST_F(ExpressionTokenizerTest, NamesTheUnknownOperatorAndItsPlace) {
  const auto ids = tokenizer_.encode("+ 1 f#1 x");
  ASSERT_FALSE(ids);
  EXPECT_EQ(ids.error().message, "unknown operator 'f#1'");
  EXPECT_EQ(ids.error().span, (base::Span{4, 7}));
}

TEST_F(ExpressionTokenizerTest, RefusesWhatIsNotOneExpression) {
  EXPECT_THAT(names(""), HasSubstr("empty"));
  EXPECT_THAT(names(" \t"), HasSubstr("empty"));
  EXPECT_THAT(names("+ x"), HasSubstr("operand is missing"));
  EXPECT_THAT(names("sin x y"), HasSubstr("'y' comes after the end"));
  EXPECT_THAT(names("x+1"), HasSubstr("unknown operator 'x+1'"));
  const auto unknown = tokenizer_.encode("erf x");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().hint, HasSubstr("'erf'"));
}

TEST_F(ExpressionTokenizerTest, RefusesMoreVariablesThanItHas) {
  EXPECT_TRUE(tokenizer_.encode("+ a + b + c + f + g + h + j k"));
  EXPECT_THAT(names("+ a + b + c + f + g + h + j + k l"), HasSubstr("more than 8 variables"));
}

TEST_F(ExpressionTokenizerTest, LeavesTheOutputAloneOnAnError) {
  std::vector<TokenId> ids{7};
  EXPECT_FALSE(tokenizer_.append("+ x", ids));
  EXPECT_EQ(ids, std::vector<TokenId>{7});
}

TEST_F(ExpressionTokenizerTest, GivesRandomExpressionsBack) {
  const auto seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  const auto draw = [&](int count) { return std::uniform_int_distribution(0, count - 1)(random); };
  const std::vector<std::string> leaves = {"x", "s", "pi", "-7", "0.25", "-1234.5", "99999", "i"};
  const std::vector<std::string> unary = {"sin", "gamma#1", "sqrt", "acoth"};
  const std::vector<std::string> binary = {"+", "pow", "log#2", "d x"};
  const auto any = [&](const auto& list) {
    return list[static_cast<std::size_t>(draw(static_cast<int>(list.size())))];
  };
  const auto expression = [&](auto&& self, int depth) -> std::string {
    const int kind = depth == 0 ? 0 : draw(3);
    if (kind == 0) return any(leaves);
    if (kind == 1) {
      const std::string function = any(unary);
      return function + " " + self(self, depth - 1);
    }
    const std::string op = any(binary);
    const std::string left = op == "d x" ? "" : " " + self(self, depth - 1);
    return op + left + " " + self(self, depth - 1);
  };
  for (int round = 0; round < 300; ++round) {
    const std::string text = expression(expression, 6);
    EXPECT_EQ(there_and_back(text), text);
  }
}

TEST_F(ExpressionTokenizerTest, RefusesToDecodeBrokenNumbers) {
  const auto ids = [&](std::initializer_list<std::string_view> tokens) {
    std::vector<TokenId> list;
    for (const std::string_view token : tokens) {
      for (std::size_t id = 0; id < tokenizer_.size(); ++id) {
        if (tokenizer_.token(static_cast<TokenId>(id)) == token) {
          list.push_back(static_cast<TokenId>(id));
        }
      }
    }
    return list;
  };
  EXPECT_EQ(tokenizer_.decode(ids({"<bos>", "<->", "<1>", "<.>", "<5>", "<eos>"})).value(), "-1.5");
  EXPECT_EQ(tokenizer_.decode(ids({"+", "<+>", "<1>", "<+>", "<5>"})).value(), "+ 1 5");
  EXPECT_FALSE(tokenizer_.decode(ids({"<1>"})));
  EXPECT_FALSE(tokenizer_.decode(ids({"<+>", "x"})));
  EXPECT_FALSE(tokenizer_.decode(ids({"<+>", "<1>", "<.>", "<.>"})));
  EXPECT_FALSE(tokenizer_.decode(std::vector<TokenId>{60'000}));
}

TEST_F(ExpressionTokenizerTest, HasNoTokenTwice) {
  std::set<std::string> seen;
  for (std::size_t id = 0; id < tokenizer_.size(); ++id) {
    EXPECT_TRUE(seen.insert(tokenizer_.token(static_cast<TokenId>(id))).second);
  }
  EXPECT_EQ(tokenizer_.token(ExpressionTokenizer::kPad), "<pad>");
  EXPECT_EQ(tokenizer_.token(ExpressionTokenizer::kBos), "<bos>");
  EXPECT_EQ(tokenizer_.token(ExpressionTokenizer::kEos), "<eos>");
}

TEST_F(ExpressionTokenizerTest, IsTheSameAfterAFile) {
  const auto read = ExpressionTokenizer::from_json(tokenizer_.to_json());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->to_json(), tokenizer_.to_json());
  ASSERT_EQ(read->size(), tokenizer_.size());
  for (const char* text : {"+ a defint x x 0 1", "max#3 -101 2.5 e"}) {
    EXPECT_EQ(read->encode(text).value(), tokenizer_.encode(text).value());
  }
}

TEST_F(ExpressionTokenizerTest, RefusesBrokenFilesWithTheReason) {
  const std::string good = tokenizer_.to_json();
  const auto with = [&](std::string_view old_text, std::string_view new_text) {
    std::string json = good;
    const std::size_t at = json.find(old_text);
    EXPECT_NE(at, std::string::npos) << old_text;
    json.replace(at, old_text.size(), new_text);
    const auto read = ExpressionTokenizer::from_json(json);
    return read ? std::string("read") : read.error().message;
  };
  EXPECT_THAT(ExpressionTokenizer::from_json("").error().message, HasSubstr("not a tokenizer"));
  EXPECT_THAT(with("noether-expression-tokenizer", "bpe"), HasSubstr("format"));
  EXPECT_THAT(with("\"version\": 1", "\"version\": 2"), HasSubstr("version"));
  EXPECT_THAT(with("\"<pad>\"", "\"<unk>\""), HasSubstr("specials"));
  EXPECT_THAT(with("\"cos\"", "\"sin\""), HasSubstr("twice"));
  EXPECT_THAT(with("-100", "-1e30"), HasSubstr("whole number"));
  EXPECT_THAT(with("-100", "18446744073709551615"), HasSubstr("between"));
  EXPECT_THAT(with("\"x\"", "\"x y\""), HasSubstr("blanks"));
  EXPECT_THAT(with("\"<+>\"", "\"<9>\""), HasSubstr("number_parts"));
  EXPECT_THAT(with("\"defint\": \"integral#4\"", "\"defint\": \"quad\""), HasSubstr("alias"));
}

}  // namespace
}  // namespace noether::embedding
