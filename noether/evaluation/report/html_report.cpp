#include <fmt/format.h>

#include <iterator>
#include <string_view>
#include <utility>

#include "noether/base/xml_text.h"
#include "noether/evaluation/report/report.h"
#include "noether/evaluation/report/svg_drawing.h"
#include "noether/formula/formula_io.h"

namespace noether::evaluation {
namespace {

using base::xml_text;

// Headings of tables stay visible inside the frame of their table, and the names of rows at its
// left.
constexpr std::string_view kPageStyle =
    ":root{color-scheme:light dark;--ink:#1c1c1e;--soft:#66666b;--line:#e3e3e6;--back:#fff;"
    "--head:#f5f5f7;--band:#fafafb;--mark:#00805a;--fall:#b8400a;--link:#0067a5;--ours:#eef5fb}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6e6e8;--soft:#a0a0a6;--line:#38383c;"
    "--back:#18181a;--head:#242427;--band:#1f1f22;--mark:#4fc79c;--fall:#ff9a5c;--link:#6cb6ee;"
    "--ours:#1b2733}}"
    "*{box-sizing:border-box}"
    "body{font:16px/1.55 system-ui,sans-serif;max-width:1320px;margin:0 auto;"
    "padding:2.5rem 1.25rem 4rem;background:var(--back);color:var(--ink)}"
    "h1{font-size:1.9rem;line-height:1.2;margin:0 0 .6rem;letter-spacing:-.01em}"
    "h2{font-size:1.3rem;line-height:1.3;margin:3rem 0 .5rem;scroll-margin-top:1rem}"
    "p{max-width:46rem;margin:.5rem 0}.about{font-size:1.05rem;color:var(--soft)}"
    ".note{font-size:.88rem;color:var(--soft)}"
    "a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}"
    "h2 a{color:inherit}h2 a:hover::after{content:\" #\";color:var(--soft)}"
    "nav{margin:1.4rem 0;padding:.9rem 1.2rem;background:var(--head);border-radius:10px}"
    "nav ol{margin:0;padding-left:1.4rem;columns:2;column-gap:2.5rem}nav li{break-inside:avoid}"
    ".scroll{overflow:auto;max-height:88vh;border:1px solid var(--line);border-radius:10px;"
    "margin:1rem 0 .6rem;width:fit-content;max-width:100%}"
    "table{border-collapse:separate;border-spacing:0;font-size:.92rem;"
    "font-variant-numeric:tabular-nums lining-nums}"
    "th,td{padding:.3rem .65rem;text-align:right;border-bottom:1px solid var(--line);"
    "white-space:nowrap}tbody tr:last-child>*{border-bottom:0}"
    "thead th{position:sticky;top:0;z-index:2;background:var(--head);font-weight:600;"
    "height:2.1rem}thead th.left{text-align:left}thead tr+tr th{top:2.1rem}thead "
    ".over{text-align:center}"
    ".over,.first,thead .first,td.first{border-left:1px solid var(--line)}"
    "tbody th,thead th:first-child{position:sticky;left:0;text-align:left;z-index:1}"
    "tbody th{background:var(--back);font-weight:400;max-width:17rem;white-space:normal;"
    "overflow-wrap:anywhere}thead tr:only-child "
    "th:first-child{white-space:normal;max-width:17rem}thead tr th:first-child{z-index:3}"
    "tr.group "
    "th{max-width:none;white-space:nowrap;font-weight:600;background:var(--band);padding-top:.7rem}"
    "tr.group td{background:var(--band)}"
    "tr.measured>*{background:var(--ours)}tr.missing th{color:var(--soft)}"
    "td.words{text-align:left;white-space:normal}"
    "td.why{text-align:left;color:var(--soft);font-style:italic;white-space:normal;"
    "overflow-wrap:anywhere;max-width:24rem}td.wide{max-width:0}"
    "b{font-weight:700}sup{font-size:.72em;line-height:0;margin-left:.1em}"
    ".up{color:var(--mark)}.down{color:var(--fall)}"
    ".plots{display:flex;flex-wrap:wrap;gap:1.6rem 2rem;align-items:flex-start;margin:1rem 0}"
    ".plots svg{max-width:100%;height:auto}figure{margin:0}"
    "@media(max-width:720px){nav ol{columns:1}}"
    "@media print{.scroll{max-height:none}}";

// A cell between dollar signs becomes MathML, which browsers draw; empty if the formula cannot be
// read.
std::string formula_cell(const std::string& text, formula::FormulaReader& reader) {
  if (text.size() < 3 || !text.starts_with('$') || !text.ends_with('$')) return {};
  formula::Formula formula;
  const std::string latex = text.substr(1, text.size() - 2);
  if (!reader.read(formula::Notation::Latex, latex, formula)) return {};
  std::string out;
  formula::write_formula(formula::Notation::MathML, formula, out);
  return out;
}

std::string anchor_of(std::size_t section) { return fmt::format("s{}", section + 1); }

class PageWriter {
 public:
  explicit PageWriter(const Report& report) : report_(report) {}

  std::string page() {
    put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n<h1>{}</h1>\n",
        xml_text(report_.title), kPageStyle, plot_style(), xml_text(report_.title));
    if (!report_.about.empty()) put("<p class=\"about\">{}</p>\n", xml_text(report_.about));
    contents();
    for (std::size_t s = 0; s < report_.sections.size(); ++s) section(s);
    put("</body>\n</html>\n");
    return std::move(out_);
  }

 private:
  template <typename... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
  }

  void contents() {
    put("<nav aria-label=\"Contents\">\n<ol>\n");
    for (std::size_t s = 0; s < report_.sections.size(); ++s) {
      put("<li><a href=\"#{}\">{}</a></li>\n", anchor_of(s), xml_text(report_.sections[s].title));
    }
    put("</ol>\n</nav>\n");
  }

  void section(std::size_t number) {
    const ReportSection& section = report_.sections[number];
    put("<section>\n<h2 id=\"{0}\"><a href=\"#{0}\">{1}</a></h2>\n", anchor_of(number),
        xml_text(section.title));
    for (const std::string& text : section.paragraphs) put("<p>{}</p>\n", xml_text(text));
    for (const ReportTable& table : section.tables) write(table);
    if (!section.plots.empty()) {
      put("<div class=\"plots\">\n");
      for (const ReportPlot& plot : section.plots) put("<figure>\n{}</figure>\n", plot.svg);
      put("</div>\n");
    }
    put("</section>\n");
  }

  void write(const ReportTable& table) {
    starts_.assign(table.columns.size() + 1, false);
    std::size_t column = 0;
    for (const ReportHeading& heading : table.headings) {
      if (column < starts_.size()) starts_[column] = true;
      column += heading.columns;
    }
    put("<div class=\"scroll\" tabindex=\"0\">\n<table>\n<thead>\n");
    if (!table.headings.empty()) {
      put("<tr><th></th>");
      for (const ReportHeading& heading : table.headings) {
        put("<th class=\"over\" scope=\"colgroup\" colspan=\"{}\">{}</th>", heading.columns,
            xml_text(heading.text));
      }
      put("</tr>\n");
    }
    put("<tr><th scope=\"col\">{}</th>", xml_text(table.row_title));
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const bool is_left = has_words(table, c);
      put("<th scope=\"col\" class=\"{}{}\">{}</th>", is_left ? "left " : "",
          starts_[c] ? "first" : "inner", xml_text(table.columns[c]));
    }
    put("</tr>\n</thead>\n<tbody>\n");
    for (const ReportRow& row : table.rows) write(row, table.columns.size());
    put("</tbody>\n</table>\n</div>\n");
    for (const std::string& note : table.notes) put("<p class=\"note\">{}</p>\n", xml_text(note));
  }

  void write(const ReportRow& row, std::size_t columns) {
    static constexpr std::string_view kKinds[] = {"plain", "group", "published", "measured",
                                                  "missing"};
    put("<tr class=\"{}\"><th scope=\"row\">{}</th>", kKinds[static_cast<std::size_t>(row.kind)],
        xml_text(row.name));
    std::size_t at = 0;
    for (const ReportCell& cell : row.cells) {
      write(cell, at < starts_.size() && starts_[at]);
      at += cell.columns;
    }
    if (at < columns) put("<td colspan=\"{}\"></td>", columns - at);
    put("</tr>\n");
  }

  void write(const ReportCell& cell, bool is_first) {
    const std::string math = formula_cell(cell.text, formulas_);
    std::string kind = cell.is_note ? (cell.columns > 2 ? "why wide" : "why")
                       : !math.empty() || !is_figure(cell.text) ? "words"
                                                                : "";
    if (is_first) kind += kind.empty() ? "first" : " first";
    put("<td{}{}{}>", kind.empty() ? "" : fmt::format(" class=\"{}\"", kind),
        cell.columns > 1 ? fmt::format(" colspan=\"{}\"", cell.columns) : "",
        cell.tip.empty() ? "" : fmt::format(" title=\"{}\"", xml_text(cell.tip)));
    const std::string text = math.empty() ? xml_text(cell.text) : math;
    put("{}{}{}", cell.is_best ? "<b>" : "", text, cell.is_best ? "</b>" : "");
    if (!cell.better.empty()) put("<sup class=\"up\">{}</sup>", xml_text(cell.better));
    if (!cell.worse.empty()) put("<sup class=\"down\">−{}</sup>", xml_text(cell.worse));
    put("</td>");
  }

  const Report& report_;
  formula::FormulaReader formulas_;
  std::vector<bool> starts_;  // columns that begin a group
  std::string out_;
};

}  // namespace

std::string html_report(const Report& report) { return PageWriter(report).page(); }

}  // namespace noether::evaluation
