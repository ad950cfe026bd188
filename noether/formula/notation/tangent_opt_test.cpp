#include "noether/formula/notation/tangent.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "noether/base/test_seed.h"
#include "noether/formula/notation/random_trees.h"
#include "noether/formula/notation/sexpr.h"

namespace noether::formula {
namespace {

std::string opt_error(const base::Error& error) {
  return "! " + std::to_string(error.span.begin) + "-" + std::to_string(error.span.end) + " " +
         error.message;
}

std::string sexpr_of_opt(std::string_view text) {
  OperatorTree tree;
  if (const auto result = read_tangent_opt(text, tree); !result) return opt_error(result.error());
  std::string out;
  write_sexpr(tree, out);
  return out;
}

std::string from_sexpr(std::string_view text) {
  OperatorTree tree;
  if (const auto result = read_sexpr(text, tree); !result) return opt_error(result.error());
  std::string out;
  write_tangent_opt(tree, out);
  return out;
}

using Cases = std::vector<std::pair<std::string, std::string>>;

// Each pair is one tree in both notations.
TEST(TangentOpt, SaysTheSameAsTheSexpr) {
  const Cases cases = {
      {"", ""},
      {"[U!plus,0[O!SUP,0[V!𝑥],1[N!2]],1[N!1]]", "(+ (pow x 2) 1)"},
      {"[V!italic-ϕ]", "ϕ"},
      {"[V!ℎ]", "h"},
      {"[V!Γ]", "Γ"},
      {"[V!Ord]", "Ord"},
      {"[C!infinity]", "infinity"},
      {"[O!minus,0[V!𝑎]]", "(neg a)"},
      {"[O!minus,0[V!𝑎],1[V!𝑏]]", "(- a b)"},
      {"[O!root,0[V!𝑥],1[N!2]]", "(sqrt x)"},
      {"[O!root,0[V!𝑥],1[N!3]]", "(root x 3)"},
      {"[O!op!root,0[V!𝑥],1[N!2]]", "(root x 2)"},
      {"[O!SUP,0[V!𝑓],1[V!′′]]", "(prime f 2)"},
      {"[O!SUP,0[V!𝐴],1[U!times]]", "(sup A *)"},
      {"[O!SUP,0[N!90],1[O!compose]]", "(sup 90 compose)"},
      {"[F!sin,0[V!𝑥]]", "(sin x)"},
      {"[F!𝑓,0[V!𝑥],1[V!𝑦]]", "(f x y)"},
      {"[F!¯,0[V!𝑥]]", "(¯ x)"},
      {"[F!→,0[V!𝑥]]", "(→ x)"},
      {"[F!→,0[V!𝑥],1[N!0]]", "(to x 0)"},
      {"[+!F!sin,0[O!SUP,0[F!sin],1[N!2]],1[V!𝑥]]", "(pow (sin x) 2)"},
      {"[+!F!log,0[O!SUB,0[F!log],1[N!2]],1[V!𝑛]]", "(log n 2)"},
      {"[+!O!SUB,0[O!SUP,0[O!SUB,0[O!sum],1[U!eq,0[V!𝑘],1[N!1]]],1[V!𝑛]],1[V!𝑘]]",
       "(sum k (= k 1) n)"},
      {"[+!O!sum,0[O!SUB,0[O!sum],1[V!𝑗]],1[V!𝑗]]", "(sum j j)"},
      {"[+!O!sum,0[O!SUP,0[O!sum],1[V!𝑛]],1[V!𝑗]]", "(sum j _ n)"},
      {"[O!sum,0[V!𝑥]]", "(sum x)"},
      {"[O!sum]", "sum"},
      {"[+!O!limit,0[O!SUB,0[O!limit],1[F!→,0[V!𝑛],1[C!infinity]]],1[V!𝐴]]",
       "(limit A (to n infinity))"},
      {"[+!U!union,0[O!SUB,0[U!union],1[V!𝑖]],1[V!𝐴]]", "(big-union A i)"},
      {"[U!union,0[V!𝐴]]", "(big-union A)"},
      {"[O!int,0[U!times,0[V!𝑓],1[F!d,0[V!𝑥]]],1[W!],2[W!]]", "(integral f x)"},
      {"[O!int,0[V!𝑓],1[W!],2[W!]]", "(integral f)"},
      {"[O!int,0[F!d,0[V!𝑥]],1[W!],2[W!]]", "(integral 1 x)"},
      {"[+!O!SUB,0[O!SUP,0[O!SUB,0[O!int],1[N!0]],1[N!1]],1[U!times,0[V!𝑥],1[V!𝑦],2[F!d,0[V!𝑥]]]]",
       "(integral (* x y) x 0 1)"},
      {"[O!double-integral,0[U!times,0[V!𝑓],1[F!d,0[V!𝑥]],2[F!d,0[V!𝑦]]]]",
       "(double-integral f (tuple x y))"},
      {"[O!divide,0[U!times,0[V!𝑑],1[V!𝑓]],1[U!times,0[V!𝑑],1[V!𝑥]]]", "(d x f)"},
      {"[O!divide,0[V!𝑑],1[U!times,0[V!𝑑],1[V!𝑥]]]", "(d x _)"},
      {"[O!divide,0[U!times,0[O!SUP,0[V!𝑑],1[N!2]],1[V!𝑦]],1[U!times,0[V!𝑑],1[O!SUP,0[V!𝑥],1[N!2]]]"
       "]",
       "(d x y 2)"},
      {"[O!divide,0[O!partialdiff,0[V!𝑓]],1[O!partialdiff,0[V!𝑥]]]", "(partial f x)"},
      {"[O!divide,0[+!O!partialdiff,0[O!SUP,0[O!partialdiff],1[N!3]],1[V!𝑓]],1[U!times,0[O!"
       "partialdiff,"
       "0[O!SUP,0[V!𝑥],1[N!2]]],1[O!partialdiff,0[V!𝑦]]]]",
       "(partial f x x y)"},
      {"[O!partialdiff,0[V!𝑀]]", "(partial-symbol M)"},
      {"[U!and,0[U!eq,0[V!𝑎],1[V!𝑏]],1[O!lt,0[V!𝑐]]]", "(chain a = b < c)"},
      {"[U!and,0[F!→,0[V!𝑃],1[V!𝑄]],1[F!→,0[V!𝐴]]]", "(chain P to Q to A)"},
      {"[U!and,0[+!U!eq,0[O!SUP,0[U!eq],1[V!𝑑]],1[V!𝑎],2[V!𝑏]],1[U!eq,0[V!𝑐]]]",
       "(chain a (over = d) b = c)"},
      {"[+!U!eq,0[O!SUP,0[U!eq],1[T!def]],1[V!𝑎],2[V!𝑏]]", "(apply (over = \"def\") a b)"},
      {"[U!equivalent,0[V!𝑎],1[O!annotated,0[V!𝑏],1[F!pmod,0[V!𝑛]]]]", "(congruent a b n)"},
      {"[M!S-3,0[V!𝑎],1[V!𝑏],2[V!𝑐]]", "(set a b c)"},
      {"[M!S-0]", "(set)"},
      {"[M!V-2,0[V!𝑎],1[V!𝑏]]", "(tuple a b)"},
      {"[M!L-2,0[V!𝑎],1[V!𝑏]]", "(list a b)"},
      {"[O!matrix,0[M!M-1x2,0[M!R!,0[N!1],1[N!0]]]]", "(matrix (row 1 0))"},
      {"[M!D-lsqb;&rsqb;,0[V!𝑥]]", "(delimited:[] x)"},
      {"[M!D-⟩,0[V!𝑥]]", "(delimited:⟨⟩ x)"},
      {"[M!D--&lsqb;&lsqb;,0[V!𝑥]]", "(delimited:[[ x)"},
      {"[O!interval(C-O),0[N!0],1[N!1]]", "(interval:closed-open 0 1)"},
      {"[F!↪,0[V!𝑎],1[V!𝑏]]", "(related:↪ a b)"},
      {"[O!rel!☃,0[V!𝑎],1[V!𝑏]]", "(related:☃ a b)"},
      {"[U!and,0[F!↪,0[V!𝑎],1[V!𝑏]],1[F!↪,0[V!𝑐]]]", "(chain a related:↪ b related:↪ c)"},
      {"[E!,0[O!fragments],1[V!𝑎],2[V!(]]", "(fragments a symbol:\"(\")"},
      {"[E!\\frac]", "(error \"\\\\frac\")"},
      {"[+!,0[O!prime,0[V!𝑓],1[V!𝑛]],1[V!𝑥]]", "(apply (prime f n) x)"},
      {"[F!!log,0[V!𝑥]]", "(call:log x)"},
      {"[V!!→]", "→"},
  };
  for (const auto& [tangent, sexpr] : cases) {
    EXPECT_EQ(sexpr_of_opt(tangent), sexpr) << tangent;
    EXPECT_EQ(from_sexpr(sexpr), tangent) << sexpr;
  }
}

TEST(TangentOpt, UnderstandsOtherShapesOfLatexml) {
  const Cases cases = {
      {"[+!O!SUP,0[O!SUB,0[O!SUP,0[O!int],1[V!𝑡]],1[N!0]],1[U!times,0[V!𝑎],1[V!𝑑],2[V!𝑠]]]",
       "(integral a s 0 t)"},
      {"[+!F!sin,0[O!SUP,0[F!sin],1[O!minus,0[N!1]]],1[V!𝑥]]", "(arcsin x)"},
      {"[F!⋅,0[N!8],1[N!7]]", "(* 8 7)"},
      {"[F!c,0[V!𝑑],1[V!𝑛]]", "(given d n)"},
      {"[F!df,0[V!𝑘]]", "(double-factorial k)"},
      {"[F!max,0[V!𝑎],1[V!𝑏]]", "(call:max a b)"},
      {"[U!times,0[O!not],1[V!𝑃]]", "(not P)"},
      {"[U!and,0[F!⇒,0[V!𝑥],1[N!1]],1[U!eq,0[N!1]]]", "(implies x (= 1 1))"},
      {"[U!and,0[U!eq,0[V!𝑎],1[V!𝑏]],1[F!⇒,0[V!𝑐]],2[U!eq,0[V!𝑑]]]", "(implies (= a b) (= c d))"},
      {"[O!limit-from,0[N!1],1[U!plus]]", "(+ 1 _)"},
      {"[O!form-seq,0[V!𝑎],1[O!form-seq,0[V!𝑏],1[V!𝑐]]]", "(list a b c)"},
      {"[O!form-seq,0[V!𝑎],1[M!L-2,0[V!𝑏],1[V!𝑐]]]", "(list a (list b c))"},
      {"[O!int,0[O!divide,0[F!d,0[V!𝑥]],1[V!𝑥]],1[W!],2[W!]]", "(integral (/ 1 x) x)"},
      {"[O!int,0[O!minus,0[U!times,0[V!𝑓],1[F!d,0[V!𝑥]]]],1[W!],2[W!]]", "(integral (neg f) x)"},
      {"[O!in,0[O!exists,0[V!𝑚]],1[V!𝑆]]", "(exists (in m S))"},
      {"[F!:,0[O!in,0[O!forall,0[V!𝑝]],1[V!𝑆]],1[V!𝑞]]", "(forall (in p S) q)"},
      {"[U!equivalent,0[V!𝑎],1[O!rem,0[V!𝑏],1[V!𝑛]]]", "(congruent a b n)"},
      {"[O!cases,0[M!M-1x2,0[M!R!,0[V!𝑎],1[V!𝑏]]]]", "(cases a b)"},
      {"[M!M-1x1,0[M!R!,0[V!𝑎]]]", "(matrix (row a))"},
      {"[M!L-0]", "(set)"},
      {"[O!infinity,0[V!𝑥]]", "(apply infinity x)"},
      {"[V!∞]", "infinity"},
      {"[V!→]", "to"},
      {"[V!(]", "symbol:\"(\""},
      {"[-!x]", "x"},
      {"[E!,0[E!,0[O!fragments],1[V!𝑎]],1[E!,0[V!𝑏]]]", "(fragments a b)"},
      {"[E!]", "(error \"\")"},
      {"\\\"[V!\\\"\\\"]\\\"", "variable:\"\\\"\""},
  };
  for (const auto& [tangent, sexpr] : cases) EXPECT_EQ(sexpr_of_opt(tangent), sexpr) << tangent;
}

TEST(TangentOpt, RepeatsTheLastCodeBeyondSixtyTwoChildren) {
  std::string sum = "(+";
  for (int i = 0; i < 70; ++i) sum += " x";
  sum += ")";
  const std::string tangent = from_sexpr(sum);
  EXPECT_NE(tangent.find(",z[V!𝑥],z[V!𝑥]"), std::string::npos);
  EXPECT_EQ(sexpr_of_opt(tangent), sum);
}

TEST(TangentOpt, SaysWhereAStringIsWrong) {
  const Cases cases = {
      {"V!x", "! 0-1 an operator tree starts with '['"},
      {"[V!x", "! 4-4 ']' is missing"},
      {"[V!x,", "! 5-5 '[' is missing after the number of a child"},
      {"[V!x,0V!y]", "! 6-7 '[' is missing after the number of a child"},
      {"[V!x[V!y]]", "! 4-5 ',' and the number of the child are missing"},
      {"[V!x]]", "! 5-6 text after the end of the tree"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(sexpr_of_opt(text), expected) << text;
}

TEST(TangentOpt, EveryTreeReadsBackAsItself) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomTrees random(seed);
  for (int i = 0; i < 20'000; ++i) {
    const OperatorTree tree = random.operator_tree(4);
    std::string text;
    write_tangent_opt(tree, text);
    OperatorTree again;
    const auto result = read_tangent_opt(text, again);
    ASSERT_TRUE(result) << text << "\n" << result.error().message;
    std::string sexpr;
    write_sexpr(tree, sexpr);
    ASSERT_TRUE(same_operators(tree, again)) << text << "\n" << sexpr << "\n" << sexpr_of_opt(text);
  }
}

}  // namespace
}  // namespace noether::formula
