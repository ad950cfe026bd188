// Draws the plots of a report as SVG (svg_drawing.h).
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace noether::evaluation {

// Curves over the unit square: precision over recall.
struct CurvePlot {
  struct Curve {
    std::string name;
    std::vector<std::pair<double, double>> points;  // x rises
  };
  std::string title;
  std::string x_title;
  std::string y_title;
  std::vector<Curve> curves;
};
std::string draw(const CurvePlot& plot);

// The differences from a baseline, topic by topic, from the greatest gain to the greatest loss.
struct DifferencePlot {
  std::string title;
  std::string better;  // written above the line of no difference: "default is better"
  std::string worse;
  std::vector<std::pair<std::string, double>> differences;  // by topic, in any order
};
std::string draw(const DifferencePlot& plot);

// The values of each system over its topics: a dot for each value, with quartiles and mean.
struct DistributionPlot {
  struct Values {
    std::string name;
    std::vector<std::pair<std::string, double>> topics;
  };
  std::string title;
  std::string value_title;
  std::vector<Values> systems;
};
std::string draw(const DistributionPlot& plot);

// The value below which this share of the sorted values lies, interpolated between neighbours.
double quantile(const std::vector<double>& sorted, double share);

}  // namespace noether::evaluation
