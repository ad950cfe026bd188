#include "noether/base/bar_chart.h"

#include <expat.h>
#include <gtest/gtest.h>

#include "noether/base/html_page.h"
#include "noether/base/svg_chart.h"
#include "noether/base/svg_writer.h"

namespace noether::base {
namespace {

BarChart lengths() {
  return {.title = "Lengths",
          .category_title = "tokens",
          .categories = {"1–5", "6–10", "11–15"},
          .series = {{"ours", {0.25, 0.5, 0.125}}},
          .direction = BarChart::Direction::Upright,
          .values = BarChart::Values::Shares};
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

bool is_well_formed(const std::string& xml) {
  XML_Parser parser = XML_ParserCreate("UTF-8");
  const bool ok = XML_Parse(parser, xml.data(), static_cast<int>(xml.size()), 1) == XML_STATUS_OK;
  XML_ParserFree(parser);
  return ok;
}

TEST(BarChart, WritesValuesForPeople) {
  EXPECT_EQ(value_text(0.1234, BarChart::Values::Shares), "12.3 %");
  EXPECT_EQ(value_text(0.0004, BarChart::Values::Shares), "0.04 %");
  EXPECT_EQ(value_text(0, BarChart::Values::Shares), "0 %");
  EXPECT_EQ(value_text(0.00001, BarChart::Values::Shares), "< 0.01 %");
  EXPECT_EQ(value_text(1, BarChart::Values::Shares), "100 %");
  EXPECT_EQ(value_text(1234567, BarChart::Values::Plain), "1,234,567");
  EXPECT_EQ(value_text(0.25, BarChart::Values::Plain), "0.25");
  EXPECT_EQ(grouped_digits(999), "999");
  EXPECT_EQ(grouped_digits(1000), "1,000");
}

TEST(SvgChart, MarksAxesAtRoundNumbers) {
  EXPECT_DOUBLE_EQ(axis_step(1, 4), 0.5);
  EXPECT_DOUBLE_EQ(axis_step(0.4, 4), 0.1);
  EXPECT_DOUBLE_EQ(axis_step(70, 4), 20);
  EXPECT_DOUBLE_EQ(axis_step(0, 4), 1);
}

TEST(SvgChart, DrawsABarForEveryValueToScale) {
  const std::string svg = svg_chart(lengths());
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "class=\"s0\""), 3U);
  // The plot is 170 high and its axis ends at 60 %.
  EXPECT_NE(svg.find("height=\"141.7\"><title>6–10: 50.0 %"), std::string::npos) << svg;
  EXPECT_NE(svg.find("height=\"70.8\"><title>1–5: 25.0 %"), std::string::npos) << svg;
}

TEST(SvgChart, PutsManyChartsOnOneSheetWithALegendForSeveralSeries) {
  BarChart two = lengths();
  two.series.push_back({"a < b & \"c\"", {0.1, 0.2, 0.3}});
  BarChart names = lengths();
  names.direction = BarChart::Direction::Sideways;
  const std::string svg = svg_sheet(std::vector{lengths(), two, names}, 2);
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_EQ(count(svg, "<g transform"), 3U);
  EXPECT_EQ(count(svg, "class=\"s1\""), 4U);  // three bars and the legend
  EXPECT_EQ(svg, svg_sheet(std::vector{lengths(), two, names}, 2));
}

TEST(SvgChart, DrawsNothingOutOfNothing) {
  EXPECT_TRUE(is_well_formed(svg_chart(BarChart{})));
  BarChart zeros = lengths();
  zeros.series[0].values = {0, 0, 0};
  const std::string svg = svg_chart(zeros);
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(TextChart, AlignsColumnsByCharactersNotBytes) {
  EXPECT_EQ(text_table({{"", "A", "B"}, {"π", "1", "1,000"}, {"clusters", "20", "3"}}),
            "           A      B\n"
            "π          1  1,000\n"
            "clusters  20      3\n");
}

TEST(TextChart, DrawsBarsInEighthsAndNoneForNothing) {
  EXPECT_EQ(text_bar(1, 3), "███");
  EXPECT_EQ(text_bar(0.5, 3), "█▌");
  EXPECT_EQ(text_bar(1e-9, 3), "▏");
  EXPECT_EQ(text_bar(0, 3), "");
}

TEST(TextChart, WritesOneLinePerCategory) {
  EXPECT_EQ(text_chart(lengths()),
            "Lengths (tokens)\n"
            "    1–5    25.0 % ███████████████\n"
            "   6–10    50.0 % ██████████████████████████████\n"
            "  11–15    12.5 % ███████▌\n");
}

TEST(TextChart, PutsSeveralSeriesSideBySide) {
  const BarChart chart{.title = "Roots",
                       .category_title = {},
                       .categories = {"sin", "+"},
                       .series = {{"ours", {3, 1}}, {"theirs", {0, 6}}},
                       .direction = BarChart::Direction::Sideways,
                       .values = BarChart::Values::Plain};
  EXPECT_EQ(text_chart(chart),
            "Roots\n"
            "       ours                                     theirs\n"
            "  sin         3 ███████████████                        0\n"
            "  +           1 █████                                  6 "
            "██████████████████████████████\n");
}

TEST(HtmlPage, HoldsTablesAndChartsAndAsksForNothingElse) {
  HtmlPage page("A < B");
  page.heading("Numbers");
  page.table({{"", "value"}, {"x & y", "1"}});
  page.charts({lengths()});
  const std::string html = page.text();
  EXPECT_NE(html.find("<title>A &lt; B</title>"), std::string::npos);
  EXPECT_NE(html.find("<td>x &amp; y</td><td>1</td>"), std::string::npos);
  EXPECT_EQ(count(html, "<svg "), 1U);
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("src="), std::string::npos);
  EXPECT_EQ(html.find("href="), std::string::npos);
}

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
