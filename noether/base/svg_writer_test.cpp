#include "noether/base/svg_writer.h"

#include <gtest/gtest.h>

namespace noether::base {
namespace {

TEST(SvgWriter, WritesAttributesInTheirOrderWithOneDigit) {
  std::string out;
  SvgWriter svg(out);
  svg.tag("rect").set("class", "bar").box(1, 2.25, 3.06, 4).set_whole("rx", 5).end().newline();
  EXPECT_EQ(out,
            "<rect class=\"bar\" x=\"1.0\" y=\"2.2\" width=\"3.1\" height=\"4.0\" rx=\"5\"/>\n");
}

TEST(SvgWriter, EscapesTextsAndAttributes) {
  std::string out;
  SvgWriter svg(out);
  svg.tag("text").set("aria-label", "a \"b\"").body().element("title", "x < y & z").close("text");
  EXPECT_EQ(out, "<text aria-label=\"a &quot;b&quot;\"><title>x &lt; y &amp; z</title></text>");
}

TEST(SvgWriter, JoinsThePartsOfAPath) {
  SvgPath path;
  EXPECT_TRUE(path.empty());
  path.move(0, 1).line(2, 3).across(4).down(5).bend(6, 7, 8, 9).curve(1, 2, 3, 4, 5, 6);
  EXPECT_EQ(path.text(), "M0.0 1.0L2.0 3.0H4.0V5.0Q6.0 7.0 8.0 9.0C1.0 2.0 3.0 4.0 5.0 6.0");
}

}  // namespace
}  // namespace noether::base
