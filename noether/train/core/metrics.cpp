#include "noether/train/core/metrics.h"

#include <exception>
#include <nlohmann/json.hpp>
#include <sstream>

#include "noether/base/file_system.h"

namespace noether::train {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMaxMetricsBytes = std::uint64_t{1} << 30;

}  // namespace

std::string report_line(const Report& report) {
  Json json;
  json["step"] = report.step;
  json["seconds"] = report.seconds;
  json["loss"] = report.loss;
  json["learning_rate"] = report.learning_rate;
  json["examples_per_second"] = report.examples_per_second;
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
    // A loss that is no number any more is written as null.
    report.loss = json.at("loss").is_number() ? json.at("loss").get<double>() : 0;
    report.learning_rate = json.at("learning_rate").get<double>();
    report.examples_per_second = json.at("examples_per_second").get<double>();
    report.waiting = json.at("waiting").get<double>();
    if (json.contains("scores")) {
      for (const auto& [name, value] : json.at("scores").items()) {
        report.scores.emplace_back(name, value.get<double>());
      }
    }
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
