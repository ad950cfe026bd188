#include "noether/evaluation/score.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>

namespace noether::evaluation {
namespace {

void append_line(std::string& text, std::string_view name, std::string_view topic,
                 std::string_view value) {
  fmt::format_to(std::back_inserter(text), "{:<22}\t{}\t{}\n", name, topic, value);
}

std::string value_text(const Measure& measure, double value) {
  if (measure.mean == Measure::Mean::Sum) return fmt::format("{:.0f}", value);
  return fmt::format("{:6.4f}", value);
}

// The measures of trec_eval with cut-offs come after those without.
std::size_t place_of(const MeasureRequest& request) {
  const auto all = measures();
  const auto place =
      static_cast<std::size_t>(std::ranges::find(all, request.measure) - all.begin());
  const bool is_cut =
      request.measure->takes == Measure::Takes::Cutoff && request.at.cutoff != kNoCutoff;
  if (!is_cut) return place;
  // ndcg_cut precedes map_cut, and both come after everything else.
  return all.size() + (all.size() - place);
}

}  // namespace

base::Result<std::vector<MeasureRequest>> trec_order(std::vector<MeasureRequest> requests) {
  for (const MeasureRequest& request : requests) {
    if (!request.trec_name().empty()) continue;
    return base::fail(fmt::format("trec_eval has no measure {}", request.name()), {},
                      "leave it out, or leave out --trec");
  }
  std::ranges::sort(requests, {}, [](const MeasureRequest& request) {
    return std::tuple(place_of(request), request.at.cutoff, request.at.recall, request.prime);
  });
  return requests;
}

std::string trec_text(const ScoreTable& table, const std::vector<MeasureRequest>& requests,
                      bool topics) {
  std::string text;
  std::vector<std::string> names;
  for (const MeasureRequest& request : requests) names.push_back(request.trec_name());
  if (topics) {
    for (std::size_t t = 0; t < table.topics.size(); ++t) {
      for (std::size_t m = 0; m < requests.size(); ++m) {
        const Measure& measure = *requests[m].measure;
        if (!measure.of_topics) continue;
        append_line(text, names[m], table.topics[t], value_text(measure, table.values[t][m]));
      }
    }
  }
  for (std::size_t m = 0; m < requests.size(); ++m) {
    const Measure& measure = *requests[m].measure;
    append_line(
        text, names[m], "all",
        measure.mean == Measure::Mean::Tag ? table.system : value_text(measure, table.means[m]));
  }
  return text;
}

}  // namespace noether::evaluation
