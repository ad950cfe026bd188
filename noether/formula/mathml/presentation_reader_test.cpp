#include "noether/formula/mathml/mathml.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "noether/formula/layout_builder.h"
#include "noether/formula/limits.h"
#include "noether/formula/mathml/presentation_elements.h"
#include "noether/formula/mathml/xml_tree.h"
#include "noether/formula/notation/tangent.h"

namespace noether::formula {
namespace {

using Cases = std::vector<std::pair<std::string, std::string>>;

// The Tangent-S string of the layout, or "! begin message".
std::string layout(std::string_view xml) {
  LayoutTree tree;
  std::vector<base::Error> diagnostics;
  const auto result = read_presentation(xml, tree, diagnostics);
  if (!result) {
    return "! " + std::to_string(result.error().span.begin) + " " + result.error().message;
  }
  std::string out;
  write_tangent_slt(tree, out);
  return out;
}

void expect_layouts(const Cases& cases) {
  for (const auto& [xml, expected] : cases) {
    EXPECT_EQ(layout("<math>" + xml + "</math>"), expected) << xml;
  }
}

std::string repeat(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(PresentationReader, DissolvesRowsAndStyles) {
  expect_layouts({
      {"<mi>a</mi><mrow><mo>+</mo><mrow><mi>b</mi></mrow></mrow>", "[V!a[+[V!b]]]"},
      {"<mstyle displaystyle='true'><mi>a</mi><mpadded><mi>b</mi></mpadded></mstyle>",
       "[V!a[V!b]]"},
      {"<semantics><mi>a</mi><annotation encoding='TeX'>b</annotation></semantics>", "[V!a]"},
      {"<maction selection='2'><mi>a</mi><mi>b</mi></maction>", "[V!b]"},
      {"<mstyle mathvariant='bold'><mi>x</mi></mstyle><mi>x</mi>", "[V!𝐱[V!x]]"},
  });
}

TEST(PresentationReader, LeavesOutWhatDrawsNothing) {
  expect_layouts({
      {"<mi>f</mi><mo>&af;</mo><mi>x</mi>", "[V!f[V!x]]"},
      {"<mi>a</mi><mphantom><mi>b</mi></mphantom><mspace width='1em'/><mi> </mi><mi>c</mi>",
       "[V!a[V!c]]"},
      {"", ""},
  });
}

TEST(PresentationReader, RemembersWideSpaces) {
  const auto wide = [](const std::string& between) {
    LayoutTree tree;
    std::vector<base::Error> diagnostics;
    EXPECT_TRUE(
        read_presentation("<math><mi>a</mi>" + between + "<mi>b</mi></math>", tree, diagnostics));
    return tree.node(last_in_row(tree, tree.root())).wide_space_before;
  };
  EXPECT_TRUE(wide("<mspace width='1em'/>"));
  EXPECT_TRUE(wide("<mspace width='20pt'/>"));
  EXPECT_TRUE(wide("<mpadded width='+10pt'><mi>x</mi></mpadded>"));
  EXPECT_TRUE(wide("<mo rspace='12.5pt'>,</mo>"));
  EXPECT_FALSE(wide("<mspace width='0.3em'/>"));
  EXPECT_FALSE(wide("<mo rspace='4.2pt'>,</mo>"));
}

TEST(PresentationReader, GroupsFencesWhereverTheProducerPutThem) {
  const std::string grouped = "[V!f[M!()1x2,w[V!x[&comma;],e[V!y]]]]";
  expect_layouts({
      {"<mi>f</mi><mo>(</mo><mi>x</mi><mo>,</mo><mi>y</mi><mo>)</mo>", grouped},
      {"<mi>f</mi><mrow><mo>(</mo><mrow><mi>x</mi><mo>,</mo><mi>y</mi></mrow><mo>)</mo></mrow>",
       grouped},
      {"<mi>f</mi><mfenced><mi>x</mi><mi>y</mi></mfenced>", grouped},
      {"<mfenced open='[' close=')' separators=';:'><mi>x</mi><mi>y</mi><mi>z</mi><mi>u</mi>"
       "</mfenced>",
       "[M!&lsqb;)1x1,w[V!x[;[V!y[:[V!z[:[V!u]]]]]]]]"},
      {"<mo>||</mo><mi>x</mi><mo>||</mo>", "[M!∥∥1x1,w[V!x]]"},
      {"<msup><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow><mn>2</mn></msup>",
       "[M!()1x1,a[N!2],w[V!x]]"},
      {"<mo>(</mo><mi>x</mi><msup><mo>)</mo><mn>2</mn></msup>", "[M!()1x1,a[N!2],w[V!x]]"},
  });
}

TEST(PresentationReader, HangsScriptsOffTheirBase) {
  expect_layouts({
      {"<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", "[V!x,a[N!2],b[N!1]]"},
      {"<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>", "[M!1x1,a[N!2],w[V!a[V!b]]]"},
      {"<msup><msup><mi>x</mi><mn>2</mn></msup><mn>3</mn></msup>", "[M!1x1,a[N!3],w[V!x,a[N!2]]]"},
      {"<msubsup><msup><mi>x</mi><mn>2</mn></msup><mn>1</mn><mn>3</mn></msubsup>",
       "[M!1x1,a[N!3],b[N!1],w[V!x,a[N!2]]]"},
      {"<msub><mrow/><mi>n</mi></msub>", "[W!,b[V!n]]"},
      {"<msup><mi>f</mi><mo>''</mo></msup>", "[V!f,a[′′]]"},
      {"<mover accent='true'><mi>x</mi><mo>¯</mo></mover>", "[V!x,o[¯]]"},
      {"<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>", "[∫,o[N!1],u[N!0]]"},
      {"<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi>",
       "[∑[V!i],o[V!n],u[V!i]]"},
      {"<msup><mi>x</mi></msup>", "[V!x]"},
  });
}

TEST(PresentationReader, ReadsScriptsOnBothSides) {
  expect_layouts({
      {"<mmultiscripts><mi>C</mi><mi>k</mi><none/><mprescripts/><mi>n</mi><none/></mmultiscripts>",
       "[V!C,b[V!k],d[V!n]]"},
      {"<mmultiscripts><mi>R</mi><mi>i</mi><none/><none/><mi>j</mi><mi>k</mi><none/>"
       "</mmultiscripts>",
       "[V!R,a[V!j],b[V!i[V!k]]]"},
      {"<mmultiscripts><mi>x</mi></mmultiscripts>", "[V!x]"},
  });
}

TEST(PresentationReader, ReadsFractionsRootsAndEnclosures) {
  expect_layouts({
      {"<mfrac><mn>1</mn><mi>n</mi></mfrac>", "[O!divide,o[N!1],u[V!n]]"},
      {"<mfrac linethickness='0pt'><mi>n</mi><mi>k</mi></mfrac>", "[O!divide,u[V!k],o[V!n]]"},
      {"<msqrt><mi>a</mi><mi>b</mi></msqrt>", "[O!root,w[V!a[V!b]]]"},
      {"<mroot><mi>x</mi><mn>3</mn></mroot>", "[O!root,c[N!3],w[V!x]]"},
      {"<menclose notation='box'><mi>x</mi></menclose>", "[box,w[V!x]]"},
  });
}

TEST(PresentationReader, ReadsTables) {
  expect_layouts({
      {"<mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd/></mtr><mtr><mtd><mi>x</mi><mi>y</mi>"
       "</mtd></mtr></mtable><mo>)</mo>",
       "[M!()2x2,w[N!1,e[W!,e[V!x[V!y],e[W!]]]]]"},
      {"<mtable><mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mi>x</mi></mtd></mlabeledtr>"
       "</mtable>",
       "[M!1x1,w[V!x]]"},
      {"<mtable/>", "[M!0x0]"},
  });
}

TEST(PresentationReader, MarksErrorsAndTellsWhereTheyAre) {
  const std::string xml = "<math><mi>a</mi><merror><mtext>\\foo</mtext></merror><apply/></math>";
  LayoutTree tree;
  std::vector<base::Error> diagnostics;
  ASSERT_TRUE(read_presentation(xml, tree, diagnostics));
  EXPECT_TRUE(has_error(tree));
  ASSERT_EQ(diagnostics.size(), 2u);
  EXPECT_EQ(diagnostics[0].message, "the producer could not read \\foo");
  EXPECT_EQ(diagnostics[0].span.begin, xml.find("<merror"));
  EXPECT_EQ(diagnostics[1].message, "not an element of Presentation MathML: <apply>");
  EXPECT_EQ(diagnostics[1].hint, "Content MathML has a separate reader");
}

TEST(PresentationReader, PointsAtTheTextOfSymbols) {
  const std::string xml = "<math><mi>&alpha;</mi><mi> xyz </mi></math>";
  LayoutTree tree;
  std::vector<base::Error> diagnostics;
  ASSERT_TRUE(read_presentation(xml, tree, diagnostics));
  const base::Span second = tree.node(tree.node(tree.root()).next()).source;
  EXPECT_EQ(xml.substr(second.begin, second.end - second.begin), " xyz ");
}

TEST(PresentationReader, FailsOnTextThatIsNoXml) {
  EXPECT_EQ(layout("<math><mi>x</math>"), "! 13 not well-formed XML: mismatched tag");
  EXPECT_EQ(layout("x^2"), "! 1 not well-formed XML: not well-formed (invalid token)");
}

TEST(PresentationReader, BoundsNestingThatIsDrawn) {
  const auto roots = [](int depth) {
    return "<math>" + repeat("<msqrt>", depth) + "<mi>x</mi>" + repeat("</msqrt>", depth) +
           "</math>";
  };
  EXPECT_EQ(layout(roots(kMaxLayoutDepth - 1)).substr(0, 8), "[O!root,");
  EXPECT_EQ(layout(roots(kMaxLayoutDepth + 1)), "! 0 the formula is nested too deeply");
  EXPECT_EQ(layout(roots(kMaxXmlDepth - 2)), "! 0 the formula is nested too deeply");
  EXPECT_EQ(layout("<math>" + repeat("<mtr>", 4000) + repeat("</mtr>", 4000) + "</math>"),
            "! 0 the formula is nested too deeply");
}

TEST(PresentationReader, DoesNotMindNestingThatIsNotDrawn) {
  EXPECT_EQ(layout("<math>" + repeat("<mrow>", 4000) + "<mi>x</mi>" + repeat("</mrow>", 4000) +
                   "</math>"),
            "[V!x]");
}

TEST(PresentationReader, BoundsTheCellsThatATableMakesUp) {
  const std::string xml = "<math><mtable><mtr>" + repeat("<mtd/>", 30000) + "</mtr>" +
                          repeat("<mtr/>", 30000) + "</mtable></math>";
  EXPECT_EQ(layout(xml), "! 0 the formula has too many symbols");
}

TEST(Length, CountsEveryUnitInEms) {
  EXPECT_DOUBLE_EQ(length_in_ems("1em").value(), 1);
  EXPECT_DOUBLE_EQ(length_in_ems("10pt").value(), 1);
  EXPECT_DOUBLE_EQ(length_in_ems("+6.6pt").value(), 0.66);
  EXPECT_DOUBLE_EQ(length_in_ems("18mu").value(), 1);
  EXPECT_DOUBLE_EQ(length_in_ems("-0.167em").value(), -0.167);
  EXPECT_DOUBLE_EQ(length_in_ems(" 0 ").value(), 0);
  EXPECT_DOUBLE_EQ(length_in_ems("thickmathspace").value(), 5.0 / 18);
}

TEST(Length, KnowsWhatIsNone) {
  EXPECT_FALSE(length_in_ems(""));
  EXPECT_FALSE(length_in_ems("   "));
  EXPECT_FALSE(length_in_ems("wide"));
  EXPECT_FALSE(length_in_ems("3 apples"));
}

}  // namespace
}  // namespace noether::formula
