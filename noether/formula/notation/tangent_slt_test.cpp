#include "noether/formula/notation/tangent.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "noether/base/test_seed.h"
#include "noether/formula/limits.h"
#include "noether/formula/notation/random_trees.h"
#include "noether/formula/notation/tangent_names.h"

namespace noether::formula {
namespace {

std::string slt_again(std::string_view text) {
  LayoutTree tree;
  const auto result = read_tangent_slt(text, tree);
  if (!result) {
    return "! " + std::to_string(result.error().span.begin) + "-" +
           std::to_string(result.error().span.end) + " " + result.error().message;
  }
  std::string out;
  write_tangent_slt(tree, out);
  return out;
}

TEST(TangentSlt, WritesWhatItReads) {
  for (const std::string text : {"",
                                 "[V!x[+[N!1]],a[N!2]]",
                                 "[O!divide,o[V!a],u[V!b]]",
                                 "[O!root,c[N!3],w[V!x]]",
                                 "[V!f[M!()1x2,w[V!x[&comma;],e[V!y]]]]",
                                 "[M!&lsqb;&rsqb;1x1,w[V!x]]",
                                 "[M!∥|1x1,w[V!x]]",
                                 "[M!2x2,w[N!1,e[N!0,e[N!0,e[N!1]]]]]",
                                 "[T!is prime]",
                                 "[T!a&comma; b]",
                                 "[V!&quest;]",
                                 "[W!,a[∘]]",
                                 "[E![V!x]]",
                                 "[box,w[V!x]]",
                                 "[V!a[[V!b]]]",
                                 "[∑,o[V!n],u[V!i[=[N!1]]]]",
                                 "[M!0x0]",
                                 "[!!]",
                                 "[V!&[V!l[V!t[;]]]]",
                                 "[?(modmissing)[N!23]]",
                                 "[V!&amp;]",
                                 "[O!divide,u[V!k],o[V!n]]",
                                 "[O!stack,u[V!k]]",
                                 "[B!box]",
                                 "[P!V!x]",
                                 "[O!other]",
                                 "[M!&sep;)&sep;2x1]",
                                 "[V!C,c[V!n],d[V!k]]"}) {
    EXPECT_EQ(slt_again(text), text);
  }
}

TEST(TangentSlt, ReadsKindsLabelsAndSizes) {
  LayoutTree tree;
  ASSERT_TRUE(read_tangent_slt("[M!&lsqb;)1x2,w[N!0[&comma;],e[box,w[V!a]]]]", tree));
  const NodeId group = tree.root();
  EXPECT_EQ(tree.node(group).kind, SymbolKind::Group);
  EXPECT_EQ(tree.open_fence(group), "[");
  EXPECT_EQ(tree.close_fence(group), ")");
  EXPECT_EQ(tree.node(group).columns, 2);
  const NodeId first = tree.node(group).link(Relation::Within);
  EXPECT_EQ(tree.label(tree.node(first).next()), ",");
  EXPECT_EQ(tree.node(tree.node(first).link(Relation::Element)).kind, SymbolKind::Enclosure);
}

TEST(TangentSlt, KnowsHowHighEverySymbolIs) {
  LayoutTree tree;
  ASSERT_TRUE(read_tangent_slt("[V!x[M!()1x2,w[V!a,e[V!b[O!root,w[V!c,a[N!2]]]]]]]", tree));
  EXPECT_EQ(tree.node(tree.root()).height, 1);
  EXPECT_EQ(tree.node(tree.node(tree.root()).next()).height, 4);
}

TEST(TangentSlt, ReadsAFractionThatListsItsLowerHalfFirstAsBarless) {
  LayoutTree tree;
  ASSERT_TRUE(read_tangent_slt("[O!divide,u[V!k],o[V!n]]", tree));
  EXPECT_TRUE(tree.node(tree.root()).barless);
  ASSERT_TRUE(read_tangent_slt("[O!divide,o[V!n],u[V!k]]", tree));
  EXPECT_FALSE(tree.node(tree.root()).barless);
}

TEST(TangentSlt, ReadsStringsThatACsvWriterHasQuoted) {
  EXPECT_EQ(slt_again(R"("[V!\""[V!x]]")"), R"([V!"[V!x]])");
  EXPECT_EQ(slt_again(R"(\"[V!\"\"[V!x]]\")"), R"([V!"[V!x]])");
}

TEST(TangentSlt, SaysWhereAStringIsWrong) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"V!x", "! 0-1 a layout tree starts with '['"},
      {"[V!x", "! 4-4 ']' is missing"},
      {"[V!x,", "! 4-5 the tree ends after ','"},
      {"[V!x,q[V!y]]", "! 5-6 not a relation of layout trees"},
      {"[V!x,aV!y]]", "! 5-7 '[' is missing after the relation"},
      {"[V!x]]", "! 5-6 text after the end of the tree"},
      {"[V!x,a[N!1],a[N!2]]", "! 13-17 the relation 'above' is given twice"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(slt_again(text), expected) << text;
}

TEST(TangentSlt, BoundsDepthButNotTheLengthOfARow) {
  std::string row;
  std::string deep;
  for (int i = 0; i < 100'000; ++i) row += "[V!x";
  row += std::string(100'000, ']');
  EXPECT_EQ(slt_again(row), row);
  for (int i = 0; i < kMaxLayoutDepth; ++i) deep += "[V!x,a";
  EXPECT_NE(slt_again(deep + "[V!y]").find("the tree is too large"), std::string::npos);
}

TEST(TangentSlt, EveryTreeReadsBackAsItself) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomTrees random(seed);
  for (int i = 0; i < 5'000; ++i) {
    const LayoutTree tree = random.layout_tree(3);
    std::string text;
    write_tangent_slt(tree, text);
    LayoutTree again;
    const auto result = read_tangent_slt(text, again);
    ASSERT_TRUE(result) << text << "\n" << result.error().message;
    ASSERT_TRUE(same_layout(tree, again)) << text << "\n" << slt_again(text);
  }
}

TEST(TangentLabels, KeepEntitiesThatALabelSpellsItself) {
  for (const std::string label : {"&comma;", "&amp;comma;", "&amp;amp;quest;", "&amp;", "&",
                                  "&&comma;", "a,b[c]?", "&lt;", "\t\n"}) {
    std::string escaped;
    append_escaped(escaped, label);
    std::string again;
    append_unescaped(again, escaped);
    EXPECT_EQ(again, label) << escaped;
  }
}

}  // namespace
}  // namespace noether::formula
