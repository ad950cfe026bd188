#include "noether/algebra/notation/matrix_names.h"

#include <gtest/gtest.h>

#include "noether/algebra/decide/decide_equations.h"
#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/notation/write_expression.h"

namespace noether::algebra {
namespace {

class Matrices : public testing::Test {
 protected:
  ExprId latex(std::string_view text) {
    const auto id = reader_.read(formula::Notation::Latex, text, pool_);
    EXPECT_TRUE(id) << text << ": " << (id ? "" : id.error().message);
    return id.value_or(kNoExpr);
  }
  Verdict verdict(std::string_view left, std::string_view right) {
    // In this order: a name that is a matrix on the left is one on the right.
    const ExprId first = latex(left);
    const ExprId second = latex(right);
    return decide(pool_, first, second).verdict;
  }

  Vocabulary vocabulary_;
  Expressions pool_{vocabulary_};
  ExpressionReader reader_;
};

TEST_F(Matrices, DoNotCommute) {
  const std::pair<const char*, const char*> different[] = {
      {R"(\mathbf{A}\mathbf{B})", R"(\mathbf{B}\mathbf{A})"},
      {R"(\boldsymbol{\Sigma}\boldsymbol{\mu})", R"(\boldsymbol{\mu}\boldsymbol{\Sigma})"},
      {R"(\bm{A}\bm{B})", R"(\bm{B}\bm{A})"},
      {R"(\vec a\vec b)", R"(\vec b\vec a)"},
      {R"(\vec a\times\vec b)", R"(\vec b\times\vec a)"},
      {R"(\vec a\times\vec b)", R"(\vec a\cdot\vec b)"},
      {R"((\vec a\cdot\vec b)\vec c)", R"(\vec a(\vec b\cdot\vec c))"},
      {R"(A^TB)", R"(BA^T)"},
      {R"(A^\top B)", R"(BA^\top)"},
      {R"(x^TAx)", R"(Axx^T)"},
      {R"(\det(AB))", R"(\det(BA))"},
      {R"(A^\top Ax)", R"(xA^\top A)"},
      {R"(\begin{pmatrix}1&2\\3&4\end{pmatrix}x)", R"(x\begin{pmatrix}1&2\\3&4\end{pmatrix})"},
      {R"(\operatorname{tr}(A)BC)", R"(\operatorname{tr}(A)CB)"},
      {R"(e^{\mathbf{A}}e^{\mathbf{B}})", R"(e^{\mathbf{B}}e^{\mathbf{A}})"},
      {R"(\mathbf{A}^{-1}\mathbf{B})", R"(\mathbf{B}\mathbf{A}^{-1})"},
      {R"(\mathbf{A}^*\mathbf{B})", R"(\mathbf{B}\mathbf{A}^*)"},
      {R"(\hat{\mathbf{A}}\mathbf{B})", R"(\mathbf{B}\hat{\mathbf{A}})"},
      {R"(\mathbf{A}(t)\mathbf{B}(t))", R"(\mathbf{B}(t)\mathbf{A}(t))"},
      {R"(\mathbf{A}_1\mathbf{A}_2)", R"(\mathbf{A}_2\mathbf{A}_1)"},
      {R"(\mathbf{A}_{ij})", R"(\mathbf{A}_{ji})"},
      {R"(\overrightarrow{AB})", R"(\overrightarrow{BA})"},
      {R"((\mathbf{A}+\mathbf{B})^2)", R"(\mathbf{A}^2+2\mathbf{A}\mathbf{B}+\mathbf{B}^2)"},
      {R"((\mathbf{A}\mathbf{B})^2)", R"(\mathbf{A}^2\mathbf{B}^2)"},
      {R"(\sum_{k=1}^n\mathbf{A}_k\mathbf{B})", R"(\mathbf{B}\sum_{k=1}^n\mathbf{A}_k)"},
      {R"(\frac{\mathbf{A}\mathbf{B}}{\mathbf{B}})", R"(\mathbf{A})"},
      {R"(\sqrt{\mathbf{A}^2})", R"(|\mathbf{A}|)"},
  };
  for (const auto& [left, right] : different) {
    EXPECT_EQ(verdict(left, right), Verdict::Unknown) << left << " and " << right;
  }
}

TEST_F(Matrices, MayBeAddedAndScaledInAnyOrder) {
  const std::pair<const char*, const char*> same[] = {
      {R"(\mathbf{A}+\mathbf{B})", R"(\mathbf{B}+\mathbf{A})"},
      {R"(2\mathbf{A}+3\mathbf{A})", R"(5\mathbf{A})"},
      {R"((2\mathbf{A})\mathbf{B})", R"(\mathbf{A}(2\mathbf{B}))"},
      {R"(\mathbf{A}(\mathbf{B}+\mathbf{C}))", R"(\mathbf{A}\mathbf{C}+\mathbf{A}\mathbf{B})"},
      {R"(xy\vec a)", R"(y\vec a x)"},
      {R"((x+1)^2\mathbf{v})", R"(\mathbf{v}+2x\mathbf{v}+x^2\mathbf{v})"},
      {R"(|\mathbf{a}||\mathbf{b}|)", R"(|\mathbf{b}||\mathbf{a}|)"},
      {R"(\det(\mathbf{A})\det(\mathbf{B}))", R"(\det(\mathbf{B})\det(\mathbf{A}))"},
      {R"((A+B)^\top)", R"(B^\top+A^\top)"},
      {R"((A^T)^T)", R"(A)"},
  };
  for (const auto& [left, right] : same) {
    reader_ = {};
    reader_.remember_matrices();
    EXPECT_EQ(verdict(left, right), Verdict::Proven) << left << " and " << right;
  }
}

TEST_F(Matrices, AreDeclared) {
  EXPECT_EQ(verdict("AB", "BA"), Verdict::Proven);
  reader_.declare_matrices({"A", "B", "C"});
  EXPECT_EQ(verdict("AB", "BA"), Verdict::Unknown);
  EXPECT_EQ(verdict("xAB", "AxB"), Verdict::Proven);
  EXPECT_EQ(verdict("(AB)C", "A(BC)"), Verdict::Proven);
  EXPECT_EQ(verdict("A^2A", "AA^2"), Verdict::Proven);
}

TEST_F(Matrices, AreTransposedByARaisedT) {
  EXPECT_EQ(latex("A^T"), latex(R"(A^\top)"));
  EXPECT_EQ(latex("A^{T}"), latex(R"(A^{\top})"));
  EXPECT_EQ(latex(R"(\mathbf{A}^T)"), latex(R"(\mathbf{A}^\top)"));
  // If T is a number, it is an exponent.
  EXPECT_TRUE(contains(pool_, latex("A^T+T"), Op::Power));
  EXPECT_TRUE(contains(pool_, latex("(1+R)^T"), Op::Power));
  EXPECT_EQ(pool_.op(latex("x^T")), Op::Power);
  EXPECT_EQ(pool_.op(latex("2^T")), Op::Power);
}

TEST_F(Matrices, AreWrittenInTheOrderTheyAreRead) {
  const auto again = [&](std::string_view text) {
    return expression_text(formula::Notation::Latex, pool_, latex(text));
  };
  EXPECT_EQ(again(R"(\mathbf{B}\mathbf{A})"), R"(\mathbf{B}\mathbf{A})");
  EXPECT_EQ(again(R"(2\mathbf{B}\mathbf{A})"), R"(2\mathbf{B}\mathbf{A})");
  EXPECT_EQ(again(R"(\vec b\times\vec a)"), R"(\vec{b}\times\vec{a})");
}

TEST_F(Matrices, HaveFingerprintsThatTellTheirOrder) {
  EXPECT_NE(fingerprint(pool_, latex(R"(\mathbf{A}\mathbf{B})"), Names::Keep),
            fingerprint(pool_, latex(R"(\mathbf{B}\mathbf{A})"), Names::Keep));
}

}  // namespace
}  // namespace noether::algebra
