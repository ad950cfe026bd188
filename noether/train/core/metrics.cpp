#include "noether/train/core/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "noether/base/file_system.h"

namespace noether::train {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMaxMetricsBytes = std::uint64_t{1} << 30;
constexpr std::string_view kPerSecond = "_per_second";

Scores read_scores(const Json& json, const char* name) {
  Scores scores;
  if (!json.contains(name)) return scores;
  for (const auto& [of, value] : json.at(name).items()) {
    // JSON cannot represent NaN, so it becomes null.
    scores.emplace_back(
        of, value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>());
  }
  return scores;
}

}  // namespace

std::string report_line(const Report& report) {
  Json json;
  json["step"] = report.step;
  json["seconds"] = report.seconds;
  json["loss"] = report.loss;
  for (const auto& [name, value] : report.losses) json["losses"][name] = value;
  json["learning_rate"] = report.learning_rate;
  json[report.counted + std::string(kPerSecond)] = report.examples_per_second;
  json["waiting"] = report.waiting;
  for (const auto& [name, value] : report.scores) json["scores"][name] = value;
  return json.dump();
}

std::optional<Report> read_report(const std::string& line) {
  try {
    const Json json = Json::parse(line);
    Report report;
    if (!json.at("step").is_number_integer()) return std::nullopt;
    report.step = json.at("step").get<std::int64_t>();
    report.seconds = json.at("seconds").get<double>();
    // A NaN loss is stored as null.
    report.loss = json.at("loss").is_number() ? json.at("loss").get<double>()
                                              : std::numeric_limits<double>::quiet_NaN();
    report.losses = read_scores(json, "losses");
    report.learning_rate = json.at("learning_rate").get<double>();
    for (const auto& [name, value] : json.items()) {
      if (!name.ends_with(kPerSecond)) continue;
      report.counted = name.substr(0, name.size() - kPerSecond.size());
      report.examples_per_second = value.get<double>();
    }
    report.waiting = json.at("waiting").get<double>();
    report.scores = read_scores(json, "scores");
    return report;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

base::Result<std::vector<Report>> read_reports(const std::string& path, std::int64_t last_step) {
  std::vector<Report> reports;
  if (!base::FileSystem::real().exists(path)) return reports;
  const auto text = base::FileSystem::real().read(path, kMaxMetricsBytes);
  if (!text) return std::unexpected(text.error());
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    auto report = read_report(line);
    if (report && report->step <= last_step) reports.push_back(std::move(*report));
  }
  return reports;
}

// Draws lines over steps as SVG, without a library, because training machines have none.
namespace {

constexpr double kWidth = 640;
constexpr double kHeight = 180;
constexpr double kLeft = 60;
constexpr double kTop = 30;
constexpr double kGap = 60;
// The plot averages longer lines to this many points; more would be indistinguishable.
constexpr std::size_t kMostPoints = 600;

struct Place {
  double step = 0;
  double value = 0;
};

std::vector<Place> thinned(const std::vector<Place>& places) {
  const std::size_t each = places.size() / kMostPoints + 1;
  std::vector<Place> out;
  for (std::size_t i = 0; i < places.size(); i += each) {
    const std::size_t count = std::min(each, places.size() - i);
    Place mean;
    for (std::size_t j = i; j < i + count; ++j) {
      mean.step += places[j].step / static_cast<double>(count);
      mean.value += places[j].value / static_cast<double>(count);
    }
    out.push_back(mean);
  }
  return out;
}

void draw(std::string& svg, double top, const std::string& title, const std::vector<Place>& places,
          double last_step) {
  double low = places.front().value;
  double high = low;
  for (const Place& place : places) {
    low = std::min(low, place.value);
    high = std::max(high, place.value);
  }
  const double range = high > low ? high - low : 1;
  auto out = std::back_inserter(svg);
  fmt::format_to(out, "<text x=\"{}\" y=\"{}\">{}</text>\n", kLeft, top - 10, title);
  for (const double share : {0.0, 0.5, 1.0}) {
    const double y = top + kHeight * (1 - share);
    fmt::format_to(out,
                   "<line class=\"grid\" x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\"/>\n"
                   "<text class=\"mark\" x=\"{}\" y=\"{:.1f}\">{:.4g}</text>\n",
                   kLeft, y, kLeft + kWidth, y, kLeft - 6, y + 4, low + share * range);
  }
  fmt::format_to(out, "<text class=\"mark\" x=\"{}\" y=\"{}\">step {:.0f}</text>\n", kLeft + kWidth,
                 top + kHeight + 18, last_step);
  svg += "<polyline points=\"";
  for (const Place& place : thinned(places)) {
    fmt::format_to(out, "{:.1f},{:.1f} ", kLeft + kWidth * place.step / std::max(1.0, last_step),
                   top + kHeight * (1 - (place.value - low) / range));
  }
  svg += "\"/>\n";
}

}  // namespace

std::string loss_plot(const std::vector<Report>& reports) {
  std::vector<std::pair<std::string, std::vector<Place>>> charts;
  charts.emplace_back("loss", std::vector<Place>());
  charts.emplace_back("learning rate", std::vector<Place>());
  std::map<std::string, std::vector<Place>> scores;
  for (const Report& report : reports) {
    const auto step = static_cast<double>(report.step);
    if (std::isfinite(report.loss)) charts[0].second.push_back({step, report.loss});
    charts[1].second.push_back({step, report.learning_rate});
    for (const auto& [name, value] : report.scores) scores[name].push_back({step, value});
  }
  for (auto& [name, places] : scores) charts.emplace_back(name, std::move(places));
  std::erase_if(charts, [](const auto& chart) { return chart.second.empty(); });

  const double last = reports.empty() ? 0 : static_cast<double>(reports.back().step);
  const double height = kTop + static_cast<double>(charts.size()) * (kHeight + kGap);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\">\n<style>\n"
      "text {{ font: 13px sans-serif; fill: #555 }} .mark {{ text-anchor: end; font-size: 11px }}\n"
      ".grid {{ stroke: #8884 }} polyline {{ fill: none; stroke: #2a6fb0; stroke-width: 1.5 }}\n"
      "</style>\n",
      kLeft + kWidth + 20, height);
  double top = kTop;
  for (const auto& [name, places] : charts) {
    draw(svg, top, name, places, last);
    top += kHeight + kGap;
  }
  return svg + "</svg>\n";
}

}  // namespace noether::train
