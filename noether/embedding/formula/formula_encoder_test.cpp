#include "noether/embedding/formula/formula_encoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "noether/base/temporary_folder.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/embedding/formula/even_shape.h"
#include "noether/formula/formula_io.h"

namespace noether::embedding {
namespace {

// The shipped encoder.
const FormulaEncoder& encoder() {
  static const FormulaEncoder opened =
      FormulaEncoder::open(NOETHER_SOURCE_DIR "/models/formula-encoder").value();
  return opened;
}

std::vector<float> part_of(std::string_view latex, bool meaning) {
  const auto vector = encoder().embed(latex, formula::Notation::Latex);
  EXPECT_TRUE(vector) << latex;
  if (!vector) return {};
  const auto border = vector->begin() + static_cast<std::ptrdiff_t>(encoder().meaning_width());
  return meaning ? std::vector<float>(vector->begin(), border)
                 : std::vector<float>(border, vector->end());
}
std::vector<float> meaning_of(std::string_view latex) { return part_of(latex, true); }
std::vector<float> shape_of(std::string_view latex) { return part_of(latex, false); }

double cosine(const std::vector<float>& a, const std::vector<float>& b) {
  const auto product = [](const std::vector<float>& u, const std::vector<float>& v) {
    return std::inner_product(u.begin(), u.end(), v.begin(), 0.0);
  };
  return product(a, b) / std::sqrt(product(a, a) * product(b, b));
}
double by_meaning(std::string_view a, std::string_view b) {
  return cosine(meaning_of(a), meaning_of(b));
}
double by_shape(std::string_view a, std::string_view b) { return cosine(shape_of(a), shape_of(b)); }

TEST(FormulaEncoder, HasTheSameMeaningUnderRenaming) {
  EXPECT_EQ(meaning_of("p(1-p)^{k-1}"), meaning_of("x(1-x)^{y-1}"));
  EXPECT_EQ(meaning_of("p(1-p)^{k-1}"), meaning_of("p(1-p)^{x-1}"));
  EXPECT_EQ(meaning_of("\\sum_{i=1}^n f(x_i)"), meaning_of("\\sum_{k=1}^m g(a_k)"));
  EXPECT_EQ(meaning_of("x \\in A \\cup B"), meaning_of("y \\in C \\cup D"));
  EXPECT_GT(by_shape("p(1-p)^{k-1}", "x(1-x)^{y-1}"), 0.4);
  EXPECT_GT(by_shape("p(1-p)^{k-1}", "x(1-x)^{y-1}"), by_shape("p(1-p)^{k-1}", "p+k^2=1"));
}

TEST(FormulaEncoder, ForgetsTheOrderOfOperandsThatCommute) {
  for (const auto& [a, b] :
       {std::pair{"x^2+3xy+1=z", "z=1+3yx+x^2"}, {"A\\cup B=\\emptyset", "\\emptyset=B\\cup A"}}) {
    EXPECT_EQ(encoder().embed(a, formula::Notation::Latex).value(),
              encoder().embed(b, formula::Notation::Latex).value());
  }
  EXPECT_LT(by_meaning("x<y^2", "y^2<x"), 0.99);
}

TEST(FormulaEncoder, TellsTheVariablesOfOneFormulaApart) {
  EXPECT_LT(by_meaning("x=x", "x=y"), 0.99);
  EXPECT_LT(by_meaning("x+y", "x+x"), 0.99);
  EXPECT_LT(by_meaning("x\\in A, y\\in A", "x\\in A, x\\in A"), 0.999);
}

TEST(FormulaEncoder, KeepsWhatIsNoName) {
  EXPECT_LT(by_meaning("2\\pi", "2x"), 0.99);
  EXPECT_LT(by_meaning("e^x", "a^x"), 0.99);
  EXPECT_LT(by_meaning("x+i y", "x+ay"), 0.99);
  EXPECT_LT(by_meaning("y\\,dx", "y\\,ax"), 0.99);
  EXPECT_LT(by_meaning("x\\in\\mathbb R", "x\\in\\mathbb N"), 0.99);
}

TEST(FormulaEncoder, GivesOneMeaningToWhatIsWorthTheSame) {
  EXPECT_EQ(meaning_of("x+x"), meaning_of("2x"));
  EXPECT_EQ(meaning_of("f(x)=\\sin(2x)"), meaning_of("f(x)=2\\sin x\\cos x"));
  EXPECT_EQ(meaning_of("\\int_0^1 (x+x)\\,dx"), meaning_of("\\int_0^1 2x\\,dx"));
  EXPECT_LT(by_meaning("2x", "3x"), 0.999);
  EXPECT_GT(by_meaning("y=x\\sin x", "x\\sin x"), 0.5);
}

TEST(FormulaEncoder, MeansByAnExpressionWhatTheEncoderOfExpressionsDoes) {
  const std::vector<std::string> prefix = {"+ sin x y"};
  const auto expected = encoder().expressions().embed(prefix).value();
  const auto made = meaning_of("\\sin x+y");
  ASSERT_EQ(made.size(), expected.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_NEAR(made[i], expected[i] * std::sqrt(kMeaningShare), 1e-6);
  }
}

TEST(FormulaEncoder, TellsTinyValuesAndConjugatesApart) {
  EXPECT_LT(by_meaning("\\ln(\\sin x)^{9^{-10}}", "1"), 0.9);
  EXPECT_LT(by_meaning("\\ln(\\sin x)^{9^{-10}}", "0"), 0.9);
  EXPECT_LT(by_meaning("10^{-9}x", "10^{-9}\\cos x"), 0.99);
  EXPECT_LT(by_meaning("e^{ix}", "e^{-ix}"), 0.99);
  EXPECT_LT(by_meaning("a+ib", "a-ib"), 0.99);
}

TEST(FormulaEncoder, ReadsWhatHasNoValues) {
  for (const char* latex : {"\\frac{1}{0}",
                            "\\infty-\\infty",
                            "0\\cdot\\infty",
                            "10^{10^{10^{10}}}",
                            "\\ln 0",
                            "\\foo{x}",
                            "\\text{if } n \\text{ is even}",
                            "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}",
                            "\\forall x\\exists y\\; x<y",
                            "\\lim_{x\\to 0}\\frac{\\sin x}{x}",
                            "f:A\\to B",
                            "\\{",
                            "^",
                            "x_{",
                            "\\int",
                            "\\sum",
                            ")(",
                            "\\frac{}{}",
                            "∀∃⊕",
                            "\\sqrt[x]{}",
                            "+",
                            "a b c d f g h j k l m"}) {
    const auto vector = encoder().embed(latex, formula::Notation::Latex);
    ASSERT_TRUE(vector) << latex;
    double squares = 0;
    for (const float number : *vector) squares += static_cast<double>(number * number);
    EXPECT_NEAR(squares, 1, 1e-4) << latex;
  }
}

TEST(FormulaEncoder, RefusesWhatIsEmpty) {
  EXPECT_FALSE(encoder().embed("", formula::Notation::Latex));
  EXPECT_FALSE(encoder().embed(" \t", formula::Notation::Latex));
}

TEST(FormulaEncoder, ReadsLargeAndDeepFormulas) {
  std::string wide = "x";
  for (int i = 0; i < 3'000; ++i) wide += "+x_{" + std::to_string(i) + "}=y";
  EXPECT_TRUE(encoder().embed(wide, formula::Notation::Latex));
  std::string deep;
  for (int i = 0; i < 240; ++i) deep += "\\sqrt{i+";
  EXPECT_TRUE(encoder().embed(deep + "x" + std::string(240, '}'), formula::Notation::Latex));
}

// The bits are the same for int8 weights; products of float32 depend on the batch.
TEST(FormulaEncoder, GivesTheSameVectorsAloneTogetherAndByThreads) {
  const std::vector<std::string> latex = {"x+1", "", "x \\in A", "\\sum_{n=1}^k n^2", "x+1=2y"};
  std::vector<float> one(latex.size() * encoder().width());
  std::vector<float> two(latex.size() * encoder().width());
  const auto read = encoder().embed_all(latex, one, 1);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, std::vector<bool>({true, false, true, true, true}));
  ASSERT_TRUE(encoder().embed_all(latex, two, 3));
  EXPECT_EQ(one, two);
  for (std::size_t i = 0; i < latex.size(); ++i) {
    if (!(*read)[i]) continue;
    const auto alone = encoder().embed(latex[i], formula::Notation::Latex).value();
    const auto together = std::span<const float>(one).subspan(i * alone.size(), alone.size());
    EXPECT_TRUE(std::ranges::equal(alone, together)) << latex[i];
  }
}

TEST(FormulaEncoder, WeighsPartsOfAQuestion) {
  const auto stored = encoder().embed("x+1=2", formula::Notation::Latex).value();
  for (const std::string& name : vector_part_names()) {
    const PartWeights weights = part_weights(*vector_part_by_name(name));
    std::vector<float> question = stored;
    encoder().weigh_parts(question, weights);
    EXPECT_NEAR(std::inner_product(question.begin(), question.end(), question.begin(), 0.0), 1,
                1e-5);
    const double product =
        std::inner_product(question.begin(), question.end(), stored.begin(), 0.0);
    EXPECT_NEAR(product * static_cast<double>(FormulaEncoder::cosine_factor(weights)), 1, 1e-5)
        << name;
  }
  EXPECT_FALSE(vector_part_by_name("looks"));
}

TEST(FormulaEncoder, OpensOnlyFoldersThatAreWhole) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(write_random_model(folder.path()));
  EXPECT_FALSE(FormulaEncoder::is_in(folder.path()));
  EXPECT_FALSE(FormulaEncoder::open(folder.path()));
  ASSERT_TRUE(even_shape().write(folder / "shape.safetensors"));
  EXPECT_TRUE(FormulaEncoder::is_in(folder.path()));
  const auto of_tokens = FormulaEncoder::open(folder.path());
  ASSERT_FALSE(of_tokens);
  EXPECT_NE(of_tokens.error().message.find("reads values"), std::string::npos);
}

}  // namespace
}  // namespace noether::embedding
