#include "noether/formula/notation/latex_writer.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "noether/base/test_seed.h"
#include "noether/formula/grammar/operator_grammar.h"
#include "noether/formula/latex/reader.h"
#include "noether/formula/notation/random_trees.h"
#include "noether/formula/notation/sexpr.h"
#include "noether/formula/notation/tangent.h"

namespace noether::formula {
namespace {

struct BothTrees {
  LayoutTree layout;
  OperatorTree operators;
  std::vector<base::Error> errors;
};

BothTrees read_both(std::string_view latex) {
  LatexReader reader;
  OperatorGrammar grammar;
  BothTrees out;
  reader.read(latex, out.layout, out.errors);
  grammar.build(out.layout, out.operators, out.errors);
  return out;
}

template <typename Tree>
std::string latex_of(const Tree& tree) {
  std::string out;
  write_latex(tree, out);
  return out;
}

std::string sexpr_of(const OperatorTree& tree) {
  std::string out;
  write_sexpr(tree, out);
  return out;
}

OperatorTree tree_of(std::string_view sexpr) {
  OperatorTree tree;
  EXPECT_TRUE(read_sexpr(sexpr, tree)) << sexpr;
  return tree;
}

TEST(LatexFromLayout, KeepsNamesThatAreTypedAsLetters) {
  for (const std::string latex :
       {"sin(x)", "s i n(x)", "a=b mod n", "gcd a", "x sin x", "limsup a_n", "nlogn", "log_a b",
        "asin x", "det A B", "\\operatorname{foo} x", "\\mathrm{foo} x", "1{,}000", "I=<p,x>"}) {
    const BothTrees read = read_both(latex);
    const BothTrees again = read_both(latex_of(read.layout));
    EXPECT_TRUE(same_layout(read.layout, again.layout)) << latex;
    EXPECT_EQ(sexpr_of(again.operators), sexpr_of(read.operators)) << latex;
  }
}

TEST(LatexFromOperators, WritesAProductOfLettersSoThatItSpellsNoName) {
  for (const std::string sexpr :
       {"(* s i n x)", "(* l o g (pow a 2))", "(* a s i n x)", "(* g c d (tuple a b))",
        "(* m o d n)", "(* foo x)", "(foo x)", "(* (+ f g) x)", "(apply (+ f g) x)",
        "(cartesian-product A B C)", "(* A B)"}) {
    const OperatorTree tree = tree_of(sexpr);
    EXPECT_EQ(sexpr_of(read_both(latex_of(tree)).operators), sexpr) << latex_of(tree);
  }
}

TEST(LatexFromLayout, DrawsTheSame) {
  for (const std::string latex : {"x^{2}+y_{1}^{2}=1",
                                  "\\alpha x",
                                  "2{3}",
                                  "f'(x)",
                                  "x^{\\prime 2}",
                                  "\\frac{a}{b}",
                                  "\\binom{n}{k}",
                                  "\\genfrac{}{}{0pt}{}{a}{b}",
                                  "\\sqrt[3]{x}",
                                  "\\sum_{k=1}^{n}k",
                                  "\\overset{f}{\\rightarrow}",
                                  "\\overline{xy}",
                                  "\\vec{v}",
                                  "\\underbrace{a+b}_{n}",
                                  "\\{x:x>0\\}",
                                  "[0,1)",
                                  "\\left|x\\right|",
                                  "\\left\\|x\\right\\|",
                                  "\\begin{pmatrix}1& 0\\\\ 0& 1\\end{pmatrix}",
                                  "f(x)=\\begin{cases}1& x>0\\\\ 0& x=0\\end{cases}",
                                  "\\text{if }x\\geq 0",
                                  "\\operatorname{rank}A",
                                  "\\mathbb{R}^{n}",
                                  "\\mathbf{x}",
                                  "\\not\\subset",
                                  "\\prescript{n}{k}{C}",
                                  "{(a+b)}_{1}^{2}",
                                  "\\cancel{x}",
                                  "a:=b",
                                  "n!!",
                                  "1.5",
                                  "1\\ 000",
                                  "\\langle x,y\\rangle",
                                  "x\\quad y",
                                  "{} ^{2}x",
                                  "\\lim_{x\\rightarrow 0}"}) {
    const BothTrees once = read_both(latex);
    const std::string written = latex_of(once.layout);
    EXPECT_TRUE(same_layout(read_both(written).layout, once.layout)) << latex << "\n" << written;
  }
}

TEST(LatexFromLayout, WritesWhatAPersonWould) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"[V!x[+[N!1]],a[N!2]]", "x^{2}+1"},
      {"[V!α[V!x]]", "\\alpha x"},
      {"[V!f[M!()1x1,w[V!x]],a[′′]]", "f''(x)"},
      {"[N!2[N!3]]", "2{3}"},
      {"[:[=]]", ": ="},
      {"[V!x,o[^]]", "\\hat{x}"},
      {"[=,o[T!def]]", "\\overset{\\text{def}}{=}"},
      {"[∑,o[V!n],u[V!i[=[N!1]]]]", "\\sum_{i=1}^{n}"},
      {"[M!()1x1,w[O!divide,u[V!k],o[V!n]]]", "\\binom{n}{k}"},
      {"[M!2x2,w[N!1,e[N!0,e[N!0,e[N!1]]]]]", "\\begin{matrix}1& 0\\\\ 0& 1\\end{matrix}"},
      {"[V!ℝ]", "\\mathbb{R}"},
      {"[V!rank]", "\\operatorname{rank}"},
      {"[T!50% of {a}]", "\\text{50\\% of \\{a\\}}"},
  };
  for (const auto& [slt, latex] : cases) {
    LayoutTree tree;
    ASSERT_TRUE(read_tangent_slt(slt, tree)) << slt;
    EXPECT_EQ(latex_of(tree), latex);
  }
}

TEST(LatexFromOperators, WritesWhatAPersonWould) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"(+ (pow x 2) 1)", "x^{2}+1"},
      {"(* 2 x y)", "2xy"},
      {"(* 2 3)", "2\\cdot 3"},
      {"(* a (+ b c))", "a\\cdot(b+c)"},
      {"(* 2 (+ b c))", "2(b+c)"},
      {"(* (+ a b) (- c d))", "(a+b)(c-d)"},
      {"(- a (- b c))", "a-(b-c)"},
      {"(- (+ a b) c)", "a+b-c"},
      {"(+ a (neg b))", "a+(-b)"},
      {"(neg (* 2 x))", "-2x"},
      {"(pow (+ a b) 2)", "(a+b)^{2}"},
      {"(pow (/ a b) 2)", "\\left(\\frac{a}{b}\\right)^{2}"},
      {"(pow (sub x 1) 2)", "x_{1}^{2}"},
      {"(pow e (neg x))", "e^{-x}"},
      {"(sqrt (root x n))", "\\sqrt{\\sqrt[n]{x}}"},
      {"(under A symbol:¯)", "\\underline{A}"},
      {"(sin x)", "\\sin x"},
      {"(* (sin x) (cos x))", "\\sin(x)\\cos x"},
      {"(pow (sin x) 2)", "\\sin^{2} x"},
      {"(sin (+ x y))", "\\sin(x+y)"},
      {"(log n 2)", "\\log_{2} n"},
      {"(f x y)", "f(x,y)"},
      {"(apply (prime f 1) x)", "f'(x)"},
      {"(rank A)", "\\operatorname{rank} A"},
      {"(foo x)", "\\operatorname{foo}(x)"},
      {"(factorial (+ n 1))", "(n+1)!"},
      {"(binomial n k)", "\\binom{n}{k}"},
      {"(sum (/ 1 k) (= k 1) n)", "\\sum_{k=1}^{n} \\frac{1}{k}"},
      {"(* (sum k) x)", "\\left(\\sum k\\right)x"},
      {"(+ (sum k) 1)", "\\sum k+1"},
      {"(integral (f x) x a b)", "\\int_{a}^{b} f(x)\\,dx"},
      {"(double-integral f (tuple x y))", "\\iint f\\,dx\\,dy"},
      {"(d x y)", "\\frac{dy}{dx}"},
      {"(d x y 2)", "\\frac{d^{2}y}{dx^{2}}"},
      {"(partial f x x y)", "\\frac{\\partial^{3}f}{\\partial x^{2}\\partial y}"},
      {"(limit (f x) (to x 0))", "\\lim_{x\\to 0} f(x)"},
      {"(abs (- a b))", "\\left|a-b\\right|"},
      {"(floor (/ n 2))", "\\left\\lfloor\\frac{n}{2}\\right\\rfloor"},
      {"(set a b)", "\\{a,b\\}"},
      {"(set-builder x (> x 0))", "\\{x\\mid x>0\\}"},
      {"(interval:closed-open 0 1)", "[0,1)"},
      {"(in x (interval:open 0 1))", "x\\in(0,1)"},
      {"(chain a < b <= c)", "a<b\\leq c"},
      {"(: f (to A B))", "f:A\\to B"},
      {"(congruent a b n)", "a\\equiv b\\pmod{n}"},
      {"(implies (= a b) (= c d))", "a=b\\Rightarrow c=d"},
      {"(and (= a b) (= c d))", "a=b\\wedge c=d"},
      {"(and p (or q r))", "p\\wedge(q\\vee r)"},
      {"(forall (in x X) (exists y (> y x)))", "\\forall x\\in X\\exists y:y>x"},
      {"(list a b c)", "a,b,c"},
      {"(in (list a b) X)", "a,b\\in X"},
      {"(matrix (row 1 0) (row 0 1))", "\\begin{pmatrix}1& 0\\\\ 0& 1\\end{pmatrix}"},
      {"(determinant (matrix (row a b) (row c d)))", "\\begin{vmatrix}a& b\\\\ c& d\\end{vmatrix}"},
      {"(cases 1 (> x 0) 0 _)", "\\begin{cases}1& x>0\\\\ 0& \\end{cases}"},
      {"(¯ x)", "\\overline{x}"},
      {"(sup A *)", "A^{\\times}"},
      {"infinity", "\\infty"},
      {"", ""},
  };
  for (const auto& [sexpr, latex] : cases) {
    const OperatorTree tree = tree_of(sexpr);
    EXPECT_EQ(latex_of(tree), latex) << sexpr;
    if (sexpr.empty()) continue;
    EXPECT_EQ(sexpr_of(read_both(latex).operators), sexpr) << latex;
  }
}

// Expressions from school and analysis, which the grammar reads as their author meant them.
class RandomExpressions {
 public:
  explicit RandomExpressions(std::uint64_t seed) : random_(seed) {}

  std::string expression(int depth) {
    if (depth == 0 || random_.one_in(5)) return leaf();
    const auto sub = [&] { return expression(depth - 1); };
    switch (random_.below(19)) {
      case 0:
        return joined({"(+ ", term(depth), " ", term(depth), ")"});
      case 1:
        return joined({"(- ", sub(), " ", term(depth), ")"});
      case 2:
        return joined({"(* ", factor(depth), " ", factor(depth), " ", factor(depth), ")"});
      case 3:
        return joined({"(/ ", sub(), " ", sub(), ")"});
      case 4:
        return joined({"(pow ", sub(), " ", sub(), ")"});
      case 5:
        return joined({"(sub ", letter(), " ", sub(), ")"});
      case 6:
        return "(sqrt " + sub() + ")";
      case 7:
        return "(sin " + sub() + ")";
      case 8:
        return joined({"(f ", sub(), " ", sub(), ")"});
      case 9:
        return joined({"(log ", sub(), " ", sub(), ")"});
      case 10:
        return joined({"(sum ", sub(), " (= k ", sub(), ") ", sub(), ")"});
      case 11:
        return joined({"(integral ", sub(), " t ", sub(), " ", sub(), ")"});
      case 12:
        return joined({"(limit ", sub(), " (to t ", sub(), "))"});
      case 13:
        return "(abs " + sub() + ")";
      case 14:
        return "(neg " + term(depth) + ")";
      case 15:
        return "(factorial " + sub() + ")";
      case 16:
        return "(partial " + sub() + " x y)";
      case 17:
        return joined({"(set ", sub(), " ", sub(), ")"});
      default:
        return joined({"(union ", term(depth), " ", term(depth), ")"});
    }
  }

 private:
  // Parts in braces are drawn from left to right, the operands of + in any order.
  static std::string joined(std::initializer_list<std::string> parts) {
    std::string text;
    for (const std::string& part : parts) text += part;
    return text;
  }
  std::string leaf() { return random_.one_in(3) ? std::to_string(random_.below(20)) : letter(); }
  std::string letter() {
    return std::string(1, "abcijmnstxyz"[static_cast<std::size_t>(random_.below(12))]);
  }
  // A sum directly in a sum, or a product directly in a product, would not keep its shape.
  std::string term(int depth) { return joined({"(/ ", expression(depth - 1), " ", leaf(), ")"}); }
  std::string factor(int depth) { return random_.one_in(2) ? leaf() : term(depth); }

  RandomTrees random_;
};

TEST(LatexFromOperators, RandomExpressionsReadBackAsThemselves) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomExpressions random(seed);
  for (int i = 0; i < 3'000; ++i) {
    const std::string left = random.expression(4);
    const OperatorTree tree = tree_of("(= " + left + " " + random.expression(3) + ")");
    const std::string latex = latex_of(tree);
    const BothTrees again = read_both(latex);
    ASSERT_TRUE(same_operators(again.operators, tree)) << latex << "\n"
                                                       << sexpr_of(tree) << "\n"
                                                       << sexpr_of(again.operators);
    const std::string layout_latex = latex_of(again.layout);
    ASSERT_TRUE(same_layout(read_both(layout_latex).layout, again.layout)) << latex << "\n"
                                                                           << layout_latex;
  }
}

TEST(LatexWriter, WritesEveryTreeWithoutFailing) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomTrees random(seed);
  for (int i = 0; i < 3'000; ++i) {
    EXPECT_EQ(latex_of(random.operator_tree(5)).find('\n'), std::string::npos);
    EXPECT_EQ(latex_of(random.layout_tree(3)).find('\n'), std::string::npos);
  }
}

TEST(LatexWriter, WritesLongRowsInLittleTime) {
  LayoutTree layout;
  OperatorTree operators;
  std::vector<NodeId> factors;
  NodeId last = kNoNode;
  for (int i = 0; i < 200'000; ++i) {
    const NodeId id = layout.add(SymbolKind::Variable, i % 2 == 0 ? "x" : "α");
    if (last == kNoNode) {
      layout.set_root(id);
    } else {
      layout.node(last).link(Relation::Next) = id;
    }
    last = id;
    factors.push_back(operators.add_leaf(Op::Variable, i % 2 == 0 ? "x" : "α"));
  }
  operators.set_root(operators.add(Op::Times, "", factors));
  EXPECT_GT(latex_of(layout).size(), 200'000u);
  EXPECT_GT(latex_of(operators).size(), 200'000u);
}

}  // namespace
}  // namespace noether::formula
