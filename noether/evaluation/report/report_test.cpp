#include "noether/evaluation/report/report.h"

#include <expat.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/base/temporary_folder.h"
#include "noether/evaluation/report/plots.h"
#include "noether/evaluation/report/svg_drawing.h"

namespace noether::evaluation {
namespace {

using testing::HasSubstr;
using testing::Not;

bool is_well_formed(const std::string& xml) {
  XML_Parser parser = XML_ParserCreate("UTF-8");
  const bool ok = XML_Parse(parser, xml.data(), static_cast<int>(xml.size()), 1) == XML_STATUS_OK;
  XML_ParserFree(parser);
  return ok;
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

DifferencePlot differences() {
  return {"a & b", "a is better", "b is better", {{"T1", -0.25}, {"T2", 0.5}, {"T<3>", 0}}};
}

Report small() {
  ReportTable table;
  table.row_title = "System";
  table.headings = {{"", 1}, {"2020", 2}};
  table.columns = {"D", "nDCG'", "P'@10"};
  table.rows = {
      {.kind = ReportRow::Kind::Group, .name = "Base | lines"},
      {.kind = ReportRow::Kind::Published,
       .name = "tf_idf",
       .cells = {{.text = "B"}, {.text = "0.204"}, {.text = "0.073"}}},
      {.kind = ReportRow::Kind::Measured,
       .name = "<ours>",
       .cells = {{.text = "B"},
                 {.text = "0.398", .is_best = true, .better = "a"},
                 {.text = "0.164", .worse = "b", .tip = "over 77 \"topics\""}}},
      {.kind = ReportRow::Kind::Missing,
       .name = "later",
       .cells = {{.text = "M"}, {.text = "not built yet", .columns = 2, .is_note = true}}}};
  table.notes = {"a: better"};
  return {.title = "A & B",
          .about = "One <two>.",
          .sections = {{.title = "Table 3: x",
                        .paragraphs = {"From *a* paper."},
                        .tables = {table},
                        .plots = {{"1-difference", "a & b", draw(differences())}}}}};
}

TEST(Plots, DrawDifferencesFromTheGreatestGainToTheGreatestLoss) {
  const std::string svg = draw(differences());
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_LT(svg.find("T2: +0.5000"), svg.find("T&lt;3&gt;: +0.0000"));
  EXPECT_LT(svg.find("T&lt;3&gt;: +0.0000"), svg.find("T1: -0.2500"));
  // The axis ends at 0.6, and half of the plot has a height of 85.
  EXPECT_THAT(svg, HasSubstr("height=\"70.8\"><title>T2"));
  EXPECT_THAT(svg, HasSubstr("a is better on 1 topics, b is better on 1, the same on 1."));
}

TEST(Plots, DrawACurveForEverySystemWithItsNameForThoseWhoCannotSeeIt) {
  const CurvePlot plot{
      "PR", "recall", "precision", {{"one", {{0, 0.5}, {1, 0}}}, {"two", {}}, {"<3>", {{0, 1}}}}};
  const std::string svg = draw(plot);
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_THAT(svg, HasSubstr("M46.0 198.0L346.0 348.0"));  // half-way down, then to the bottom
  EXPECT_THAT(svg, HasSubstr("role=\"img\""));
  EXPECT_THAT(svg, HasSubstr("one: from 0.500 to 0.000."));
}

TEST(Plots, ShowQuartilesAndMeans) {
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4}, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile({7}, 0.9), 7);
  EXPECT_DOUBLE_EQ(quantile({}, 0.5), 0);
  const DistributionPlot plot{"d", "nDCG", {{"one", {{"a", 0.1}, {"b", 0.3}}}, {"none", {}}}};
  const std::string svg = draw(plot);
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_THAT(svg, HasSubstr("one: mean 0.2000, quartiles 0.1500, 0.2000, 0.2500"));
}

TEST(Plots, OfNothingAreEmptyPictures) {
  for (const std::string& svg :
       {draw(DifferencePlot{}), draw(CurvePlot{}), draw(DistributionPlot{})}) {
    EXPECT_TRUE(is_well_formed(svg)) << svg;
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
    EXPECT_THAT(svg, Not(HasSubstr("inf")));
  }
}

TEST(Plots, CutLongNamesByCharacters) {
  EXPECT_EQ(shortened("αβγδ", 4), "αβγδ");
  EXPECT_EQ(shortened("αβγδε", 4), "αβγ…");
}

TEST(HtmlReport, IsOneWellFormedPageThatAsksForNothingElse) {
  const std::string html = html_report(small());
  EXPECT_TRUE(is_well_formed(html)) << html;
  for (const char* part : {"<script", "src=", "http://", "https://", "@import", "url("}) {
    std::string without_namespaces = html;
    for (const std::string name :
         {"http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"}) {
      for (std::size_t at; (at = without_namespaces.find(name)) != std::string::npos;) {
        without_namespaces.erase(at, name.size());
      }
    }
    EXPECT_EQ(without_namespaces.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(html, html_report(small()));
}

TEST(HtmlReport, MarksTheBestAndWhatIsSignificant) {
  const std::string html = html_report(small());
  EXPECT_THAT(html, HasSubstr("<b>0.398</b><sup class=\"up\">a</sup>"));
  EXPECT_THAT(html, HasSubstr("0.164<sup class=\"down\">−b</sup>"));
  EXPECT_THAT(html, HasSubstr("title=\"over 77 &quot;topics&quot;\""));
  EXPECT_THAT(html, HasSubstr("colspan=\"2\">not built yet</td>"));
  EXPECT_THAT(html, HasSubstr("<li><a href=\"#s1\">Table 3: x</a></li>"));
  EXPECT_THAT(html, HasSubstr("<h2 id=\"s1\">"));
}

TEST(HtmlReport, DrawsFormulasInCellsAndLeavesWhatIsNone) {
  Report report = small();
  report.sections[0].tables[0].rows[1].cells[1].text = "$\\frac{1}{x}$";
  report.sections[0].tables[0].rows[1].cells[2].text = "5$";
  const std::string html = html_report(report);
  EXPECT_TRUE(is_well_formed(html)) << html;
  EXPECT_THAT(html, HasSubstr("<mfrac>"));
  EXPECT_THAT(html, HasSubstr(">5$</td>"));
}

TEST(MarkdownReport, KeepsCellsInTheirColumns) {
  const std::string text = markdown_report(small(), "x-plots");
  EXPECT_THAT(text, HasSubstr("| System | D | 2020 nDCG' | 2020 P'@10 |\n|:--|--:|--:|--:|\n"
                              "| **Base \\| lines** | | | |\n"
                              "| tf\\_idf | B | 0.204 | 0.073 |\n"
                              "| &lt;ours> | B | **0.398**<sup>a</sup> | 0.164<sup>−b</sup> |\n"
                              "| later | M | *not built yet* | |\n"));
  EXPECT_THAT(text, HasSubstr("![a & b](x-plots/1-difference.svg)\n"));
  EXPECT_EQ(count(text, "\n\n\n"), 0U);
}

TEST(WriteReport, LeavesNoPlotOfAnEarlierReport) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(write_report(small(), folder.path(), "x"));
  auto& files = base::FileSystem::real();
  EXPECT_TRUE(files.exists(folder / "x.html"));
  EXPECT_TRUE(files.exists(folder / "x.md"));
  const auto svg = files.read(folder / "x-plots/1-difference.svg", 1 << 20);
  ASSERT_TRUE(svg);
  EXPECT_TRUE(is_well_formed(*svg)) << *svg;
  EXPECT_THAT(*svg, HasSubstr("<style>"));
  Report other = small();
  other.sections[0].plots[0].name = "2-other";
  ASSERT_TRUE(write_report(other, folder.path(), "x"));
  EXPECT_FALSE(files.exists(folder / "x-plots/1-difference.svg"));
  EXPECT_TRUE(files.exists(folder / "x-plots/2-other.svg"));
}

}  // namespace
}  // namespace noether::evaluation
