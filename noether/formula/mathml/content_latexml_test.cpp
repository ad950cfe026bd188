#include "noether/formula/mathml/content_cases.h"

namespace noether::formula {
namespace {

const std::string kSup = "<csymbol cd='ambiguous'>superscript</csymbol>";
const std::string kSub = "<csymbol cd='ambiguous'>subscript</csymbol>";

std::string apply(const std::string& inside) { return "<apply>" + inside + "</apply>"; }
std::string latexml(const std::string& name) {
  return "<csymbol cd='latexml'>" + name + "</csymbol>";
}
std::string differential(const std::string& variable) {
  return apply(latexml("differential-d") + variable);
}

TEST(ContentLatexml, ReadsScriptsByWhatTheyHold) {
  expect_operators({
      {apply(kSup + "<ci>𝑥</ci><cn>2</cn>"), "(pow x 2)"},
      {apply(kSup + "<ci>f</ci><ci>′′</ci>"), "(prime f 2)"},
      {apply(kSup + "<ci>A</ci><times/>"), "(sup A *)"},
      {apply(kSup + "<cn>18</cn><compose/>"), "(sup 18 compose)"},
      {apply(kSup + "<ci>A</ci><ci>†</ci>"), "(sup A symbol:†)"},
      {apply(kSub + "<ci>a</ci><ci>n</ci>"), "(sub a n)"},
      {apply(kSup + apply(kSub + "<ci>p</ci><ci>k</ci>") + "<ci>α</ci>"), "(pow (sub p k) α)"},
  });
}

TEST(ContentLatexml, PutsScriptsOfFunctionsWhereTheyBelong) {
  const std::string minus_one = apply("<minus/><cn>1</cn>");
  expect_operators({
      {apply(apply(kSup + "<sin/><cn>2</cn>") + "<ci>x</ci>"), "(pow (sin x) 2)"},
      {apply(apply(kSup + "<sin/>" + minus_one) + "<ci>x</ci>"), "(arcsin x)"},
      {apply(apply(kSub + "<log/><cn>2</cn>") + "<ci>x</ci>"), "(log x 2)"},
      {apply(apply(kSup + apply(kSub + "<log/><cn>2</cn>") + "<cn>3</cn>") + "<ci>x</ci>"),
       "(pow (log x 2) 3)"},
      {apply(apply(kSub + latexml("degree") + "<ci>Y</ci>") + "<ci>P</ci>"),
       "(apply (sub deg Y) P)"},
      {apply(apply(kSup + "<ci>f</ci>" + minus_one) + "<ci>x</ci>"), "(apply (pow f -1) x)"},
      {apply(apply(kSup + "<ci>f</ci><ci>′</ci>") + "<ci>x</ci>"), "(apply (prime f 1) x)"},
      {apply(latexml("hyperbolic-cotangent") + "<pi/>"), "(coth π)"},
  });
}

TEST(ContentLatexml, TakesScriptsOfBigOperatorsAsTheirRange) {
  const std::string lower = apply("<eq/><ci>k</ci><cn>0</cn>");
  expect_operators({
      {apply(apply(kSup + apply(kSub + "<sum/>" + lower) + "<ci>n</ci>") + "<ci>k</ci>"),
       "(sum k (= k 0) n)"},
      {apply(apply(kSub + "<limit/>" + apply("<ci>→</ci><ci>n</ci><infinity/>")) + "<ci>a</ci>"),
       "(limit a (to n infinity))"},
      {apply(apply(kSub + latexml("product") + lower) + "<ci>k</ci>"), "(product k (= k 0))"},
      {apply(apply(kSub + "<union/>" + lower) + "<ci>A</ci>"), "(big-union A (= k 0))"},
      {apply(apply(kSub + latexml("direct-sum") + lower) + "<ci>A</ci>"), "(big:⨁ A (= k 0))"},
      {apply(apply(kSub + "<max/><ci>x</ci>") + "<ci>f</ci>"), "(max f x)"},
  });
}

TEST(ContentLatexml, TakesTheDifferentialOutOfTheIntegrand) {
  const std::string dx = differential("<ci>x</ci>");
  const std::string definite = apply(kSup + apply(kSub + "<int/><cn>0</cn>") + "<cn>1</cn>");
  expect_operators({
      {apply(definite + apply("<times/><ci>f</ci><ci>g</ci>" + dx)), "(integral (* f g) x 0 1)"},
      {apply("<int/>" + apply("<times/><ci>f</ci>" + dx)), "(integral f x)"},
      {apply("<int/>" + dx), "(integral 1 x)"},
      {apply("<int/>" + apply("<divide/>" + dx + "<ci>x</ci>")), "(integral (/ 1 x) x)"},
      {apply("<int/>" + apply("<minus/>" + apply("<times/><ci>f</ci>" + dx))),
       "(integral (neg f) x)"},
      {apply("<int/>" + apply("<plus/><ci>f</ci>" + apply("<times/><ci>g</ci>" + dx))),
       "(integral (+ f g) x)"},
      {apply(latexml("double-integral") +
             apply("<times/><ci>f</ci>" + dx + differential("<ci>y</ci>"))),
       "(double-integral f (tuple x y))"},
      {apply(definite + "<ci>f</ci>"), "(integral f _ 0 1)"},
  });
}

TEST(ContentLatexml, ReadsChainsWithSharedOrLeftOutOperands) {
  const std::string first = apply("<eq/><ci>a</ci><ci>b</ci>");
  expect_operators({
      {apply("<and/>" + first + apply("<leq/><share href='#s'/><ci>c</ci>")), "(chain a = b <= c)"},
      {apply("<and/>" + first + apply("<eq/><ci>c</ci>") + apply("<ci>→</ci><ci>d</ci>")),
       "(chain a = b = c to d)"},
      {apply("<and/>" + first + apply("<ci>⇒</ci><ci>c</ci>") + apply("<lt/><ci>d</ci>")),
       "(implies (= a b) (< c d))"},
      {apply("<and/>" + first + apply("<eq/><ci>b</ci><ci>c</ci>")), "(and (= a b) (= b c))"},
  });
}

TEST(ContentLatexml, ReadsCongruences) {
  expect_operators({
      {apply("<equivalent/><ci>a</ci>" + apply(latexml("modulo") + "<ci>b</ci><ci>n</ci>")),
       "(congruent a b n)"},
      {apply("<equivalent/><ci>a</ci>" +
             apply(latexml("annotated") + "<ci>b</ci>" + apply("<ci>pmod</ci><ci>n</ci>"))),
       "(congruent a b n)"},
      {apply("<eq/><ci>a</ci>" +
             apply(latexml("annotated") + "<ci>b</ci>" + apply("<ci>pmod</ci><ci>n</ci>"))),
       "(= a (mod b n))"},
  });
}

TEST(ContentLatexml, ReadsQuotientsOfPartialSignsAsDerivatives) {
  const auto partial = [](const std::string& of) { return apply("<partialdiff/>" + of); };
  expect_operators({
      {apply("<divide/>" + partial("<ci>f</ci>") + partial("<ci>x</ci>")), "(partial f x)"},
      {apply("<divide/><partialdiff/>" + partial("<ci>x</ci>")), "(partial _ x)"},
      {apply("<divide/>" + apply(apply(kSup + "<partialdiff/><cn>2</cn>") + "<ci>f</ci>") +
             apply("<times/>" + partial("<ci>x</ci>") + partial("<ci>y</ci>"))),
       "(partial f x y)"},
      {apply("<divide/>" + apply(apply(kSup + "<partialdiff/><cn>3</cn>") + "<ci>f</ci>") +
             partial(apply(kSup + "<ci>t</ci><cn>3</cn>"))),
       "(partial f t t t)"},
      {partial("<ci>F</ci>"), "(partial-symbol F)"},
  });
}

TEST(ContentLatexml, LiftsQuantifiersOverTheRelation) {
  expect_operators({
      {apply("<in/>" + apply("<exists/><ci>m</ci>") + "<ci>S</ci>"), "(exists (in m S))"},
      {apply("<gt/>" + apply(latexml("for-all") + "<ci>m</ci>") + "<cn>0</cn>"),
       "(forall (> m 0))"},
  });
}

TEST(ContentLatexml, JoinsSequencesOfFormulas) {
  const std::string sequence = "<csymbol cd='ambiguous'>formulae-sequence</csymbol>";
  expect_operators({
      {apply(sequence + "<ci>a</ci>" + apply(sequence + "<ci>b</ci><ci>c</ci>")), "(list a b c)"},
  });
}

TEST(ContentLatexml, ReadsCasesAndMatrices) {
  const std::string rows =
      "<matrix><matrixrow><cn>0</cn><ci><mtext>if</mtext></ci><ci>p</ci></matrixrow>"
      "<matrixrow><cn>1</cn><ci>q</ci></matrixrow></matrix>";
  expect_operators({
      {apply(latexml("cases") + "<cn>0</cn><ci>p</ci><cn>1</cn><ci>q</ci>"), "(cases 0 p 1 q)"},
      {apply(latexml("cases") + rows), "(cases 0 (phrase \"if\" p) 1 q)"},
      {apply(latexml("matrix") + "<matrix><matrixrow><ci>a</ci></matrixrow></matrix>"),
       "(matrix (row a))"},
      {apply(latexml("delimited-[]") + "<ci>n</ci>"), "(delimited:[] n)"},
      {apply(latexml("continued-fraction") + "<cn>1</cn><cn>2</cn>"), "(/ 1 2)"},
  });
}

TEST(ContentLatexml, KeepsFragmentsAndMarksErrors) {
  expect_operators({
      {"<cerror><csymbol cd='ambiguous'>fragments</csymbol><csymbol cd='unknown'>P</csymbol>"
       "<ci>(</ci><eq/></cerror>",
       "(fragments P symbol:\"(\" =)"},
      {"<cerror><csymbol cd='ambiguous'>missing-subexpression</csymbol></cerror>", "_"},
      {"<cerror><csymbol cd='latexml'>ERROR</csymbol><cs>\\foo</cs></cerror>",
       "(error \"\\\\foo\")"},
  });
}

}  // namespace
}  // namespace noether::formula
