#include "noether/formula/mathml/semantics.h"

#include <gtest/gtest.h>

#include <string>

namespace noether::formula {
namespace {

std::string chosen(std::string_view text, std::string_view markup) {
  XmlTree xml;
  EXPECT_TRUE(read_xml(text, xml));
  const NodeId child = chosen_child(xml, xml.root(), markup);
  return child == kNoNode ? "none" : std::string(xml.name(child));
}

TEST(Semantics, TakesTheFirstChildWhenNoAnnotationFits) {
  const char* text = "<semantics><mi/><annotation encoding='TeX'>x</annotation></semantics>";
  EXPECT_EQ(chosen(text, "Presentation"), "mi");
  EXPECT_EQ(chosen("<semantics/>", "Presentation"), "none");
}

TEST(Semantics, TakesTheParallelMarkupThatIsAskedFor) {
  const char* text =
      "<semantics><mi/><annotation-xml encoding='MathML-Content'><ci/></annotation-xml>"
      "</semantics>";
  EXPECT_EQ(chosen(text, "Presentation"), "mi");
  EXPECT_EQ(chosen(text, "Content"), "ci");
}

TEST(Semantics, TakesTheSelectedChildOfAnAction) {
  EXPECT_EQ(chosen("<maction selection='2'><a/><b/></maction>", "Presentation"), "b");
  EXPECT_EQ(chosen("<maction><a/><b/></maction>", "Presentation"), "a");
  EXPECT_EQ(chosen("<maction selection='7'><a/><b/></maction>", "Presentation"), "a");
}

}  // namespace
}  // namespace noether::formula
