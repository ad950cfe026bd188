#include "noether/base/html_page.h"

#include "noether/base/svg_chart.h"
#include "noether/base/xml_text.h"

namespace noether::base {
namespace {

constexpr std::string_view kStyle =
    ":root{color-scheme:light dark}"
    "body{font:15px/1.5 system-ui,sans-serif;max-width:1340px;margin:2rem auto;padding:0 1rem;"
    "background:#fff;color:#222}"
    "h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
    "th,td{padding:.15rem .9rem .15rem 0;text-align:right;border-bottom:1px solid #e4e4e4}"
    "th:first-child,td:first-child{text-align:left}"
    ".charts{display:flex;flex-wrap:wrap;gap:1.2rem;align-items:flex-start}"
    ".charts svg,.tall{max-width:100%}"
    "@media(prefers-color-scheme:dark){body{background:#1b1b1b;color:#ddd}"
    "th,td{border-color:#3a3a3a}}";

}  // namespace

HtmlPage::HtmlPage(std::string_view title) : title_(xml_text(title)) {
  body_ = "<h1>" + title_ + "</h1>\n";
}

void HtmlPage::heading(std::string_view text) { body_ += "<h2>" + xml_text(text) + "</h2>\n"; }

void HtmlPage::paragraph(std::string_view text) { body_ += "<p>" + xml_text(text) + "</p>\n"; }

void HtmlPage::table(const std::vector<std::vector<std::string>>& rows) {
  body_ += "<table>\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::string_view cell = r == 0 ? "th" : "td";
    body_ += "<tr>";
    for (const std::string& text : rows[r]) {
      body_ += "<";
      body_ += cell;
      body_ += ">";
      append_xml_text(body_, text);
      body_ += "</";
      body_ += cell;
      body_ += ">";
    }
    body_ += "</tr>\n";
  }
  body_ += "</table>\n";
}

void HtmlPage::charts(const std::vector<BarChart>& charts) {
  body_ += "<div class=\"charts\">\n";
  for (const BarChart& chart : charts) body_ += svg_chart(chart);
  body_ += "</div>\n";
}

std::string HtmlPage::text() const {
  std::string page = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width\">\n";
  page += "<title>" + title_ + "</title>\n<style>" + std::string(kStyle) + svg_style();
  return page + "</style>\n</head>\n<body>\n" + body_ + "</body>\n</html>\n";
}

}  // namespace noether::base
