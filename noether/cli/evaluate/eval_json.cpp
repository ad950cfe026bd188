#include <fmt/format.h>

#include <string>
#include <vector>

#include "noether/cli/console/messages.h"
#include "noether/cli/evaluate/eval_output.h"

namespace noether::cli {
namespace {

using evaluation::Measure;
using evaluation::MeasureRequest;
using evaluation::SystemComparison;

// The shortest text that reads back as the same number.
std::string number(double value) { return fmt::format("{}", value); }

std::string values_json(const std::vector<MeasureRequest>& requests,
                        const std::vector<double>& values, bool of_topic) {
  JsonObject object;
  for (std::size_t m = 0; m < requests.size(); ++m) {
    const Measure& measure = *requests[m].measure;
    if (measure.mean == Measure::Mean::Tag || (of_topic && !measure.of_topics)) continue;
    object.add(requests[m].name(), number(values[m]));
  }
  return object.text();
}

std::string p_json(const evaluation::CorrectedP& p) {
  return JsonObject()
      .add("p", number(p.plain))
      .add("bonferroni", number(p.bonferroni))
      .add("holm", number(p.holm))
      .text();
}

std::string comparison_json(const SystemComparison& system) {
  return JsonObject()
      .add_string("run", system.system)
      .add_number("topics", static_cast<std::int64_t>(system.topics))
      .add_number("topics_left", static_cast<std::int64_t>(system.topics_left))
      .add("mean", number(system.system_mean))
      .add("baseline_mean", number(system.baseline_mean))
      .add("difference", number(system.mean_difference))
      .add("interval", json_array({number(system.interval.low), number(system.interval.high)}))
      .add_number("better", static_cast<std::int64_t>(system.better))
      .add_number("worse", static_cast<std::int64_t>(system.worse))
      .add("t_test", p_json(system.t_test))
      .add("randomisation", p_json(system.randomisation))
      .text();
}

}  // namespace

std::string comparisons_json(const std::vector<MeasureComparison>& comparisons) {
  std::vector<std::string> measures;
  for (const MeasureComparison& comparison : comparisons) {
    std::vector<std::string> compared;
    for (const SystemComparison& system : comparison.systems) {
      compared.push_back(comparison_json(system));
    }
    measures.push_back(JsonObject()
                           .add_string("measure", comparison.measure)
                           .add("against_the_first", json_array(compared))
                           .text());
  }
  return json_array(measures);
}

std::string scores_json(const EvalSettings& settings, const std::vector<ScoredRun>& runs,
                        const std::vector<MeasureRequest>& requests, bool topics,
                        const std::vector<MeasureComparison>& comparisons,
                        const JsonMembers& more) {
  std::vector<std::string> systems;
  for (const ScoredRun& run : runs) {
    JsonObject object;
    object.add_string("run", run.path)
        .add_string("tag", run.table.system)
        .add_number("topics", static_cast<std::int64_t>(run.table.topics.size()))
        .add("means", values_json(requests, run.table.means, false));
    if (topics) {
      JsonObject by_topic;
      for (std::size_t t = 0; t < run.table.topics.size(); ++t) {
        by_topic.add(run.table.topics[t], values_json(requests, run.table.values[t], true));
      }
      object.add("by_topic", by_topic.text());
    }
    systems.push_back(object.text());
  }
  JsonObject object;
  object.add_string("qrels", settings.judgements)
      .add_number("threshold", settings.threshold)
      .add("runs", json_array(systems));
  if (!comparisons.empty()) object.add("comparisons", comparisons_json(comparisons));
  for (const auto& [name, value] : more) object.add(name, value);
  return object.text() + "\n";
}

}  // namespace noether::cli
