#include "noether/embedding/formula/tree_features.h"

#include <gtest/gtest.h>

#include <set>

#include "noether/base/hash.h"
#include "noether/embedding/formula/formula_encoder.h"
#include "noether/embedding/formula/formula_reading.h"
#include "noether/formula/operators.h"

namespace noether::embedding {
namespace {

FormulaReading reading_of(std::string_view latex) {
  static const ExpressionTokenizer tokenizer = ExpressionTokenizer::standard();
  FormulaReadingReader reader(tokenizer);
  FormulaReading reading;
  const auto read = reader.read(latex, formula::Notation::Latex, reading);
  EXPECT_TRUE(read) << latex;
  return reading;
}

std::vector<TreeFeature> features_of(std::string_view latex,
                                     const std::set<FeatureKind>& kinds = {}) {
  std::vector<TreeFeature> features = reading_of(latex).features;
  if (!kinds.empty()) {
    std::erase_if(features, [&](const TreeFeature& one) { return !kinds.contains(one.kind); });
  }
  return features;
}

// The kinds of features that ignore names.
const std::set<FeatureKind> kNameless = {FeatureKind::Kind,           FeatureKind::Role,
                                         FeatureKind::EdgeKind,       FeatureKind::PathKind,
                                         FeatureKind::LongPathKind,   FeatureKind::TopPath,
                                         FeatureKind::SiblingKinds,   FeatureKind::SubtreeKind,
                                         FeatureKind::SubtreeRenamed, FeatureKind::Value};

TEST(TreeFeatures, ForgetTheOrderOfOperandsThatCommute) {
  EXPECT_EQ(features_of("x^2+3xy+1=z"), features_of("z=1+y3x+x^2"));
  EXPECT_NE(features_of("x-y"), features_of("y-x"));
  EXPECT_NE(features_of("x^2"), features_of("2^x"));
}

TEST(TreeFeatures, ByKindAndRoleForgetNames) {
  EXPECT_EQ(features_of("p(1-p)^{k-1}", kNameless), features_of("x(1-x)^{y-1}", kNameless));
  EXPECT_EQ(features_of("f(x)=x^2", kNameless), features_of("g(t)=t^2", kNameless));
  EXPECT_NE(features_of("p(1-p)^{k-1}"), features_of("x(1-x)^{y-1}"));
  EXPECT_NE(features_of("x+y", kNameless), features_of("x+x", kNameless));
}

TEST(TreeFeatures, KeepWhatIsNoName) {
  EXPECT_NE(features_of("2\\pi", kNameless), features_of("2x", kNameless));
  EXPECT_NE(features_of("e^{x}", kNameless), features_of("a^{x}", kNameless));
  EXPECT_NE(features_of("e^{ix}", kNameless), features_of("e^{ax}", kNameless));
  EXPECT_NE(features_of("y\\,dx", kNameless), features_of("y\\,ax", kNameless));
  EXPECT_NE(features_of("\\mathbb R^n", kNameless), features_of("A^n", kNameless));
}

TEST(TreeFeatures, TakeAnIndexForAName) {
  EXPECT_EQ(features_of("\\sum_{i=1}^n x_i", kNameless),
            features_of("\\sum_{k=1}^m a_k", kNameless));
  EXPECT_EQ(features_of("ad-bc", kNameless), features_of("at-bc", kNameless));
}

TEST(TreeFeatures, OfValuesAreSharedByWhatIsWorthTheSame) {
  const std::set<FeatureKind> values = {FeatureKind::Value};
  EXPECT_FALSE(features_of("2x", values).empty());
  EXPECT_EQ(features_of("x+x", values), features_of("2x", values));
  EXPECT_NE(features_of("x+x", values), features_of("3x", values));
  EXPECT_TRUE(features_of("x \\in A", values).empty());
}

TEST(TreeFeatures, CountWhatStandsSeveralTimes) {
  for (const TreeFeature& feature : features_of("x+x+x", {FeatureKind::Role})) {
    EXPECT_EQ(feature.count, 3U);
  }
}

TEST(TreeFeatures, AreThereForEveryOperator) {
  TreeFeatures reader;
  CanonicalReader canonical;
  std::set<std::uint64_t> seen;
  for (const formula::Op op : {
#define NOETHER_OP(id, ...) formula::Op::id,
#include "noether/formula/operators.def"
#undef NOETHER_OP
       }) {
    formula::OperatorTree tree;
    std::vector<formula::NodeId> operands;
    if (!formula::is_leaf(op)) {
      operands = {tree.add_leaf(formula::Op::Variable, "x"),
                  tree.add_leaf(formula::Op::Number, "2")};
    }
    tree.set_root(tree.add(op, "", operands));
    CanonicalFormula formula;
    canonical.read(tree, formula);
    std::vector<TreeFeature> features;
    reader.read(formula, {}, features);
    ASSERT_FALSE(features.empty());
    std::uint64_t all = 0;
    for (const TreeFeature& feature : features) all ^= feature.hash;
    EXPECT_TRUE(seen.insert(all).second) << formula::op_info(op).name;
  }
}

TEST(TreeFeatures, AreBoundedForLargeAndDeepFormulas) {
  std::string wide = "x";
  for (int i = 0; i < 20'000; ++i) wide += "+x_{" + std::to_string(i) + "}";
  const FormulaReading cut = reading_of(wide);
  EXPECT_LE(cut.formula.tree.node_count(), kMostFormulaNodes);
  EXPECT_LT(cut.features.size(), 40 * kMostFormulaNodes);
  std::string deep;
  for (int i = 0; i < 200; ++i) deep += "\\sqrt{1+";
  EXPECT_FALSE(reading_of(deep + "x" + std::string(200, '}')).features.empty());
}

TEST(TreeFeatures, AreWrittenAsALine) {
  const std::vector<TreeFeature> features = {{0x1f, FeatureKind::Label, 1},
                                             {0x20, FeatureKind::Value, 3}};
  EXPECT_EQ(features_line(features), "U:1f:1 M:20:3");
}

// Files of features, rarities and vectors in indexes are valid on all machines. Whoever changes the
// features must increase kFormulaEncoderVersion and update the digest here.
TEST(TreeFeatures, StayWhatTheyAreUntilTheVersionIsCountedUp) {
  std::string lines;
  for (const char* latex :
       {"x \\in A", "p(1-p)^{k-1}", "\\sum_{i=1}^n x_i^2=\\frac{n+1}{2}", "e^{ix}", "f(x)=2x+3",
        "\\forall x\\,\\exists y\\colon x<y", "\\begin{pmatrix}1&a\\\\b&2\\end{pmatrix}"}) {
    lines += features_line(features_of(latex)) + "\n";
  }
  EXPECT_EQ(kFormulaEncoderVersion, 3U);
  EXPECT_EQ(base::digest_of(lines).hex(), "4b21a8579fd7d26cd673220b9d8a0b61");
}

}  // namespace
}  // namespace noether::embedding
