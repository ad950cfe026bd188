// A report as data: sections of texts, tables and plots, to be written as Markdown or as HTML. On
// disk it consists of NAME.html, NAME.md, and the plots of the latter in NAME-plots/.
//
// The same report gives the same bytes. Texts are plain; a cell between dollar signs is a formula.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/file_system.h"

namespace noether::evaluation {

struct ReportCell {
  std::string text = {};
  bool is_best = false;
  std::string better = {};  // letters of the baselines than which it is significantly better ...
  std::string worse = {};   // ... and worse
  std::string tip = {};     // more about the cell, shown by a mouse
  std::size_t columns = 1;  // the number of columns that it fills
  std::size_t family = 0;   // cells of the same number are comparable, and one of them is the best
  bool is_note = false;     // words that explain why there is no figure
};

struct ReportRow {
  enum class Kind : std::uint8_t { Plain, Group, Published, Measured, Missing };
  Kind kind = Kind::Plain;
  std::string name = {};
  std::vector<ReportCell> cells = {};  // the cells fill all columns; a group has none
};

struct ReportHeading {
  std::string text = {};
  std::size_t columns = 1;
};

struct ReportTable {
  std::string row_title = {};  // the heading of the rows: "Run"
  std::vector<ReportHeading> headings = {};
  std::vector<std::string> columns = {};
  std::vector<ReportRow> rows = {};
  std::vector<std::string> notes = {};
};

struct ReportPlot {
  std::string name = {};  // the name of its file, without the ending
  std::string title = {};
  std::string svg = {};  // the picture as svg_drawing.h makes it
};

struct ReportSection {
  std::string title = {};
  std::vector<std::string> paragraphs = {};
  std::vector<ReportTable> tables = {};
  std::vector<ReportPlot> plots = {};
};

struct Report {
  std::string title = {};
  std::string about = {};
  std::vector<ReportSection> sections = {};
};

// Whether the text is a figure or a sign, which is aligned right.
bool is_figure(const std::string& text);
// Whether a cell of the column contains words or a formula, so that the column is aligned left.
bool has_words(const ReportTable& table, std::size_t column);

// Plots are links to files in `plots_folder`, a folder beside the file.
std::string markdown_report(const Report& report, const std::string& plots_folder);
// One page with everything in it. It is also well-formed XML.
std::string html_report(const Report& report);

// Each file is replaced atomically. Plots of an earlier report are removed.
base::Result<void> write_report(const Report& report, const std::string& folder,
                                const std::string& name,
                                base::FileSystem& file_system = base::FileSystem::real());

}  // namespace noether::evaluation
