#include "noether/train/core/metrics.h"

#include <exception>
#include <limits>
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
    // JSON has no number for what is none.
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
    // A loss that is no number is written as null.
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

}  // namespace noether::train
