// The charts and the table of operators that a report of statistics holds.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "noether/base/bar_chart.h"
#include "noether/egen/statistics/statistics_report.h"

namespace noether::egen {

// Charts about which no corpus says anything are left out.
std::vector<base::BarChart> statistics_charts(std::span<const NamedStatistics> corpora);

// Operator, then for each corpus how often it occurs and in how many expressions it is the root.
std::vector<std::vector<std::string>> operator_table(std::span<const NamedStatistics> corpora);

}  // namespace noether::egen
