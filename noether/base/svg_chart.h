// Bar charts as SVG: small multiples on one sheet.
//
// Colours come from a style inside the picture that follows the reader's choice of a light or a
// dark page; nothing is loaded from elsewhere. The same charts give the same bytes.
#pragma once

#include <span>
#include <string>

#include "noether/base/bar_chart.h"

namespace noether::base {

// The step between marks of an axis from 0 to `top` with about `wanted` marks: 1, 2 or 5 times a
// power of ten.
double axis_step(double top, int wanted);

// A complete document with the charts in this number of columns.
std::string svg_sheet(std::span<const BarChart> charts, int columns);
// One chart for an HTML page that contains `svg_style()` once.
std::string svg_chart(const BarChart& chart);
std::string svg_style();

}  // namespace noether::base
