#include <gtest/gtest.h>

#include <fstream>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/amr/mathamr/compatible_splice.h"
#include "noether/amr/mathamr/formula_splice.h"
#include "noether/amr/mathamr/linearize.h"
#include "noether/amr/penman.h"
#include "noether/amr/shared_data.h"
#include "noether/formula/formula_io.h"

namespace noether::amr {
namespace {

std::string math(const std::string& content) {
  return "<math xmlns=\"http://www.w3.org/1998/Math/MathML\">" + content + "</math>";
}

std::string operator_graph(const std::string& content) {
  TypeCounts counts;
  const auto tree = read_tangent_tree(math(content));
  if (!tree) return "! " + tree.error().message;
  const auto graph = write_operator_graph(*tree, counts);
  return graph ? *graph : "! " + graph.error().message;
}

TEST(OperatorGraph, CountsNodesByType) {
  EXPECT_EQ(
      operator_graph("<apply><eq/><ci>x</ci><apply><minus/><ci>y</ci><cn>1</cn></apply></apply>"),
      "(U1 / eq :op0(V1 / x) :op0(O1 / minus :op0(V2 / y) :op1(N1 / 1)))");
}

TEST(OperatorGraph, HasTheNamesOfTangentS) {
  const std::initializer_list<std::pair<std::string, std::string>> cases = {
      {"<ci> f </ci>", "(V1 / f)"},
      {"<ci></ci>", "(W1 / )"},
      {"<ci>a, b?</ci>", "(V1 / a&comma; b&quest;)"},
      {"<ci>:</ci>", "(V1 / $##$)"},
      {"<ci>(</ci>", "(V1 / $)"},
      {"<ci>)</ci>", "(V1 / $$)"},
      {"<apply><ci>f</ci><ci>x</ci></apply>", "(F1 / f :op0(V1 / x))"},
      {"<apply><root/><cn>5</cn></apply>", "(O1 / root :op0(N1 / 5) :op1(N2 / 2))"},
      {"<apply><root/><degree><cn>3</cn></degree><ci>x</ci></apply>",
       "(O1 / root :op0(V1 / x) :op1(N1 / 3))"},
      {"<apply><int/><ci>x</ci></apply>", "(O1 / int :op0(V1 / x) :op1(W1 / ) :op2(W2 / ))"},
      {"<interval closure=\"open\"><ci>a</ci><ci>b</ci></interval>",
       "(O1 / interval$O-O$$ :op0(V1 / a) :op1(V2 / b))"},
      {"<apply><csymbol cd=\"latexml\">delimited-[]</csymbol><ci>a</ci></apply>",
       "(M1 / D-lsqb;&rsqb; :op0(V1 / a))"},
      {"<apply><apply><csymbol cd=\"ambiguous\">subscript</csymbol><sum/><ci>i</ci></apply>"
       "<ci>x</ci></apply>",
       "(O1 / sum :op0(O2 / SUB :op0(O3 / sum) :op1(V1 / i)) :op1(V2 / x))"},
      {"<apply><csymbol cd=\"latexml\">similar-to</csymbol><ci>a</ci><ci>b</ci></apply>",
       "(U1 / similar-to :op0(V1 / a) :op0(V2 / b))"},
      {"<matrix><matrixrow><ci>a</ci><ci>b</ci></matrixrow><matrixrow><ci>c</ci></matrixrow>"
       "</matrix>",
       "(M1 / M-2x2 :op0(M2 / R :op0(V1 / a) :op1(V2 / b)) :op1(M3 / R :op0(V3 / c) :op1(E1 / )))"},
      {"<cerror><csymbol cd=\"ambiguous\">fragments</csymbol><csymbol cd=\"unknown\">a</csymbol>"
       "<csymbol cd=\"unknown\">B</csymbol></cerror>",
       "(E1 /  :op0(O1 / fragments) :op1(T1 / ab))"},
      {"<csymbol cd=\"unknown\">q</csymbol>", "(V1 / q)"},
  };
  for (const auto& [content, expected] : cases) EXPECT_EQ(operator_graph(content), expected);
}

TEST(OperatorGraph, RefusesWhatTangentSCannotRead) {
  for (const std::string content :
       {"", "<ci>a</ci><ci>b</ci>", "<share href=\"#a\"/>", "<mrow/>", "<apply/>",
        "<apply><int/><ci>a</ci><ci>b</ci></apply>", "<apply><root/></apply>",
        "<csymbol cd=\"other\">a</csymbol>",
        // The operator is a tree without a name.
        "<apply><apply><plus/><ci>f</ci><ci>g</ci></apply><ci>x</ci></apply>"}) {
    EXPECT_TRUE(operator_graph(content).starts_with("! ")) << content << operator_graph(content);
  }
}

const FormulaTexts kFormulas = {{"1", math("<ci>n</ci>")},
                                {"22", math("<apply><plus/><ci>n</ci><cn>1</cn></apply>")},
                                {"3", math("<share href=\"#a\"/>")}};

TEST(CompatibleSplice, PutsFormulasInPlaceOfTheirIds) {
  EXPECT_EQ(splice_compatibly("(s / String-Entity\n  :value \"eqx22eqx\")", kFormulas),
            "(s / string-entity\n  :value MATH \n :math (U1 / plus :op0(V1 / n) :op0(N1 / 1)))");
}

TEST(CompatibleSplice, RepairsIds) {
  for (const std::string id : {"eqx1eq", "eqx1e", "eqx1", "1eqx", "eqx1eqx"}) {
    EXPECT_EQ(splice_compatibly("(s / s :value \"" + id + "\")", kFormulas),
              "(s / s :value MATH \n :math (V1 / n))");
  }
}

TEST(CompatibleSplice, RefersToAFormulaThatStandsThereAlready) {
  EXPECT_EQ(
      splice_compatibly("(a / a :b \"eqx1eqx\" :c \"eqx22eqx\" :d \"eqx1eqx\")", kFormulas),
      "(a / a :b MATH \n :math (V1 / n) :c MATH \n :math (U1 / plus :op0(V2 / n) :op0(N1 / 1))"
      " :d MATH \n :math V1 )");
}

TEST(CompatibleSplice, TakesQuotedIdsFirst) {
  EXPECT_EQ(
      splice_compatibly("(a / a :b eqx1eqx :c \"eqx22eqx\")", kFormulas),
      "(a / a :b MATH \n :math (V2 / n) :c MATH \n :math (U1 / plus :op0(V1 / n) :op0(N1 / 1)))");
}

TEST(CompatibleSplice, KeepsIdsOfFormulasThatCannotBeRead) {
  EXPECT_EQ(splice_compatibly("# ::snt a\n(a / a :b \"eqx3eqx\" :c \"eqx9eqx\")", kFormulas),
            "(a / a :b \"eqx3eqx\" :c \"eqx9eqx\")");
}

TEST(CompatibleLinearize, OrdersChildrenByRole) {
  EXPECT_EQ(*linearize_compatibly(
                "(a / a :z (b / b)\n :Op2 (c / c) :op10 (d / d)\n :m (e / e) :m (f / f))"),
            "a f e d c b");
}

TEST(CompatibleLinearize, TakesLongValuesForNodesAndShortOnesForReferences) {
  EXPECT_EQ(*linearize_compatibly("(a / a :b MATH :c imperative :d - :e \"x\" :f abcde)"),
            "a imperative - \"x\"");
}

TEST(CompatibleLinearize, PrintsEachNodeOnce) {
  EXPECT_EQ(*linearize_compatibly("(a / a :b (c / c :d a) :e c)"), "a c");
  EXPECT_EQ(*linearize_compatibly("(W1 /  :b (c / c))"), "c");
}

TEST(CompatibleLinearize, RefusesWhatThePaperCannotRead) {
  for (const std::string text : {"", "a", "(a / b", "(a / \")", "(a / b :c (longname / d))",
                                 "(a / b :c)", "()", "(a / b :c / d)"}) {
    EXPECT_FALSE(linearize_compatibly(text)) << text;
  }
}

TEST(Linearize, FollowsTheTextAndKeepsRolesOnRequest) {
  const auto tree = read_penman("(a / and :op2 (c / c :mod \"x y\") :op1 (b / b :ARG0-of c))");
  EXPECT_EQ(linearize(*tree), "and c x y b");
  EXPECT_EQ(linearize(*tree, {.roles = true}), "and :op2 c :mod x y :op1 b :ARG0-of c");
  EXPECT_EQ(linearize(*tree, {.repeats = true}), "and c x y b c");
}

class FormulaSplice : public testing::Test {
 protected:
  std::string splice(std::string_view sentence,
                     const std::vector<std::pair<std::string, std::string>>& latex,
                     const SpliceOptions& options = {.layout = false}) {
    std::vector<formula::Formula> read(latex.size());
    std::vector<SentenceFormula> formulas;
    for (std::size_t i = 0; i < latex.size(); ++i) {
      EXPECT_TRUE(reader_.read(formula::Notation::Latex, latex[i].second, read[i]));
      formulas.push_back({latex[i].first, &read[i], i == 0});
    }
    const auto tree = lay_out(splice_formulas(graph_of(*read_penman(sentence)), formulas, options));
    EXPECT_TRUE(tree) << tree.error().message;
    return tree ? write_in_one_line(*tree) : "";
  }

  formula::FormulaReader reader_;
};

TEST_F(FormulaSplice, GivesEachFormulaANodeAndTiesItsNames) {
  EXPECT_EQ(
      splice("(c / cause :ARG0 (p / prime :domain (s / string-entity :value \"eqx1eqx\"))"
             " :ARG1 (s2 / string-entity :value \"eqx2eqx\"))",
             {{"2", "n+1=f(n)"}, {"1", "n"}}),
      "(c / cause :ARG0 (p / prime :domain (s / string-entity :math (f / formula :opt (n / n))))"
      " :ARG1 (s2 / string-entity :math (f2 / formula :queried + :opt (e / eq"
      " :op (p2 / plus :op n :op 1) :op (a / apply :op0 (f3 / f) :op1 n)))))");
}

TEST_F(FormulaSplice, TiesNamesAmongTheWords) {
  EXPECT_EQ(
      splice("(v / variable :name (n / name :op1 \"x\") :ARG0-of (e / eqx1eqx))", {{"1", "x^2"}}),
      "(v / variable :name (n / name :op1 \"x\" :math (x / x)) :ARG0-of (e / formula"
      " :queried + :opt (p / power :op1 x :op2 2)))");
}

TEST_F(FormulaSplice, TakesFormulasThatAreDrawnTheSameForOne) {
  EXPECT_EQ(splice("(a / and :op1 eqx1eqx :op2 eqx2eqx)", {{"1", "x"}, {"2", "{x}"}}),
            "(a / and :op1 (f / formula :queried + :opt (x / x)) :op2 f)");
}

TEST_F(FormulaSplice, KeepsRolesThatSayMoreThanAName) {
  EXPECT_EQ(splice("(p / prime :ARG1-of eqx1eqx :name (n / name :op1 \"eqx2eqx\"))",
                   {{"1", "x"}, {"2", "y"}}),
            "(p / prime :ARG1-of (f / formula :queried + :opt (x / x)) :name (n / name"
            " :math (f2 / formula :opt (y / y))))");
}

TEST_F(FormulaSplice, KeepsValuesApartFromVariables) {
  EXPECT_EQ(splice("(1 / prime :mod (+ / eqx1eqx))", {{"1", "x=1"}}),
            "(1 / prime :mod (+ / formula :queried \"+\" :opt (e / eq :op (x / x) :op \"1\")))");
}

TEST_F(FormulaSplice, KnowsIdsAndWhatParsersLeftOfThem) {
  for (const std::string_view text :
       {"eqx12eqx", "\"eqx12eqx\"", "EQX12EQX", "eqx12eq", "eqx12e", "eqx12", "12eqx"}) {
    EXPECT_EQ(formula_id_of(text), "12") << text;
  }
  for (const std::string_view text : {"12", "eqx", "eqxeqx", "eqxual", "x", "", "eqx1-"}) {
    EXPECT_FALSE(formula_id_of(text)) << text;
  }
  EXPECT_EQ(formula_ids_in("a eqx1eqx, \"eqx23eqx\" eqx4 eqxeqx5eqx"),
            (std::vector<std::string>{"1", "23", "5"}));
}

TEST_F(FormulaSplice, LosesNoFormula) {
  EXPECT_EQ(splice("(a / alpha)", {{"1", "x"}}),
            "(a / alpha :math (f / formula :queried + :opt (x / x)))");
}

TEST_F(FormulaSplice, HasMarksOfTheLayout) {
  EXPECT_EQ(
      splice("(e / eqx1eqx)", {{"1", "x_1^2"}}, {}),
      "(e / formula :queried + :opt (p / power :op1 (s / subscript :op1 (x / x) :op2 1) :op2 2)"
      " :layout \"x above 2\" :layout \"x below 1\")");
}

TEST(Splice, SaysWhichNodesFormulasBecome) {
  formula::Formula sum;
  formula::Formula again;
  formula::FormulaReader reader;
  ASSERT_TRUE(reader.read(formula::Notation::Latex, "x+1", sum));
  ASSERT_TRUE(reader.read(formula::Notation::Latex, "x + 1", again));
  const std::vector<SentenceFormula> given = {{"1", &sum}, {"2", &again}, {"3", nullptr}};
  const SplicedGraph spliced = splice(
      graph_of(read_penman("(a / and :op1 eqx1eqx :op2 eqx2eqx :op3 eqx3eqx)").value()), given);
  ASSERT_EQ(spliced.formulas.size(), 3U);
  EXPECT_EQ(spliced.graph.nodes[spliced.formulas[0].node].concept_name, "formula");
  EXPECT_EQ(spliced.formulas[1].node, spliced.formulas[0].node);
  EXPECT_NE(spliced.formulas[2].node, spliced.formulas[0].node);
  const std::vector<NodeId>& parts = spliced.formulas[0].parts;
  ASSERT_EQ(parts.size(), sum.operators.node_count());
  EXPECT_EQ(spliced.graph.nodes[parts[sum.operators.root()]].concept_name, "plus");
  EXPECT_EQ(spliced.graph.nodes[parts[sum.operators.child(sum.operators.root(), 0)]].concept_name,
            "x");
  EXPECT_EQ(parts[sum.operators.child(sum.operators.root(), 1)], kNoNode);
  EXPECT_TRUE(spliced.formulas[1].parts.empty());
  std::vector<NodeId> places;
  const auto laid_out = lay_out(spliced.graph, &places);
  ASSERT_TRUE(laid_out);
  EXPECT_EQ(laid_out->nodes[places[spliced.formulas[0].node]].concept_name, "formula");
}

TEST(DocumentSplice, MakesAFormulaOfSeveralSentencesOneNode) {
  formula::Formula square;
  formula::Formula again;
  formula::Formula sum;
  formula::FormulaReader reader;
  ASSERT_TRUE(reader.read(formula::Notation::Latex, "x^2", square));
  ASSERT_TRUE(reader.read(formula::Notation::Latex, "x^{2}", again));
  ASSERT_TRUE(reader.read(formula::Notation::Latex, "x+1", sum));
  // Both sentences call their first formula eqx0eqx.
  const std::vector<DocumentSentence> sentences = {
      {graph_of(read_penman("(g / give-01 :ARG1 eqx0eqx)").value()), {{"0", &square}}},
      {graph_of(read_penman("(a / and :op1 eqx0eqx :op2 (c / convex :domain eqx1eqx))").value()),
       {{"0", &sum}, {"1", &again}}}};
  const SplicedGraph spliced = splice_document(sentences, {.layout = false});
  ASSERT_EQ(spliced.formulas.size(), 3U);
  EXPECT_EQ(spliced.formulas[2].node, spliced.formulas[0].node);
  EXPECT_NE(spliced.formulas[1].node, spliced.formulas[0].node);
  EXPECT_EQ(write_in_one_line(lay_out(spliced.graph).value()),
            "(m / multi-sentence"
            " :snt1 (g / give-01 :ARG1 (f / formula :opt (p / power :op1 (x / x) :op2 2)))"
            " :snt2 (a / and :op1 (f2 / formula :opt (p2 / plus :op x :op 1))"
            " :op2 (c / convex :domain f)))");
}

// The columns of a table. A quoted field may contain anything, with quotes doubled.
std::vector<std::vector<std::string>> rows_of(std::istream& file) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool is_quoted = false;
  for (char c = 0; file.get(c);) {
    std::string& field = rows.back().back();
    if (c == '"' && is_quoted && file.peek() == '"') {
      field += '"';
      file.get(c);
    } else if (c == '"' && (is_quoted || field.empty())) {
      is_quoted = !is_quoted;
    } else if (c == '\t' && !is_quoted) {
      rows.back().emplace_back();
    } else if (c == '\n' && !is_quoted) {
      rows.push_back({""});
    } else {
      field += c;
    }
  }
  return rows;
}

// Compares MathAMR of the paper's topics byte for byte, from ../shared/data or the folder
// NOETHER_DATA; the tests are skipped if the data is absent.
TEST(SharedMathAmr, IsThatOfThePaperByteForByte) {
  std::ifstream topics(shared_data() / "amr" / "mathamr_topics_arqmath1-2.jsonl");
  std::ifstream table(shared_data() / "arqmath" / "topics" / "formulas_opt.tsv");
  if (!topics || !table) {
    GTEST_SKIP() << "no data: ../shared/data is not there and NOETHER_DATA is not set";
  }
  std::unordered_map<std::string, FormulaTexts> formulas;  // by topic
  for (const auto& row : rows_of(table)) {
    if (row.size() < 6 || !row[1].starts_with("q_")) continue;
    formulas["B" + row[2].substr(1)][row[1].substr(2)] = row[5];
  }
  std::size_t count = 0;
  std::size_t spliced = 0;
  std::size_t linearized = 0;
  for (std::string line; std::getline(topics, line); ++count) {
    const auto record = nlohmann::json::parse(line);
    const std::string graph = record.at("amr_before_splice");
    const std::string expected = record.at("mathamr");
    const std::string made = splice_compatibly(graph, formulas[record.at("topic")]);
    EXPECT_EQ(made, expected) << record.at("topic");
    if (made == expected) ++spliced;
    const std::string words = linearize_compatibly(expected).value_or("");
    EXPECT_EQ(words, record.at("linearized").get<std::string>()) << record.at("topic");
    if (words == record.at("linearized").get<std::string>()) ++linearized;
  }
  EXPECT_EQ(count, 185U);
  EXPECT_EQ(spliced, count);
  EXPECT_EQ(linearized, count);
}

}  // namespace
}  // namespace noether::amr
