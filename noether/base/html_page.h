// A report as one self-contained HTML page: headings, tables and charts.
// It follows the reader's choice of a light or a dark page, and runs no script.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/base/bar_chart.h"

namespace noether::base {

class HtmlPage {
 public:
  explicit HtmlPage(std::string_view title);

  void heading(std::string_view text);
  void paragraph(std::string_view text);
  // The first row is the header; the first column names the subjects of the rows.
  void table(const std::vector<std::vector<std::string>>& rows);
  // Places the charts side by side, as many as fit the window.
  void charts(const std::vector<BarChart>& charts);

  std::string text() const;

 private:
  std::string title_;
  std::string body_;
};

}  // namespace noether::base
