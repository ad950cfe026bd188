#include "noether/evaluation/report/report.h"

#include <algorithm>
#include <string_view>

#include "noether/base/write_atomically.h"
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

}  // namespace noether::evaluation
