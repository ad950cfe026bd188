#include "noether/algebra/simplify/varied_equivalents.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/notation/write_expression.h"

namespace noether::algebra {
namespace {

class VariedEquivalents : public testing::Test {
 protected:
  std::vector<ExprId> varied(std::string_view text, std::size_t count) {
    const auto id = read_expression(formula::Notation::Latex, text, pool_);
    EXPECT_TRUE(id) << text;
    Equalities equalities(vocabulary_, RuleBook::shipped({}));
    const auto root = equalities.add(pool_, *id);
    equalities.saturate({.limits = {.made_nodes = 3000, .seconds = 1000}});
    Equivalents equivalents(equalities.graph(), root, 25);
    return varied_equivalents(equivalents, pool_, count, 25);
  }

  Vocabulary vocabulary_;
  Expressions pool_{vocabulary_};
};

TEST_F(VariedEquivalents, AreSpreadOverRootsAndShapes) {
  for (const char* text : {R"(\sin 2x)", R"((a+b)^2-4ab)", R"(\frac{1}{x(x+1)})", R"(\ln(x^2y))"}) {
    const auto forms = varied(text, 20);
    ASSERT_GE(forms.size(), 12U) << text;
    std::set<std::uint32_t> roots;
    for (const ExprId form : forms) roots.insert(pool_.head(form).code);
    EXPECT_GE(roots.size(), 3U) << text;
    EXPECT_EQ(std::set<ExprId>(forms.begin(), forms.end()).size(), forms.size());
  }
}

TEST_F(VariedEquivalents, BeginWithTheOneThatIsEasiestToRead) {
  const auto first = [&](std::string_view text, std::size_t count) {
    return expression_text(formula::Notation::Latex, pool_, varied(text, count).front());
  };
  EXPECT_EQ(first("x+x", 5), "2x");
  EXPECT_EQ(first(R"(\sin 2x)", 3), R"(\sin 2x)");
}

TEST_F(VariedEquivalents, DifferInMoreThanTheOrderOfTheirTerms) {
  std::set<std::string> written;
  for (const ExprId form : varied("a+b+c", 20)) {
    written.insert(expression_text(formula::Notation::Latex, pool_, form));
  }
  const auto count = [&](const std::vector<std::string>& forms) {
    return std::ranges::count_if(forms, [&](const auto& form) { return written.contains(form); });
  };
  EXPECT_EQ(count({"c+(-a-b)(-1)", "c+(-b-a)(-1)", "(-a-b)(-1)+c", "(-b-a)(-1)+c"}), 1);
  EXPECT_LE(count({"(-a-b-c)(-1)", "(-b-a-c)(-1)", "(-c-a-b)(-1)", "(-c-b-a)(-1)"}), 1);
}

TEST_F(VariedEquivalents, AreTheSameEachTime) {
  EXPECT_EQ(varied(R"(\sin 2x)", 20), varied(R"(\sin 2x)", 20));
}

}  // namespace
}  // namespace noether::algebra
