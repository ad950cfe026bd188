#include "noether/formula/mathml/mathml.h"

#include "noether/formula/limits.h"
#include "noether/formula/mathml/content_cases.h"

namespace noether::formula {
namespace {

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(ContentReader, ReadsIdentifiers) {
  expect_operators({
      {"<ci>x</ci>", "x"},
      {"<ci> 𝑥 </ci>", "x"},
      {"<ci>italic-ϵ</ci>", "ϵ"},
      {"<ci>∞</ci>", "infinity"},
      {"<ci>(</ci>", "symbol:\"(\""},
      {"<ci><mtext>is prime</mtext></ci>", "\"is prime\""},
      {"<ci><mi>x</mi></ci>", "x"},
      {"<cs>a b</cs>", "\"a b\""},
      {"", ""},
  });
}

TEST(ContentReader, ReadsNumbersOfEveryType) {
  expect_operators({
      {"<cn>3.14</cn>", "3.14"},
      {"<cn type='integer'> 42 </cn>", "42"},
      {"<cn type='rational'>1<sep/>2</cn>", "(/ 1 2)"},
      {"<cn type='e-notation'>1.5<sep/>−3</cn>", "(* 1.5 (pow 10 number:-3))"},
      {"<cn type='complex-cartesian'>1<sep/>2</cn>", "(+ 1 (* 2 i))"},
      {"<cn type='complex-polar'>1<sep/>2</cn>", "(* 1 (pow e (* 2 i)))"},
      {"<cn type='constant'>&pi;</cn>", "π"},
  });
}

TEST(ContentReader, ReadsConstantsAndBareOperators) {
  expect_operators({
      {"<pi/>", "π"},
      {"<reals/>", "ℝ"},
      {"<infinity/>", "infinity"},
      {"<plus/>", "+"},
      {"<sin/>", "sin"},
      {"<csymbol cd='latexml'>absent</csymbol>", "_"},
      {"<csymbol cd='unknown'>P</csymbol>", "P"},
      {"<csymbol cd='wikidata'>Q42</csymbol>", "symbol:Q42"},
      {"<csymbol cd='noether'>chain</csymbol>", "chain"},
  });
}

TEST(ContentReader, ReadsContainers) {
  expect_operators({
      {"<set><ci>a</ci><ci>b</ci></set>", "(set a b)"},
      {"<set><bvar><ci>x</ci></bvar><condition><apply><lt/><ci>x</ci><cn>1</cn></apply>"
       "</condition></set>",
       "(set-builder x (< x 1))"},
      {"<vector><ci>a</ci><ci>b</ci></vector>", "(tuple a b)"},
      {"<list/>", "(list)"},
      {"<matrix><matrixrow><cn>1</cn><cn>0</cn></matrixrow></matrix>", "(matrix (row 1 0))"},
      {"<interval closure='open-closed'><cn>0</cn><cn>1</cn></interval>",
       "(interval:open-closed 0 1)"},
      {"<interval><cn>0</cn><cn>1</cn></interval>", "(interval:closed 0 1)"},
      {"<piecewise><piece><cn>0</cn><ci>p</ci></piece><otherwise><cn>1</cn></otherwise></"
       "piecewise>",
       "(cases 0 p 1 \"otherwise\")"},
      {"<lambda><bvar><ci>x</ci></bvar><ci>y</ci></lambda>", "(maps-to x y)"},
      {"<lambda><bvar><ci>x</ci></bvar><bvar><ci>y</ci></bvar><ci>z</ci></lambda>",
       "(maps-to (tuple x y) z)"},
  });
}

TEST(ContentReader, ResolvesSharedExpressions) {
  expect_operators({
      {"<apply><plus/><apply id='a'><sin/><ci>x</ci></apply><share href='#a'/></apply>",
       "(+ (sin x) (sin x))"},
      {"<share href='#nowhere'/>", "(error \"#nowhere\")"},
  });
}

TEST(ContentReader, ChoosesContentInParallelMarkup) {
  expect_operators({
      {"<semantics><mi>f</mi><annotation-xml encoding='MathML-Content'><ci>x</ci>"
       "</annotation-xml></semantics>",
       "x"},
      {"<ci>a</ci><ci>b</ci>", "(fragments a b)"},
  });
  EXPECT_EQ(content_as_sexpr("<m:apply xmlns:m='u'><m:minus/><m:ci>x</m:ci></m:apply>"), "(neg x)");
}

TEST(ContentReader, TellsWhatItCouldNotRead) {
  const std::string xml =
      "<math><apply><plus/><mrow/><ci><merror><mtext>\\foo</mtext></merror></ci>"
      "<mtext>\\bar</mtext></apply></math>";
  OperatorTree tree;
  std::vector<base::Error> diagnostics;
  ASSERT_TRUE(read_content(xml, tree, diagnostics));
  EXPECT_TRUE(has_error(tree));
  ASSERT_EQ(diagnostics.size(), 3u);
  EXPECT_EQ(diagnostics[0].message, "not an element of Content MathML: <mrow>");
  EXPECT_EQ(diagnostics[0].span.begin, xml.find("<mrow"));
  EXPECT_EQ(diagnostics[1].message, "the producer could not read \\foo");
  EXPECT_EQ(diagnostics[2].message, "the producer could not read \\bar");
}

TEST(ContentReader, BoundsDepthAndSize) {
  const auto nested = [](int depth) {
    return "<math>" + repeated("<apply><sin/>", depth) + "<ci>x</ci>" +
           repeated("</apply>", depth) + "</math>";
  };
  EXPECT_EQ(content_as_sexpr(nested(kMaxOperatorDepth - 1)).substr(0, 9), "(sin (sin");
  const std::string too_much = "! the formula is nested too deeply or too large";
  EXPECT_EQ(content_as_sexpr(nested(kMaxOperatorDepth)), too_much);
  EXPECT_EQ(content_as_sexpr(nested(3000)), too_much);
  // Sharing that contains itself, and sharing that doubles at every step.
  EXPECT_EQ(content_as_sexpr("<apply id='a'><plus/><share href='#a'/><share href='#a'/></apply>"),
            too_much);
  std::string bomb = "<list><ci id='x0'>x</ci>";
  for (int i = 1; i < 60; ++i) {
    const std::string before = "<share href='#x" + std::to_string(i - 1) + "'/>";
    bomb += "<apply id='x" + std::to_string(i) + "'><plus/>" + before + before + "</apply>";
  }
  EXPECT_EQ(content_as_sexpr(bomb + "</list>"), too_much);
}

}  // namespace
}  // namespace noether::formula
