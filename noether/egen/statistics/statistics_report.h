// Statistics of corpora side by side, as a table and charts for output as text, SVG and HTML.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "noether/base/bar_chart.h"
#include "noether/egen/statistics/statistics.h"

namespace noether::egen {

struct NamedStatistics {
  std::string name;
  const CorpusStatistics* statistics = nullptr;
};

struct StatisticsReport {
  std::vector<std::vector<std::string>> summary;    // the first row is the header
  std::vector<std::vector<std::string>> operators;  // likewise, with one row for each operator
  std::vector<base::BarChart> charts;

  std::string text() const;
  std::string svg() const;
  std::string html() const;
};

// Each corpus gets one column and one colour.
StatisticsReport report_statistics(std::span<const NamedStatistics> corpora);

}  // namespace noether::egen
