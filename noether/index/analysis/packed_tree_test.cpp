#include "noether/index/analysis/packed_tree.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "noether/base/hash.h"
#include "noether/formula/formula_io.h"

namespace noether::index {
namespace {

std::string pack(const std::string& latex, formula::Formula& formula) {
  formula::FormulaReader reader;
  EXPECT_TRUE(reader.read(formula::Notation::Latex, latex, formula));
  std::string bytes;
  pack_tree(formula.operators, bytes);
  return bytes;
}

void expect_round_trip(const std::string& latex) {
  formula::FormulaReader reader;
  formula::Formula formula;
  if (!reader.read(formula::Notation::Latex, latex, formula)) return;
  std::string bytes;
  pack_tree(formula.operators, bytes);
  TreeUnpacker unpacker;
  formula::OperatorTree tree;
  EXPECT_EQ(unpacker.unpack(bytes, tree), !formula.operators.empty()) << latex;
  if (formula.operators.empty()) return;
  EXPECT_TRUE(formula::same_operators(tree, formula.operators)) << latex;
}

TEST(PackedTree, TakesAByteForMostNodes) {
  formula::Formula formula;
  EXPECT_EQ(pack("x", formula), "x");
  EXPECT_EQ(pack("x^2+1", formula).size(), 5U);
  EXPECT_EQ(pack("a+b+c", formula).size(), 3U + 3U);
}

TEST(PackedTree, ComesBackAsItWas) {
  for (const char* latex :
       {"x", "7", "42", "\\alpha", "a+b+c+d", "\\frac{a}{b}", "\\sum_{k=0}^n \\binom{n}{k} x^k",
        "f(x,y)=\\sin xy", "\\int_0^\\infty e^{-x^2}\\,dx", "\\{x\\in\\mathbb{R}: x>0\\}",
        "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}", "A^*", "\\text{if } n", "\\sqrt[3]{2}",
        "\\frac{d^2y}{dx^2}", "\\lim_{n\\to\\infty}a_n", "\\left(", "x_{", "|x-y|\\le\\|z\\|"}) {
    expect_round_trip(latex);
  }
}

TEST(PackedTree, ComesBackForEveryFormulaOfTheTopics) {
  const char* data = std::getenv("NOETHER_DATA");
  const std::string folder = data != nullptr ? data : "../shared/data";
  std::ifstream file(folder + "/arqmath/topics/formulas_latex.tsv");
  if (!file) GTEST_SKIP() << "no topics in " << folder << " (set NOETHER_DATA)";
  std::string line;
  std::getline(file, line);
  std::size_t formulas = 0;
  for (; std::getline(file, line); ++formulas) {
    while (line.ends_with('\r')) line.pop_back();
    expect_round_trip(line.substr(line.rfind('\t') + 1));
  }
  EXPECT_GT(formulas, 2000U);
}

TEST(PackedTree, RefusesWhatIsNoTree) {
  TreeUnpacker unpacker;
  formula::OperatorTree tree;
  using namespace std::string_literals;
  EXPECT_FALSE(unpacker.unpack("", tree));
  EXPECT_FALSE(unpacker.unpack("xy", tree)) << "two roots";
  EXPECT_FALSE(unpacker.unpack("\0"s, tree)) << "a count of nothing";
  EXPECT_FALSE(unpacker.unpack("\0\xFF\xFF\xFF\xFF\x0F\x08"s, tree))
      << "more operands than there are";
  EXPECT_FALSE(unpacker.unpack("\xFE", tree)) << "no operator";
  EXPECT_FALSE(unpacker.unpack("\x01\x05"s, tree)) << "a number that ends early";
  EXPECT_TRUE(tree.empty());
}

TEST(PackedTree, SurvivesDamageOfAnyKind) {
  const std::uint64_t seed = 5;
  SCOPED_TRACE("seed 5");
  std::mt19937_64 random(seed);
  formula::Formula formula;
  const std::string good =
      pack("f(x)=\\sum_{k=0}^n \\frac{\\alpha_k x^k}{k!}+\\text{rest}", formula);
  TreeUnpacker unpacker;
  formula::OperatorTree tree;
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = good;
    for (std::uint64_t flips = random() % 4 + 1; flips > 0; --flips) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    bytes.resize(random() % (bytes.size() + 1));
    if (unpacker.unpack(bytes, tree)) {
      EXPECT_LE(tree.node_count(), bytes.size());
      std::string again;
      pack_tree(tree, again);
      formula::OperatorTree other;
      EXPECT_TRUE(unpacker.unpack(again, other));
      EXPECT_TRUE(formula::same_operators(tree, other));
    } else {
      EXPECT_TRUE(tree.empty());
    }
  }
}

// The bytes of an index stand for operators by their place in the list.
TEST(PackedTree, NeedsTheOperatorsInTheirOrder) {
  std::string names;
  std::size_t count = 0;
#define NOETHER_OP(id, name, klass, unordered, labelled, content, symbol, tangent, latex, arity) \
  if (count++ < 135) names += std::string(name) + ((labelled) ? "+" : " ") + std::to_string(arity);
#include "noether/formula/operators.def"
#undef NOETHER_OP
  EXPECT_GE(count, 135U);
  EXPECT_EQ(base::digest_of(names).hex(), "422f8fbb4a35671c7271ba3e3f94984a")
      << "operators may be added at the end; any other change of the list needs a new version of "
         "the index (kFormatVersion), and then this digest";
}

}  // namespace
}  // namespace noether::index
