#include "noether/evaluation/report/report.h"

#include <algorithm>
#include <string_view>

#include "noether/base/file_system.h"
#include "noether/evaluation/report/svg_drawing.h"

namespace noether::evaluation {

bool is_figure(const std::string& text) {
  constexpr std::string_view kOfFigures = "0123456789()[].,+-<% ";
  constexpr std::size_t kSignBytes = 3;  // one letter or sign, as ✓ and *L
  if (text.size() <= kSignBytes || text == "(✓)") return true;
  return text.find_first_not_of(kOfFigures) == std::string::npos;
}

bool has_words(const ReportTable& table, std::size_t column) {
  return std::ranges::any_of(table.rows, [&](const ReportRow& row) {
    std::size_t at = 0;
    for (const ReportCell& cell : row.cells) {
      if (at == column && !cell.is_note) return !is_figure(cell.text);
      at += cell.columns;
    }
    return false;
  });
}

base::Result<void> write_report(const Report& report, const std::string& folder,
                                const std::string& name, base::FileSystem& file_system) {
  if (auto made = file_system.make_folder(folder); !made) return made;
  const std::string plots_name = name + "-plots";
  const std::string plots = folder + "/" + plots_name;
  std::vector<std::string> files;
  for (const ReportSection& section : report.sections) {
    for (const ReportPlot& plot : section.plots) {
      if (files.empty()) {
        if (auto made = file_system.make_folder(plots); !made) return made;
      }
      files.push_back(plot.name + ".svg");
      auto written =
          base::write_atomically(file_system, plots + "/" + files.back(), as_svg_file(plot.svg));
      if (!written) return written;
    }
  }
  auto written = base::write_atomically(file_system, folder + "/" + name + ".md",
                                        markdown_report(report, plots_name));
  if (!written) return written;
  written = base::write_atomically(file_system, folder + "/" + name + ".html", html_report(report));
  if (!written || !file_system.is_folder(plots)) return written;
  const auto there = file_system.list(plots);
  if (!there) return std::unexpected(there.error());
  for (const std::string& file : *there) {
    if (!file.ends_with(".svg") || std::ranges::find(files, file) != files.end()) continue;
    if (auto removed = file_system.remove(plots + "/" + file); !removed) return removed;
  }
  return {};
}

namespace {

// Escapes the text for Markdown. A formula keeps its signs except the bar, which would end the
// cell.
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
  // Markdown has a single row of titles, so a heading is repeated before each of its columns.
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
