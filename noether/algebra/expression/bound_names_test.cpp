#include "noether/algebra/expression/bound_names.h"

#include <gtest/gtest.h>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/notation/write_expression.h"

namespace noether::algebra {
namespace {

class BoundNames : public testing::Test {
 protected:
  ExprId latex(std::string_view text) {
    const auto id = read_expression(formula::Notation::Latex, text, pool_);
    EXPECT_TRUE(id) << text << ": " << (id ? "" : id.error().message);
    return id.value_or(kNoExpr);
  }
  Verdict verdict(std::string_view left, std::string_view right) {
    return decide(pool_, latex(left), latex(right)).verdict;
  }

  Vocabulary vocabulary_;
  Expressions pool_{vocabulary_};
};

TEST_F(BoundNames, OfSumsIntegralsAndLimitsDoNotMatter) {
  const std::pair<const char*, const char*> same[] = {
      {R"(\sum_{k=1}^n k)", R"(\sum_{j=1}^n j)"},
      {R"(\int_0^1 f(t)dt)", R"(\int_0^1 f(s)ds)"},
      {R"(\int_0^\infty f(t)dt)", R"(\int_0^\infty f(s)ds)"},
      {R"(\prod_{k=1}^n (x+k))", R"(\prod_{j=1}^n (j+x))"},
      {R"(\lim_{h\to 0} f(x+h))", R"(\lim_{k\to 0} f(x+k))"},
      {R"(\sum_{k=1}^n a_k)", R"(\sum_{j=1}^n a_j)"},
      {R"(\sum_{k=1}^n a_{kk})", R"(\sum_{j=1}^n a_{jj})"},
      {R"(\sum_{k\in S} f(k))", R"(\sum_{j\in S} f(j))"},
      {R"(\sum_{k=1}^n\sum_{j=1}^k kj)", R"(\sum_{j=1}^n\sum_{k=1}^j jk)"},
      {R"(\max_{x\in S} f(x))", R"(\max_{y\in S} f(y))"},
      {R"(\sum_{k} a_k+\sum_{j} b_j)", R"(\sum_{j} b_j+\sum_{m} a_m)"},
      {R"(\int_0^1\left(\int_0^s f(s,t)dt\right)ds)",
       R"(\int_0^1\left(\int_0^t f(t,s)ds\right)dt)"},
      {R"(2\sum_{k=1}^n k+1)", R"(1+\sum_{j=1}^n j+\sum_{i=1}^n i)"},
  };
  for (const auto& [left, right] : same) {
    EXPECT_EQ(verdict(left, right), Verdict::Proven) << left << " and " << right;
  }
}

TEST_F(BoundNames, OfWhatIsFreeStayApart) {
  const std::pair<const char*, const char*> different[] = {
      {R"(\sum_{k=1}^n k)", R"(\sum_{k=1}^m k)"},
      {R"(\sum_{k=1}^n kj)", R"(\sum_{j=1}^n jj)"},
      {R"(\sum_{k=1}^n a_j)", R"(\sum_{j=1}^n a_j)"},
      {R"(\sum_{k=1}^n a_{kj})", R"(\sum_{j=1}^n a_{jj})"},
      {R"(\int f(t)dt)", R"(\int f(s)ds)"},
      {R"(\int_0^t f(t)dt)", R"(\int_0^s f(s)ds)"},
      {R"(\sum_S x)", R"(\sum_T x)"},
      {R"(\sum_{k=1}^n\sum_{j=1}^k a_{kj})", R"(\sum_{k=1}^n\sum_{j=1}^k a_{jk})"},
  };
  for (const auto& [left, right] : different) {
    EXPECT_NE(verdict(left, right), Verdict::Proven) << left << " and " << right;
  }
}

TEST_F(BoundNames, GiveTheSameFingerprint) {
  EXPECT_EQ(fingerprint(pool_, latex(R"(\sum_{k=1}^n k^2)"), Names::Keep),
            fingerprint(pool_, latex(R"(\sum_{j=1}^n j^2)"), Names::Keep));
  EXPECT_NE(fingerprint(pool_, latex(R"(\sum_{k=1}^n k^2)"), Names::Keep),
            fingerprint(pool_, latex(R"(\sum_{k=1}^m k^2)"), Names::Keep));
}

TEST_F(BoundNames, AreThoseThatWereWrittenWhereNothingFreeHasThem) {
  std::array sides{latex(R"(\sum_{k=1}^n k)"), latex(R"(k\sum_{j=1}^n j)")};
  share_bound_names(pool_, sides);
  EXPECT_EQ(expression_text(formula::Notation::Latex, pool_, sides[1]),
            expression_text(formula::Notation::Latex, pool_, latex(R"(k\sum_{j=1}^n j)")));
}

}  // namespace
}  // namespace noether::algebra
