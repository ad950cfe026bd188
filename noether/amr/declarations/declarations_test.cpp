// Tests the declarations found in graphs by people and by parsers.
#include "noether/amr/declarations/declarations.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "noether/amr/declarations/kind_words.h"
#include "noether/amr/mathamr/formula_splice.h"
#include "noether/amr/penman.h"
#include "noether/formula/formula_io.h"

namespace noether::amr {
namespace {

using Latex = std::vector<std::string>;  // LaTeX of the formulas 1, 2, ...

class Declarations : public testing::Test {
 protected:
  // "G: every not finite group; ..."
  std::string declared(std::string_view graph, const Latex& latex = {}, bool is_spliced = false) {
    std::vector<formula::Formula> read(latex.size());
    std::vector<SentenceFormula> formulas;
    for (std::size_t i = 0; i < latex.size(); ++i) {
      EXPECT_TRUE(reader_.read(formula::Notation::Latex, latex[i], read[i]));
      formulas.push_back({std::to_string(i + 1), &read[i]});
    }
    const auto tree = read_penman(graph);
    EXPECT_TRUE(tree) << tree.error().message;
    Graph sentence = graph_of(*tree);
    if (is_spliced) {
      sentence = splice_formulas(sentence, formulas);
      formulas.clear();
    }
    std::string all;
    for (const Declaration& found : declarations_in(sentence, formulas)) {
      all += fmt::format("{}{}: {}{}{}", all.empty() ? "" : "; ", found.symbol,
                         found.quantifier.empty() ? "" : found.quantifier + " ",
                         found.is_negated ? "not " : "", found.kind);
    }
    return all;
  }

  formula::FormulaReader reader_;
};

TEST_F(Declarations, AreCopulas) {
  // "Let G be a finite group."
  const std::string graph =
      "(l / let-01 :ARG1 (g / group :mod (f / finite) :domain (s / string-entity :value "
      "\"eqx1eqx\")))";
  EXPECT_EQ(declared(graph), "eqx1eqx: finite group");
  EXPECT_EQ(declared(graph, {"G"}), "G: finite group");
  EXPECT_EQ(declared(graph, {"(G,\\cdot)"}), "G: finite group");
  EXPECT_EQ(declared(graph, {"G"}, true), "G: finite group");
  EXPECT_EQ(declared("(g / group :domain eqx1eqx)", {"G"}), "G: group");
  EXPECT_EQ(declared("(h / have-mod-91 :ARG1 eqx1eqx :ARG2 (m / matrix))", {"A"}), "A: matrix");
  EXPECT_EQ(
      declared("(d / denote-01 :arg0 (e / eqx1eqx) :arg1 (s / set :consist-of (i / integer)))",
               {"Z"}),
      "Z: set of integer");
}

TEST_F(Declarations, AreAppositionsOfNames) {
  EXPECT_EQ(declared("(m / matrix :mod (s / string-entity :value \"eqx1eqx\"))", {"A"}),
            "A: matrix");
  EXPECT_EQ(declared("(m / matrix :mod (s / string-entity :value \"eqx1eqx\"))", {"n \\times n"}),
            "");
  EXPECT_EQ(declared("(g / group :name (n / name :op1 \"eqx1eqx\"))", {"G"}), "G: group");
  EXPECT_EQ(declared("(g / group :name (n / name :op1 \"G\"))"), "G: group");
  EXPECT_EQ(declared("(d / derivative :mod (s / string-entity :value \"eqx1eqx\"))", {"f"}), "");
  EXPECT_EQ(declared("(e / equation :mod (s / string-entity :value \"eqx1eqx\"))", {"y=x+1"}),
            "y = x + 1: equation");
}

TEST_F(Declarations, CallNoStatementAThing) {
  EXPECT_EQ(declared("(r / root :domain eqx1eqx)", {"2a+b=3"}), "");
  EXPECT_EQ(declared("(e / equation :domain eqx1eqx)", {"2a+b=3"}), "2a + b = 3: equation");
}

TEST_F(Declarations, HaveQuantifiersAndModifiers) {
  EXPECT_EQ(
      declared("(p / exist-01 :ARG1 (s / string-entity :value \"eqx1eqx\" :mod (p2 / prime)))",
               {"p"}),
      "p: some prime");
  EXPECT_EQ(
      declared("(s / string-entity :value \"eqx1eqx\" :mod (e / every) :mod (p / prime))", {"p"}),
      "p: every prime");
  EXPECT_EQ(declared("(n / number :quant (a / all) :ARG1-of (r / real-04) :domain eqx1eqx)", {"x"}),
            "x: every real number");
  EXPECT_EQ(declared("(s / set :ARG1-of (e / empty-02 :polarity -) :domain eqx1eqx)", {"S"}),
            "S: nonempty set");
  EXPECT_EQ(declared("(c / continue-01 :ARG1 (s / string-entity :value \"eqx1eqx\"))", {"f(x)"}),
            "f: continuous");
}

TEST_F(Declarations, FollowConjunctions) {
  EXPECT_EQ(declared("(n / number :mod (r / rational) :domain (a / and :op1 (s / string-entity "
                     ":value \"eqx1eqx\") :op2 (s2 / string-entity :value \"eqx2eqx\")))",
                     {"a", "b"}),
            "a: rational number; b: rational number");
  EXPECT_EQ(declared("(a / and :op1 (s / symmetric) :op2 (t / transitive) :domain eqx1eqx)", {"R"}),
            "R: symmetric; R: transitive");
}

TEST_F(Declarations, KnowWhatIsDeniedAndWhatIsAsked) {
  EXPECT_EQ(
      declared("(p / possible-01 :polarity - :ARG1 (p2 / polynomial :domain eqx1eqx))", {"P"}),
      "P: not polynomial");
  EXPECT_EQ(declared("(i / ideal :polarity - :domain eqx1eqx)", {"I"}), "I: not ideal");
  EXPECT_EQ(declared("(i / ideal :polarity (a / amr-unknown) :domain eqx1eqx)", {"I"}), "");
}

TEST_F(Declarations, AreNoActionsAndNoEmptyWords) {
  EXPECT_EQ(declared("(p / prove-01 :ARG1 (s / string-entity :value \"eqx1eqx\"))", {"x"}), "");
  EXPECT_EQ(declared("(a / answer :domain eqx1eqx)", {"x"}), "");
  EXPECT_EQ(declared("(a / amr-unknown :domain eqx1eqx)", {"x"}), "");
  EXPECT_EQ(declared("(e / equal-01 :ARG1 eqx1eqx :ARG2 eqx2eqx)", {"x", "y"}), "");
}

TEST_F(Declarations, TakeWhatFormulasSay) {
  EXPECT_EQ(declared("(t / thing :value eqx1eqx)", {"a,b\\in\\mathbb{R}"}),
            "a: real number; b: real number");
  EXPECT_EQ(declared("(t / thing :value eqx1eqx)", {"f\\colon A\\to B"}), "f: function");
}

TEST_F(Declarations, EndOnGraphsThatAreNoSentences) {
  std::string loop = "(a / and";
  for (int i = 0; i < 900; ++i) loop += " :op1 a :domain a";
  EXPECT_EQ(declared(loop + ")"), "");
  std::string wide = "(g / group";
  for (int i = 0; i < 3000; ++i) wide += " :mod g";
  EXPECT_EQ(declared(wide + ")"), "");
}

TEST(DeclaredNames, AreThoseThatAFormulaIntroduces) {
  formula::FormulaReader reader;
  const std::vector<std::pair<std::string, std::vector<std::string>>> cases = {
      {"G", {"G"}},
      {"a_n", {"a"}},
      {"(x_n)_{n \\ge 1}", {"x"}},
      {"f(x)=x^2", {"f"}},
      {"n>0", {"n"}},
      {"x_1,\\dots,x_n", {"x"}},
      {"n \\times n", {}},
      {"(x,y)", {}},
      {"3", {}},
      {"A \\subset X", {"A"}},
  };
  for (const auto& [latex, names] : cases) {
    formula::Formula formula;
    ASSERT_TRUE(reader.read(formula::Notation::Latex, latex, formula));
    EXPECT_EQ(declared_names(formula.operators).names, names) << latex;
  }
}

}  // namespace
}  // namespace noether::amr
