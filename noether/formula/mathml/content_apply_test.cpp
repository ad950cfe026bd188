#include "noether/formula/mathml/content_cases.h"

namespace noether::formula {
namespace {

TEST(ContentApply, AppliesOperatorsFunctionsAndExpressions) {
  expect_operators({
      {"<apply><plus/><ci>a</ci><ci>b</ci><ci>c</ci></apply>", "(+ a b c)"},
      {"<apply><minus/><ci>a</ci></apply>", "(neg a)"},
      {"<apply><minus/><ci>a</ci><ci>b</ci></apply>", "(- a b)"},
      {"<apply><power/><ci>x</ci><cn>2</cn></apply>", "(pow x 2)"},
      {"<apply><arcsin/><ci>x</ci></apply>", "(arcsin x)"},
      {"<apply><ci>f</ci><ci>x</ci><ci>y</ci></apply>", "(f x y)"},
      {"<apply><fn><ci>f</ci></fn><ci>x</ci></apply>", "(f x)"},
      {"<apply><apply><inverse/><ci>f</ci></apply><ci>x</ci></apply>", "(apply (inverse f) x)"},
      {"<apply><csymbol cd='arith1'>lcm</csymbol><cn>4</cn><cn>6</cn></apply>", "(lcm 4 6)"},
      {"<apply><ci>⋅</ci><ci>a</ci><ci>b</ci></apply>", "(* a b)"},
      {"<apply><ci>^</ci><ci>i</ci></apply>", "(call:^ i)"},
      {"<apply><tendsto/><ci>x</ci><cn>0</cn></apply>", "(to x 0)"},
      {"<apply><cn>9</cn></apply>", "9"},
      {"<apply><max/><ci>a</ci><ci>b</ci></apply>", "(max (tuple a b))"},
  });
}

TEST(ContentApply, ReadsDegreesAndBases) {
  expect_operators({
      {"<apply><root/><ci>x</ci></apply>", "(sqrt x)"},
      {"<apply><root/><degree><cn>3</cn></degree><ci>x</ci></apply>", "(root x 3)"},
      {"<apply><log/><ci>x</ci></apply>", "(log x)"},
      {"<apply><log/><logbase><cn>2</cn></logbase><ci>x</ci></apply>", "(log x 2)"},
  });
}

TEST(ContentApply, ReadsTheRangesOfBigOperators) {
  const std::string k = "<bvar><ci>k</ci></bvar>";
  expect_operators({
      {"<apply><sum/>" + k + "<lowlimit><cn>0</cn></lowlimit><uplimit><ci>n</ci></uplimit>" +
           "<ci>a</ci></apply>",
       "(sum a (= k 0) n)"},
      {"<apply><sum/>" + k + "<interval><cn>0</cn><ci>n</ci></interval><ci>a</ci></apply>",
       "(sum a (= k 0) n)"},
      {"<apply><product/>" + k + "<condition><apply><in/><ci>k</ci><ci>S</ci></apply></condition>" +
           "<ci>a</ci></apply>",
       "(product a (in k S))"},
      {"<apply><sum/>" + k + "<domainofapplication><ci>S</ci></domainofapplication><ci>a</ci>" +
           "</apply>",
       "(sum a (in k S))"},
      {"<apply><sum/><uplimit><ci>n</ci></uplimit><ci>a</ci></apply>", "(sum a _ n)"},
      {"<apply><limit/><bvar><ci>x</ci></bvar><lowlimit><cn>0</cn></lowlimit><ci>a</ci></apply>",
       "(limit a (to x 0))"},
      {"<apply><sum/><ci>a</ci></apply>", "(sum a)"},
  });
}

TEST(ContentApply, ReadsIntegralsWithTheirVariables) {
  expect_operators({
      {"<apply><int/><bvar><ci>x</ci></bvar><lowlimit><cn>0</cn></lowlimit><uplimit><cn>1</cn>"
       "</uplimit><ci>f</ci></apply>",
       "(integral f x 0 1)"},
      {"<apply><int/><bvar><ci>x</ci></bvar><ci>f</ci></apply>", "(integral f x)"},
      {"<apply><int/><bvar><ci>x</ci></bvar><bvar><ci>y</ci></bvar><domainofapplication>"
       "<ci>D</ci></domainofapplication><ci>f</ci></apply>",
       "(integral f (tuple x y) D)"},
      {"<apply><int/><ci>f</ci></apply>", "(integral f)"},
  });
}

TEST(ContentApply, ReadsDerivatives) {
  expect_operators({
      {"<apply><diff/><bvar><ci>x</ci></bvar><ci>f</ci></apply>", "(d x f)"},
      {"<apply><diff/><bvar><ci>x</ci><degree><cn>2</cn></degree></bvar><ci>f</ci></apply>",
       "(d x f 2)"},
      {"<apply><partialdiff/><bvar><ci>x</ci><degree><cn>2</cn></degree></bvar><bvar><ci>y</ci>"
       "</bvar><ci>f</ci></apply>",
       "(partial f x x y)"},
      {"<apply><partialdiff/><bvar><ci>x</ci><degree><ci>n</ci></degree></bvar><ci>f</ci></apply>",
       "(partial f (pow x n))"},
  });
}

TEST(ContentApply, ReadsQuantifiers) {
  expect_operators({
      {"<apply><forall/><bvar><ci>x</ci></bvar><ci>p</ci></apply>", "(forall x p)"},
      {"<apply><exists/><bvar><ci>x</ci></bvar><condition><apply><in/><ci>x</ci><reals/></apply>"
       "</condition><ci>p</ci></apply>",
       "(exists (in x ℝ) p)"},
  });
}

TEST(ContentApply, TakesOperatorsOfOursAsTheyStand) {
  expect_operators({
      {"<apply><csymbol cd='noether'>infix</csymbol><cs>⊙</cs><ci>a</ci><ci>b</ci></apply>",
       "(infix:⊙ a b)"},
      {"<apply><csymbol cd='noether'>superscript</csymbol><ci>a</ci><ci>′</ci></apply>",
       "(sup a symbol:′)"},
      {"<apply><csymbol cd='noether'>+</csymbol><cs>word</cs></apply>", "(+ \"word\")"},
      {"<apply><csymbol cd='noether'>nonsense</csymbol><ci>a</ci></apply>",
       "(apply (error \"nonsense\") a)"},
  });
}

}  // namespace
}  // namespace noether::formula
