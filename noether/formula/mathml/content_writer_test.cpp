#include "noether/formula/mathml/mathml.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "noether/formula/limits.h"
#include "noether/formula/notation/random_trees.h"
#include "noether/formula/notation/sexpr.h"

namespace noether::formula {
namespace {

std::string written(const OperatorTree& tree) {
  std::string out;
  write_content(tree, out);
  return out;
}

std::string sexpr(const OperatorTree& tree) {
  std::string out;
  write_sexpr(tree, out);
  return out;
}

void expect_same_when_read_back(const OperatorTree& tree) {
  const std::string xml = written(tree);
  OperatorTree back;
  std::vector<base::Error> diagnostics;
  const auto result = read_content(xml, back, diagnostics);
  ASSERT_TRUE(result) << result.error().message << "\n" << xml;
  ASSERT_TRUE(same_operators(tree, back)) << sexpr(tree) << "\n" << sexpr(back) << "\n" << xml;
}

TEST(ContentWriter, WritesStandardElements) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"(+ (pow x 2) 1)",
       R"(<apply><plus/><apply><power/><ci>x</ci><cn type="integer">2</cn></apply>)"
       R"(<cn type="integer">1</cn></apply>)"},
      {"(neg x)", "<apply><minus/><ci>x</ci></apply>"},
      {"(sin x)", "<apply><sin/><ci>x</ci></apply>"},
      {"(f x)", "<apply><ci>f</ci><ci>x</ci></apply>"},
      {"(root x n)", "<apply><root/><degree><ci>n</ci></degree><ci>x</ci></apply>"},
      {"(log x b)", "<apply><log/><logbase><ci>b</ci></logbase><ci>x</ci></apply>"},
      {"(sum a (= k i) n)",
       "<apply><sum/><bvar><ci>k</ci></bvar><lowlimit><ci>i</ci></lowlimit>"
       "<uplimit><ci>n</ci></uplimit><ci>a</ci></apply>"},
      {"(product a (in k S))",
       "<apply><product/><condition><apply><in/><ci>k</ci><ci>S</ci></apply></condition>"
       "<ci>a</ci></apply>"},
      {"(limit a (to x c))",
       "<apply><limit/><bvar><ci>x</ci></bvar><lowlimit><ci>c</ci></lowlimit><ci>a</ci></apply>"},
      {"(integral f (tuple x y) a b)",
       "<apply><int/><bvar><ci>x</ci></bvar><bvar><ci>y</ci></bvar><lowlimit><ci>a</ci></lowlimit>"
       "<uplimit><ci>b</ci></uplimit><ci>f</ci></apply>"},
      {"(d x f n)",
       "<apply><diff/><bvar><ci>x</ci><degree><ci>n</ci></degree></bvar><ci>f</ci></apply>"},
      {"(partial f x x)",
       "<apply><partialdiff/><bvar><ci>x</ci></bvar><bvar><ci>x</ci></bvar><ci>f</ci></apply>"},
      {"(interval:closed-open a b)",
       R"(<interval closure="closed-open"><ci>a</ci><ci>b</ci></interval>)"},
      {"(cases a p)", "<piecewise><piece><ci>a</ci><ci>p</ci></piece></piecewise>"},
      {"(apply (prime f n) x)",
       R"(<apply><apply><csymbol cd="noether">prime</csymbol><ci>f</ci><ci>n</ci></apply>)"
       "<ci>x</ci></apply>"},
      {"(chain a = b < c)",
       R"(<apply><csymbol cd="noether">chain</csymbol><ci>a</ci><eq/><ci>b</ci><lt/><ci>c</ci>)"
       "</apply>"},
      {"(infix:⊙ a b)",
       R"(<apply><csymbol cd="noether">infix</csymbol><cs>⊙</cs><ci>a</ci><ci>b</ci></apply>)"},
      {"\"is prime\"", "<cs>is prime</cs>"},
      {"_", R"(<csymbol cd="noether">absent</csymbol>)"},
      {"(error \"x\")", R"(<cerror><csymbol cd="noether">error</csymbol><cs>x</cs></cerror>)"},
      {"+", "<plus/>"},
      {"", ""},
  };
  for (const auto& [text, xml] : cases) {
    OperatorTree tree;
    ASSERT_TRUE(read_sexpr(text, tree)) << text;
    EXPECT_EQ(written(tree),
              R"(<math xmlns="http://www.w3.org/1998/Math/MathML">)" + xml + "</math>");
    expect_same_when_read_back(tree);
  }
}

TEST(ContentWriter, KeepsTreesThatAConventionWouldReadOtherwise) {
  for (const std::string text : {"(neg)",
                                 "(- x)",
                                 "(and (= a b) (= c))",
                                 "(equivalent a (mod b n))",
                                 "(log)",
                                 "(sup x symbol:′)",
                                 "(apply f x)",
                                 "(apply (sup sin 2) x)",
                                 "(call:log x)",
                                 "(max a b c d)",
                                 "(sum a _)",
                                 "(sum _)",
                                 "(sum a b _)",
                                 "(integral (* f (differential x)))",
                                 "(integral f (tuple x))",
                                 "(integral f x _)",
                                 "(partial f)",
                                 "(in (exists x) S)",
                                 "(/ (partial-symbol f) (partial-symbol x))",
                                 "(to x)",
                                 "variable:\"∞\"",
                                 "variable:\"\"",
                                 "variable:italic-ϵ",
                                 "(call:\"→\" x y)",
                                 "(cases a b c)",
                                 "(interval:\"][\" a b)",
                                 "symbol:x",
                                 "(list (list a) (set))",
                                 "(limit f (= x 0))",
                                 "(sum f (to x 0))"}) {
    OperatorTree tree;
    ASSERT_TRUE(read_sexpr(text, tree)) << text;
    SCOPED_TRACE(text);
    expect_same_when_read_back(tree);
  }
}

TEST(ContentWriter, ReadsBackAnyTreeWithAnyLabels) {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE(seed);
    expect_same_when_read_back(RandomTrees(seed).operator_tree(5));
    if (HasFatalFailure()) return;
  }
}

// Applications as LaTeXML writes them, sensible or not.
class RandomLatexml {
 public:
  explicit RandomLatexml(std::uint64_t seed) : random_(seed) {}

  std::string element(int depth) {
    if (depth == 0 || below(5) == 0) return pick(leaves_);
    std::string out = "<apply>" + (below(4) == 0 ? element(depth - 1) : pick(heads_));
    for (std::uint64_t n = below(4); n > 0; --n) out += element(depth - 1);
    return out + "</apply>";
  }

 private:
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  const std::string& pick(const std::vector<std::string>& from) { return from[below(from.size())]; }
  static std::string symbol(const std::string& name) {
    return "<csymbol cd='latexml'>" + name + "</csymbol>";
  }

  std::mt19937_64 random_;
  const std::vector<std::string> heads_ = {symbol("superscript"),
                                           symbol("superscript"),
                                           symbol("subscript"),
                                           symbol("subscript"),
                                           symbol("formulae-sequence"),
                                           symbol("annotated"),
                                           symbol("modulo"),
                                           symbol("cases"),
                                           symbol("differential-d"),
                                           symbol("delimited-[]"),
                                           symbol("for-all"),
                                           symbol("product"),
                                           "<and/>",
                                           "<eq/>",
                                           "<lt/>",
                                           "<ci>→</ci>",
                                           "<ci>⇒</ci>",
                                           "<times/>",
                                           "<divide/>",
                                           "<minus/>",
                                           "<plus/>",
                                           "<int/>",
                                           "<sum/>",
                                           "<limit/>",
                                           "<sin/>",
                                           "<log/>",
                                           "<exists/>",
                                           "<partialdiff/>",
                                           "<equivalent/>",
                                           "<max/>",
                                           "<union/>",
                                           "<ci>f</ci>",
                                           "<ci>⋅</ci>",
                                           "<ci>pmod</ci>"};
  const std::vector<std::string> leaves_ = {
      "<ci>𝑥</ci>",
      "<cn>1</cn>",
      "<ci>′</ci>",
      "<share href='#a'/>",
      "<partialdiff/>",
      "<compose/>",
      "<ci>italic-ϵ</ci>",
      "<ci>|</ci>",
      "<ci>∗</ci>",
      "<mtext>\\foo</mtext>",
      "<sin/>",
      "<apply><minus/><cn>1</cn></apply>",
      "<interval closure='open'><ci>a</ci><ci>b</ci></interval>"};
};

TEST(ContentWriter, ReadsBackWhateverTheReaderMakesOfLatexml) {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE(seed);
    const std::string xml = "<math>" + RandomLatexml(seed).element(4) + "</math>";
    OperatorTree tree;
    std::vector<base::Error> diagnostics;
    ASSERT_TRUE(read_content(xml, tree, diagnostics)) << xml;
    expect_same_when_read_back(tree);
    if (HasFatalFailure()) FAIL() << xml;
  }
}

TEST(ContentWriter, WritesTheHighestTreeThatReadsBack) {
  OperatorTree tree;
  NodeId node = tree.add_leaf(Op::Variable, "x");
  for (int height = 2; height <= kMaxOperatorDepth; ++height) {
    node = height % 2 == 0 ? tree.add(Op::Negate, "", std::span(&node, 1))
                           : tree.add(Op::Prefix, "∇", std::span(&node, 1));
  }
  tree.set_root(node);
  ASSERT_FALSE(tree.too_deep());
  expect_same_when_read_back(tree);
}

}  // namespace
}  // namespace noether::formula
