#include <algorithm>
#include <cstdint>

#include "noether/evaluation/report/report.h"

namespace noether::evaluation {
namespace {

// Text that Markdown leaves as it is; a formula keeps its signs but for the bar, which would end
// the cell.
std::string escaped(const std::string& text) {
  const bool is_formula = text.size() > 1 && text.starts_with('$') && text.ends_with('$');
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\n':
      case '\r':
      case '\t':
        out += ' ';
        break;
      case '|':
        out += is_formula ? "\\vert " : "\\|";
        break;
      case '<':
        out += is_formula ? "<" : "&lt;";
        break;
      case '*':
      case '_':
      case '`':
      case '[':
      case '\\':
      case '#':
        if (!is_formula) out += '\\';
        out += c;
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string cell_text(const ReportCell& cell) {
  std::string text = escaped(cell.text);
  if (cell.is_note) return "*" + text + "*";
  if (cell.is_best) text = "**" + text + "**";
  if (!cell.better.empty()) text += "<sup>" + cell.better + "</sup>";
  if (!cell.worse.empty()) text += "<sup>−" + cell.worse + "</sup>";
  return text;
}

void append_table(std::string& out, const ReportTable& table) {
  // Markdown has one row of titles: a heading is repeated before its columns.
  std::vector<std::string> titles;
  std::size_t column = 0;
  for (const ReportHeading& heading : table.headings) {
    for (std::size_t i = 0; i < heading.columns && column < table.columns.size(); ++i, ++column) {
      const std::string& name = table.columns[column];
      titles.push_back(heading.text.empty() ? name : heading.text + " " + name);
    }
  }
  for (; column < table.columns.size(); ++column) titles.push_back(table.columns[column]);
  out += "| " + escaped(table.row_title) + " |";
  for (const std::string& title : titles) out += " " + escaped(title) + " |";
  out += "\n|:--|";
  for (std::size_t i = 0; i < titles.size(); ++i) out += has_words(table, i) ? ":--|" : "--:|";
  out += "\n";
  for (const ReportRow& row : table.rows) {
    const std::string name = escaped(row.name);
    out += row.kind == ReportRow::Kind::Group ? "| **" + name + "** |" : "| " + name + " |";
    std::size_t filled = 0;
    for (const ReportCell& cell : row.cells) {
      out += " " + cell_text(cell) + " |";
      for (std::size_t i = 1; i < cell.columns; ++i) out += " |";
      filled += cell.columns;
    }
    for (; filled < titles.size(); ++filled) out += " |";
    out += "\n";
  }
  out += "\n";
  for (const std::string& note : table.notes) out += escaped(note) + "\n\n";
}

}  // namespace

std::string markdown_report(const Report& report, const std::string& plots_folder) {
  std::string out = "# " + escaped(report.title) + "\n\n";
  if (!report.about.empty()) out += escaped(report.about) + "\n\n";
  for (const ReportSection& section : report.sections) {
    out += "## " + escaped(section.title) + "\n\n";
    for (const std::string& text : section.paragraphs) out += escaped(text) + "\n\n";
    for (const ReportTable& table : section.tables) append_table(out, table);
    for (const ReportPlot& plot : section.plots) {
      out += "![" + escaped(plot.title) + "](" + plots_folder + "/" + plot.name + ".svg)\n\n";
    }
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace noether::evaluation
