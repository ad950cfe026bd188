#include "noether/cli/evaluate/eval_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "noether/cli/console/messages.h"
#include "noether/evaluation/statistics/correlation.h"
#include "noether/search/present/shown_text.h"

namespace noether::cli {

namespace {

using evaluation::CategoryScores;
using evaluation::MeasureCorrelation;
using evaluation::MeasureRequest;

// Names of runs, and counts, have no mean.
bool has_mean(const MeasureRequest& request) {
  return request.measure->mean != evaluation::Measure::Mean::Tag &&
         request.measure->mean != evaluation::Measure::Mean::Sum;
}

std::vector<std::size_t> measures_with_means(const std::vector<MeasureRequest>& requests) {
  std::vector<std::size_t> numbers;
  for (std::size_t m = 0; m < requests.size(); ++m) {
    if (has_mean(requests[m])) numbers.push_back(m);
  }
  return numbers;
}

std::vector<MeasureCorrelation> correlations_of(const std::vector<ScoredRun>& runs,
                                                const std::vector<MeasureRequest>& requests) {
  std::vector<evaluation::ScoreTable> tables;
  for (const ScoredRun& run : runs) {
    evaluation::ScoreTable& table = tables.emplace_back();
    for (const std::size_t m : measures_with_means(requests)) {
      table.measures.push_back(requests[m].name());
      table.means.push_back(run.table.means[m]);
    }
  }
  return evaluation::correlate_measures(tables);
}

std::string coefficient(const std::optional<double>& value) {
  return value ? fmt::format("{:.4f}", *value) : "-";
}

std::string json_coefficient(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "null";
}

}  // namespace

std::string categories_text(const std::vector<ScoredRun>& runs,
                            const std::vector<MeasureRequest>& requests,
                            const evaluation::TopicCategories& categories) {
  const std::vector<std::size_t> measures = measures_with_means(requests);
  std::size_t width = 3;
  for (const ScoredRun& run : runs) width = std::max(width, run.label.size());
  width = std::min<std::size_t>(width, 40);
  std::vector<std::vector<CategoryScores>> by_run;
  for (const ScoredRun& run : runs)
    by_run.push_back(category_scores(run.table, categories, requests));
  std::string text;
  for (std::size_t c = 0; !by_run.empty() && c < by_run.front().size(); ++c) {
    const CategoryScores& category = by_run.front()[c];
    text += fmt::format("\n{}: {}\n{:<{}}  topics", search::clean_text(category.dimension),
                        search::clean_text(category.category), "run", width);
    for (const std::size_t m : measures) text += fmt::format("  {:>8}", requests[m].name());
    text += "\n";
    for (std::size_t r = 0; r < runs.size(); ++r) {
      const CategoryScores& scores = by_run[r][c];
      text += fmt::format("{:<{}}  {:>6}", search::clean_text(runs[r].label), width, scores.topics);
      for (const std::size_t m : measures) {
        text += scores.topics == 0 ? fmt::format("  {:>8}", "-")
                                   : fmt::format("  {:>8.4f}", scores.means[m]);
      }
      text += "\n";
    }
  }
  return text;
}

std::string categories_json(const std::vector<ScoredRun>& runs,
                            const std::vector<MeasureRequest>& requests,
                            const evaluation::TopicCategories& categories) {
  std::vector<std::string> all;
  for (const ScoredRun& run : runs) {
    for (const CategoryScores& scores : category_scores(run.table, categories, requests)) {
      JsonObject means;
      for (const std::size_t m : measures_with_means(requests)) {
        if (scores.topics > 0) means.add(requests[m].name(), fmt::format("{}", scores.means[m]));
      }
      all.push_back(JsonObject()
                        .add_string("run", run.path)
                        .add_string("dimension", scores.dimension)
                        .add_string("category", scores.category)
                        .add_number("topics", static_cast<std::int64_t>(scores.topics))
                        .add("means", means.text())
                        .text());
    }
  }
  return json_array(all);
}

std::string correlations_text(const std::vector<ScoredRun>& runs,
                              const std::vector<MeasureRequest>& requests) {
  std::string text = fmt::format("\n{:<24}  {:>9}  {:>9}\n", "measures", "Pearson", "Kendall");
  for (const MeasureCorrelation& pair : correlations_of(runs, requests)) {
    text += fmt::format("{:<24}  {:>9}  {:>9}\n", pair.first + " " + pair.second,
                        coefficient(pair.pearson), coefficient(pair.kendall));
  }
  return text;
}

std::string correlations_json(const std::vector<ScoredRun>& runs,
                              const std::vector<MeasureRequest>& requests) {
  std::vector<std::string> pairs;
  for (const MeasureCorrelation& pair : correlations_of(runs, requests)) {
    pairs.push_back(
        JsonObject()
            .add("measures", json_array({json_string(pair.first), json_string(pair.second)}))
            .add("pearson", json_coefficient(pair.pearson))
            .add("kendall", json_coefficient(pair.kendall))
            .text());
  }
  return json_array(pairs);
}

}  // namespace noether::cli
