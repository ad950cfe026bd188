#include "noether/amr/graph_source.h"

#include <gtest/gtest.h>

#include <string>

namespace noether::amr {
namespace {

TEST(GraphSource, FindsGraphsByTheirIds) {
  const auto source = GraphSource::read("# ::id a.1\n(b / boy)\n\n# ::id a.2\n(g / girl)\n");
  ASSERT_TRUE(source);
  EXPECT_EQ(source->size(), 2U);
  ASSERT_NE(source->find("a.2"), nullptr);
  EXPECT_EQ(source->find("a.2")->tree.nodes[0].concept_name, "girl");
  EXPECT_EQ(source->find("a.3"), nullptr);
  EXPECT_EQ(GraphSource::read("")->size(), 0U);
}

TEST(GraphSource, RefusesGraphsThatCannotBeTold) {
  EXPECT_EQ(GraphSource::read("# ::id a\n(b / boy)\n\n(g / girl)\n").error().message,
            "line 4: this graph has no `# ::id`");
  EXPECT_EQ(GraphSource::read("# ::id a\n(b / boy)\n\n# ::id a\n(g / girl)\n").error().message,
            "line 4: the id a already occurs at line 1");
  EXPECT_FALSE(GraphSource::read("# ::id a\n(b / boy\n"));
}

}  // namespace
}  // namespace noether::amr
