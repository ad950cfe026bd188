// A report as data: sections of texts, tables and plots, to be written as Markdown or as HTML; and
// a report on the disk: NAME.html, NAME.md, and the plots of the latter in NAME-plots/.
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
  std::string better = {};  // letters of the baselines that it is significantly better than ...
  std::string worse = {};   // ... and worse
  std::string tip = {};     // more about it, where there is a mouse
  std::size_t columns = 1;  // that it fills
  std::size_t family = 0;   // of the cells that are comparable: one of each is the best
  bool is_note = false;     // words about why there is no figure
};

struct ReportRow {
  enum class Kind : std::uint8_t { Plain, Group, Published, Measured, Missing };
  Kind kind = Kind::Plain;
  std::string name = {};
  std::vector<ReportCell> cells = {};  // fill the columns together; none in a group
};

struct ReportHeading {
  std::string text = {};
  std::size_t columns = 1;
};

struct ReportTable {
  std::string row_title = {};  // what the rows are: "Run"
  std::vector<ReportHeading> headings = {};
  std::vector<std::string> columns = {};
  std::vector<ReportRow> rows = {};
  std::vector<std::string> notes = {};
};

struct ReportPlot {
  std::string name = {};  // of its file, without the ending
  std::string title = {};
  std::string svg = {};  // as svg_drawing.h makes it
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

// Whether it is a figure or a sign, which is aligned right.
bool is_figure(const std::string& text);
// Whether a cell of the column contains words or a formula: then the column is aligned left.
bool has_words(const ReportTable& table, std::size_t column);

// Plots are links to files in `plots_folder`, which is beside the file.
std::string markdown_report(const Report& report, const std::string& plots_folder);
// One page with everything in it; it is well-formed XML too.
std::string html_report(const Report& report);

// Each file is replaced atomically. Plots of an earlier report are removed.
base::Result<void> write_report(const Report& report, const std::string& folder,
                                const std::string& name,
                                base::FileSystem& file_system = base::FileSystem::real());

}  // namespace noether::evaluation
