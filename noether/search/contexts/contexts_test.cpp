#include "noether/search/contexts/contexts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/search/contexts/contexts_fixture.h"
#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

SentenceRecord group_record() {
  return {.graph = "(g / group :mod (f / finite) :domain (s / string-entity :value \"eqx0eqx\"))",
          .declarations = {{"G", "0", "finite group", "group", "", false},
                           {"p", "", "polynomial", "polynomial", "every", true}}};
}

TEST(SentenceRecords, ComeBackAsTheyWere) {
  for (const SentenceRecord& record : {group_record(), SentenceRecord{"(a / amr-empty)", {}}}) {
    const std::string bytes = pack_record(record).value();
    EXPECT_EQ(unpack_record(bytes).value(), record);
    EXPECT_EQ(unpack_declarations(bytes).value(), record.declarations);
  }
  EXPECT_LT(pack_record(group_record())->size(), 80) << "a graph is much like all others";
}

TEST(SentenceRecords, ThatAreDamagedAreRefused) {
  const std::string bytes = pack_record(group_record()).value();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(unpack_record(std::string_view(bytes).substr(0, size))) << size;
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string bad = bytes;
    bad[at] = static_cast<char>(bad[at] ^ 0x41);
    (void)unpack_record(bad);
    (void)unpack_declarations(bad);
  }
  EXPECT_FALSE(unpack_declarations("\xff\xff\xff"));
}

TEST(SentencesWithFormulas, AreNumberedThroughFieldsOfOneName) {
  text::Document document = test_document("7", "Words. Let $a$ be. And $b$ is.");
  document.fields.push_back({.name = "comment", .text = "See $c$.", .formulas = {{5, 6, "", ""}}});
  document.fields.push_back({.name = "comment", .text = "Or $d$.", .formulas = {{4, 5, "", ""}}});
  std::vector<std::string> ids;
  for (const PlacedSentence& sentence : sentences_with_formulas(document)) {
    ids.push_back(sentence.id);
  }
  EXPECT_THAT(ids, ElementsAre("7.body.2", "7.body.3", "7.comment.1", "7.comment.2"));
}

// Kinds with the places of their declarations.
std::vector<std::string> shown(const base::Result<std::vector<PlacedDeclaration>>& declarations) {
  std::vector<std::string> all;
  for (const PlacedDeclaration& one : declarations.value()) {
    all.push_back(one.declaration.symbol + ": " + one.declaration.kind);
  }
  return all;
}

constexpr std::string_view kGroups =
    "# ::id q.body.1\n(g / group :mod (f / finite) :domain \"G\")\n\n"
    "# ::id q.body.2\n(a / and :op1 (s / string-entity :value \"eqx0eqx\")"
    " :op2 (s2 / string-entity :value \"G/H\"))\n\n"
    "# ::id q.body.3\n(s / subgroup :mod (n / normal) :domain (e / string-entity :value "
    "\"eqx0eqx\"))\n\n"
    "# ::id a.body.1\n(t / trivial :domain (s / string-entity :value \"eqx0eqx\"))\n\n"
    "# ::id a.body.2\n(g / graph :domain (s / string-entity :value \"eqx0eqx\"))\n\n"
    "# ::id w.body.1\n(r / ring :domain (s / string-entity :value \"eqx0eqx\"))\n";

class Contexts : public ContextTest {
 protected:
  void SetUp() override {
    text::Document answer = test_document("a", "It is $G/N$ that counts. Or let $G$ be a graph.");
    answer.parent = "q";
    index_with_graphs({test_document("q",
                                     "Let $G$ be a finite group. Take $x$ and $G/H$. Here "
                                     "$H$ is a normal subgroup."),
                       answer, test_document("w", "A ring $R$. No formula.")},
                      kGroups);
  }
};

TEST_F(Contexts, GiveTheSentenceOfAFormulaWithItsGraph) {
  const ContextReader contexts(*reader_);
  const auto context = contexts.at(place("q", "G/H")).value();
  ASSERT_TRUE(context);
  EXPECT_EQ(context->formula, 1);
  EXPECT_EQ(context->sentence, (base::Span{27, 46}));
  // The bank has the formula itself; the record has its number.
  EXPECT_EQ(context->record.graph,
            "(a / and :op1 (s / string-entity :value \"eqx0eqx\") :op2 (s2 / string-entity :value "
            "\"eqx1eqx\"))");
  EXPECT_FALSE(contexts.at({place("w", "R").document, 0, 14, 16}).value())
      << "no formula stands there";
}

TEST_F(Contexts, KnowWhatSymbolsAre) {
  const ContextReader contexts(*reader_);
  // Declarations before and after the place.
  EXPECT_THAT(shown(contexts.declarations_of(place("q", "G/H"))),
              ElementsAre("G: finite group", "H: normal subgroup"));
  // An answer uses the names of its question, unless it declares them itself before.
  EXPECT_THAT(shown(contexts.declarations_of(place("a", "G/N"))), ElementsAre("G: finite group"));
  EXPECT_THAT(shown(contexts.declarations_of(place("a", "G"))), ElementsAre("G: graph"));
  EXPECT_THAT(shown(contexts.declarations_of(place("q", "x"))), IsEmpty());
  const auto where = contexts.declarations_of(place("a", "G/N")).value();
  EXPECT_EQ(where[0].document, place("q", "G").document);
  EXPECT_EQ(where[0].sentence, (base::Span{0, 26}));
  EXPECT_FALSE(contexts.declarations_of({0, 9, 0, 1}));
}

TEST_F(ContextTest, KnowAFormulaByWhatAnotherSentenceCallsIt) {
  index_with_graphs(
      {test_document("e", "The equation $x^2+1=0$ is old. Now we solve $x^{2} + 1 = 0$ by hand."),
       test_document("other", "We solve $x^2+2=0$ here.")},
      "# ::id e.body.1\n(e / equation :mod (o / old) :domain \"eqx0eqx\")\n\n"
      "# ::id e.body.2\n(s / solve-01 :ARG1 (e / string-entity :value \"eqx0eqx\"))\n\n"
      "# ::id other.body.1\n(s / solve-01 :ARG1 (e / string-entity :value \"eqx0eqx\"))\n");
  const ContextReader contexts(*reader_);
  const auto said = contexts.declarations_of(place("e", "x^{2} + 1 = 0")).value();
  ASSERT_EQ(said.size(), 1);
  EXPECT_EQ(said[0].declaration.kind, "old equation");
  EXPECT_EQ(said[0].sentence, (base::Span{0, 30}));
  EXPECT_THAT(contexts.declarations_of(place("other", "x^2+2=0")).value(), IsEmpty());
  // The subject of a filter may be the formula itself.
  EXPECT_EQ(found("where:\"x^2+1=0=equation\""), "e");
  EXPECT_EQ(found("where:\"x^2+2=0=equation\""), "");
}

TEST_F(Contexts, AreMadeOnlyForWhatChanged) {
  const SentenceGraphs same = graphs(kGroups);
  EXPECT_EQ(add_graphs(same).documents, 0);
  add_documents(folder_ / "idx",
                {test_document("w", "Let $R$ be a domain."), test_document("n", "New is $n$.")});
  EXPECT_EQ(add_graphs(same).documents, 2);
  // Another bank gives other graphs.
  EXPECT_EQ(add_graphs(graphs("# ::id n.body.1\n(n / new)\n")).documents, 4);
}

TEST_F(Contexts, ThatAreMissingAreSaid) {
  EXPECT_TRUE(expect_sentence_graphs(*reader_));
  index({test_document("other", "Let $x$ be.")});
  add_documents(folder_ / "none", {test_document("other", "Let $x$ be.")});
  const auto none = index::IndexReader::open(folder_ / "none").value();
  const auto missing = expect_sentence_graphs(none);
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().hint, HasSubstr("noether index --contexts"));
  EXPECT_THAT(ContextReader(none).declarations_of({0, 0, 5, 6}).value(), IsEmpty());
}

TEST(SymbolsOfAFormula, AreItsNamesAndFunctions) {
  formula::FormulaReader reader;
  formula::Formula formula;
  ASSERT_TRUE(reader.read(formula::Notation::Latex, "f(x_n) = \\sin x + 2\\alpha", formula));
  EXPECT_THAT(symbols_of(formula.operators), testing::UnorderedElementsAre("f", "x", "n", "α"));
}

// The other sentences with the first formula of this LaTeX, one on each line.
std::string others(const text::Document& document, const std::string& latex,
                   std::size_t most = 10) {
  const auto field = static_cast<std::uint32_t>(document.fields.size() - 1);
  const std::size_t at = document.fields[field].text.find("$" + latex + "$") + 1;
  std::string lines;
  for (const SameFormula& one :
       same_formula_in(document, field, static_cast<std::uint32_t>(at), most)) {
    lines += document.fields[one.field].text.substr(one.sentence.begin,
                                                    one.sentence.end - one.sentence.begin) +
             "\n";
  }
  return lines;
}

TEST(SameFormula, IsFoundInOtherSentencesHoweverItIsTyped) {
  const text::Document document =
      test_document("d",
                    "Let $f(x)=x^2$ be given. It is smooth. Then $f(x) = x^{2}$ is convex. "
                    "Now $f(y)=y^2$ is another. By $f(x)=x^2$ and $f(x)=x^2$ we are done.");
  EXPECT_EQ(others(document, "f(x)=x^2"),
            "Then $f(x) = x^{2}$ is convex.\nBy $f(x)=x^2$ and $f(x)=x^2$ we are done.\n");
  EXPECT_EQ(others(document, "f(x)=x^2", 1), "Then $f(x) = x^{2}$ is convex.\n");
  EXPECT_EQ(others(document, "f(y)=y^2"), "");
}

TEST(SameFormula, IsNoNameAndNothingThatStandsNowhere) {
  const text::Document document = test_document("d", "Let $x$ be. Then $x$ is. See $2$ or $2$.");
  EXPECT_EQ(others(document, "x"), "");
  EXPECT_EQ(others(document, "2"), "");
  EXPECT_TRUE(same_formula_in(document, 0, 1, 10).empty());
  EXPECT_TRUE(same_formula_in(document, 99, 0, 10).empty());
}

}  // namespace
}  // namespace noether::search
