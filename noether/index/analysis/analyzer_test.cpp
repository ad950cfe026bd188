#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "noether/formula/ids.h"
#include "noether/index/analysis/document_analyzer.h"
#include "noether/index/analysis/packed_tree.h"
#include "noether/index/analysis/spaces.h"

namespace noether::index {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

// A field of text in which formulas stand between dollar signs.
text::Field field(std::string name, std::string text) {
  text::Field made{.name = std::move(name), .text = std::move(text), .formulas = {}};
  for (std::size_t at = made.text.find('$'); at != std::string::npos;) {
    const std::size_t end = made.text.find('$', at + 1);
    made.formulas.push_back(
        {static_cast<std::uint32_t>(at + 1), static_cast<std::uint32_t>(end), "", ""});
    at = made.text.find('$', end + 1);
  }
  return made;
}

class Analyzer : public testing::Test {
 protected:
  void analyze(const std::string& id, std::vector<text::Field> fields) {
    text::Document document;
    document.id = id;
    document.fields = std::move(fields);
    analyze(std::move(document));
  }
  void analyze(text::Document document) {
    const auto done = analyzer_.analyze(std::move(document), builder_, entry_);
    ASSERT_TRUE(done) << done.error().message;
    const auto added = builder_.add(entry_);
    ASSERT_TRUE(added) << added.error().message;
  }
  std::map<std::string, std::uint32_t> words(std::uint32_t space) const {
    std::map<std::string, std::uint32_t> found;
    for (const Term& term : entry_.terms[space].terms) {
      found[std::string(term.text)] = term.weight;
      EXPECT_EQ(term.key, term_key(term.text));
    }
    return found;
  }

  DocumentAnalyzer analyzer_;
  SegmentBuilder builder_{search_schema()};
  DocumentEntry entry_;
};

TEST_F(Analyzer, SchemaHasTheSpacesByTheirNumbers) {
  const Schema& schema = search_schema();
  ASSERT_TRUE(schema.check());
  ASSERT_EQ(schema.spaces.size(), kSearchSpaces);
  EXPECT_EQ(schema.find("words"), space::words);
  EXPECT_EQ(schema.find("document-tuples"), space::document_tuples);
  EXPECT_EQ(schema.find("tuples"), space::tuples);
  EXPECT_EQ(schema.spaces[space::paths].unit, Unit::Formula);
  EXPECT_EQ(schema.spaces[space::document_tuples].unit, Unit::Document);
}

TEST_F(Analyzer, WordsOfATitleWeighMoreThanThoseOfTheBody) {
  analyze("1", {field("title", "Primes"), field("body", "Many primes exist.")});
  EXPECT_THAT(words(space::words),
              UnorderedElementsAre(Pair("prime", 4), Pair("mani", 1), Pair("exist", 1)));
  EXPECT_EQ(entry_.terms[space::words].length, 6);
  EXPECT_THAT(words(space::context), IsEmpty());
}

TEST_F(Analyzer, AnAnswerHasTheTitleAndTagsOfItsQuestionAsContext) {
  text::Document answer;
  answer.id = "2";
  answer.kind = "answer";
  answer.parent = "1";
  answer.tags = {"linear-algebra", "matrices"};
  answer.fields = {field("question-title", "Rank of a matrix"), field("body", "Use columns."),
                   field("comment", "Nice columns")};
  analyze(answer);
  EXPECT_THAT(words(space::words), UnorderedElementsAre(Pair("use", 1), Pair("column", 1)));
  EXPECT_THAT(words(space::context),
              UnorderedElementsAre(Pair("rank", 1), Pair("of", 1), Pair("a", 1), Pair("matrix", 1),
                                   Pair("linear", 1), Pair("algebra", 1), Pair("matric", 1)));
  EXPECT_THAT(words(space::comments), UnorderedElementsAre(Pair("nice", 1), Pair("column", 1)));
  EXPECT_THAT(words(space::tags),
              UnorderedElementsAre(Pair("linear-algebra", 1), Pair("matrices", 1)));
  EXPECT_THAT(words(space::kinds), UnorderedElementsAre(Pair("answer", 1)));
}

TEST_F(Analyzer, AFormulaIsAnalysedOnceAndStandsWhereItIsItsOwn) {
  analyze("1", {field("question-title", "Of $y$"), field("body", "$x+1$ and $x+1$, $ $"),
                field("comment", "or $z$")});
  EXPECT_EQ(builder_.formulas(), 2) << "x+1 and z, but neither the title's y nor the blank";
  ASSERT_EQ(entry_.formulas.size(), 3);
  EXPECT_EQ(entry_.formulas[0].formula, entry_.formulas[1].formula);
  EXPECT_EQ(entry_.formulas[0].field, 1);
  EXPECT_EQ(entry_.formulas[2].field, 2);
}

TEST_F(Analyzer, TuplesOfADocumentAreThoseOfItsFormulasSummedUp) {
  FormulaAnalyzer formulas;
  FormulaEntry x;
  FormulaEntry y;
  formulas.analyze("x+1", x);
  formulas.analyze("y", y);
  analyze("1", {field("title", "$y$"), field("body", "$x+1$ $x+1$")});
  std::map<std::uint64_t, std::uint32_t> expected;
  for (const Term& term : x.terms[1].terms) expected[term.key] += 2 * term.weight;
  for (const Term& term : y.terms[1].terms) expected[term.key] += term.weight;
  std::map<std::uint64_t, std::uint32_t> found;
  for (const Term& term : entry_.terms[space::document_tuples].terms) found[term.key] = term.weight;
  EXPECT_EQ(found, expected);
  EXPECT_EQ(entry_.terms[space::document_tuples].length, 2 * x.terms[1].length + y.terms[1].length);
  // The same again, with the cached formulas.
  analyze("2", {field("title", "$y$"), field("body", "$x+1$ $x+1$")});
  found.clear();
  for (const Term& term : entry_.terms[space::document_tuples].terms) found[term.key] = term.weight;
  EXPECT_EQ(found, expected);
}

TEST_F(Analyzer, AQueryIsCutUpAsADocumentIs) {
  const text::Field query = field("body", "the matrices of matrices $x+1$");
  const auto counted = analyzer_.count_words(query);
  ASSERT_EQ(counted.size(), 3);
  EXPECT_EQ(counted[1].stem, "matric");
  EXPECT_EQ(counted[1].count, 2);
  EXPECT_EQ(counted[1].key, term_key("matric"));
  EXPECT_TRUE(counted[0].stop_word);
  EXPECT_FALSE(counted[1].stop_word);
  const auto tuples = analyzer_.count_tuples(query);
  FormulaAnalyzer formulas;
  FormulaEntry x;
  formulas.analyze("x+1", x);
  ASSERT_EQ(tuples.size(), x.terms[1].terms.size());
  EXPECT_EQ(tuples[0].key, x.terms[1].terms[0].key);
}

TEST(FormulaAnalyzer, KeepsPathsTuplesIdentitiesAndTheTree) {
  FormulaAnalyzer analyzer;
  FormulaEntry entry;
  analyzer.analyze("a+b+c", entry);
  ASSERT_EQ(entry.terms.size(), 2);
  EXPECT_EQ(entry.terms[0].space, space::paths);
  EXPECT_EQ(entry.terms[0].length, 3) << "leaves";
  ASSERT_EQ(entry.terms[0].terms.size(), 1) << "three paths of one kind";
  EXPECT_EQ(entry.terms[0].terms[0].weight, 3) << "that end in one top";
  EXPECT_EQ(entry.terms[1].space, space::tuples);
  formula::OperatorTree tree;
  EXPECT_TRUE(TreeUnpacker().unpack(entry.payload, tree));
  EXPECT_EQ(entry.identities[0], formula::structural_id(tree));
}

TEST(FormulaAnalyzer, TellsHowTwoFormulasAreTheSame) {
  FormulaAnalyzer analyzer;
  const auto identities = [&](const char* latex) {
    FormulaEntry entry;
    analyzer.analyze(latex, entry);
    return entry.identities;
  };
  const auto at = [](Identity identity) { return static_cast<std::size_t>(identity); };
  const auto sum = identities("x+y^2");
  EXPECT_EQ(identities("x + y^{2}"), sum);
  const auto turned = identities("y^2+x");
  EXPECT_EQ(turned[at(Identity::Structure)], sum[at(Identity::Structure)]);
  EXPECT_NE(turned[at(Identity::Drawing)], sum[at(Identity::Drawing)]);
  const auto renamed = identities("b+a^2");
  EXPECT_NE(renamed[at(Identity::Structure)], sum[at(Identity::Structure)]);
  EXPECT_EQ(renamed[at(Identity::Renaming)], sum[at(Identity::Renaming)]);
  EXPECT_EQ(identities("(x+1)^2")[at(Identity::Meaning)],
            identities("t^2+2t+1")[at(Identity::Meaning)]);
  EXPECT_NE(identities("(x+1)^2")[at(Identity::Meaning)], base::Digest{});
  EXPECT_EQ(identities("x<1")[at(Identity::Meaning)], base::Digest{})
      << "an inequality has no value";
}

TEST(FormulaAnalyzer, KeepsWhatCanBeReadOfABrokenFormula) {
  FormulaAnalyzer analyzer;
  FormulaEntry entry;
  for (const char* latex : {"", "\\frac{", "}{", "\\unknown{x}", "x^", "\\begin{matrix}"}) {
    analyzer.analyze(latex, entry);
    EXPECT_EQ(entry.latex, latex);
    EXPECT_EQ(entry.terms.size(), 2);
  }
}

TEST(FormulaAnalyzer, EquationsMeanTheSameInEitherOrderAndUpToAFactor) {
  FormulaAnalyzer analyzer;
  const auto meaning = [&](std::string_view latex) {
    return analyzer.meaning(analyzer.read(latex).operators);
  };
  EXPECT_NE(meaning("x+1=2y"), base::Digest{});
  EXPECT_EQ(meaning("x+1=2y"), meaning("2y=1+x"));
  EXPECT_EQ(meaning("x+1=2y"), meaning("x-2y+1=0"));
  EXPECT_EQ(meaning("2x=4"), meaning("\\frac{x}{2}=1"));
  EXPECT_EQ(meaning("2x=4"), meaning("2-t=0"));
  EXPECT_NE(meaning("2x=4"), meaning("x=3"));
  EXPECT_NE(meaning("2x=4"), meaning("2x-4")) << "an expression is no equation";
  EXPECT_NE(meaning("x+1=2y"), meaning("x+1=2z"));
}

TEST(FormulaAnalyzer, IdentitiesMeanWhatTheirSidesAre) {
  FormulaAnalyzer analyzer;
  const auto meaning = [&](std::string_view latex) {
    return analyzer.meaning(analyzer.read(latex).operators);
  };
  const base::Digest squares = meaning("\\sin^2 x+\\cos^2 x=1");
  EXPECT_NE(squares, base::Digest{});
  EXPECT_EQ(squares, meaning("1=\\cos^2 t+\\sin^2 t"));
  EXPECT_NE(squares, meaning("(x+1)^2=x^2+2x+1")) << "both hold everywhere";
}

}  // namespace
}  // namespace noether::index
