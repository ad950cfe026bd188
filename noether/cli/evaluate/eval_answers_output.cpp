#include "noether/cli/evaluate/eval_answers_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "noether/cli/console/json_text.h"
#include "noether/evaluation/pooling/natural_order.h"
#include "noether/search/present/shown_text.h"

namespace noether::cli {

namespace {

using evaluation::AnswerMeasure;
using evaluation::AnswerScores;

const AnswerMeasure* find_measure(const AnswerScores& scores, const std::string& name) {
  const auto found = std::ranges::find(scores.measures, name, &AnswerMeasure::name);
  return found == scores.measures.end() ? nullptr : &*found;
}

// Those that some run has, in the order of the measures.
std::vector<std::string> measure_names(const std::vector<ScoredAnswers>& runs) {
  std::vector<std::string> names;
  for (const char* name : {"ar", "p@1", "lo", "cs", "mg", "ui"}) {
    if (std::ranges::any_of(runs, [&](const ScoredAnswers& run) {
          return find_measure(run.scores, name) != nullptr;
        })) {
      names.emplace_back(name);
    }
  }
  return names;
}

bool share_topics(const AnswerMeasure& first, const AnswerMeasure& second) {
  return std::ranges::find_first_of(first.scores.topics, second.scores.topics) !=
         first.scores.topics.end();
}

struct NaturalLess {
  bool operator()(const std::string& a, const std::string& b) const {
    return evaluation::natural_less(a, b);
  }
};
using ByTopic = std::map<std::string, std::map<std::string, double>, NaturalLess>;

ByTopic values_by_topic(const AnswerScores& scores) {
  ByTopic by_topic;
  for (const AnswerMeasure& measure : scores.measures) {
    for (std::size_t i = 0; i < measure.scores.topics.size(); ++i) {
      by_topic[measure.scores.topics[i]][measure.name] = measure.scores.values[i];
    }
  }
  return by_topic;
}

std::string topics_text(const ScoredAnswers& run, const std::vector<std::string>& names,
                        std::size_t width) {
  std::string text;
  for (const auto& [topic, values] : values_by_topic(run.scores)) {
    text += fmt::format("{:<{}}", "  " + search::clean_text(topic), width);
    for (const std::string& name : names) {
      const auto found = values.find(name);
      text += found == values.end() ? fmt::format("  {:>13}", "-")
                                    : fmt::format("  {:>7.4f}{:6}", found->second, "");
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

std::string score_text(double value) { return fmt::format("{}", value); }

}  // namespace

std::vector<MeasureComparison> compare_answers(const std::vector<ScoredAnswers>& runs) {
  std::vector<MeasureComparison> comparisons;
  for (const AnswerMeasure& baseline : runs.front().scores.measures) {
    std::vector<evaluation::TopicScores> others;
    for (std::size_t r = 1; r < runs.size(); ++r) {
      const AnswerMeasure* other = find_measure(runs[r].scores, baseline.name);
      if (other != nullptr && share_topics(baseline, *other)) others.push_back(other->scores);
    }
    if (others.empty()) continue;
    comparisons.push_back({baseline.name, evaluation::compare_systems(baseline.scores, others)});
  }
  return comparisons;
}

std::string answers_text(const std::vector<ScoredAnswers>& runs, bool topics) {
  const std::vector<std::string> names = measure_names(runs);
  std::size_t width = 5;
  for (const ScoredAnswers& run : runs) width = std::max(width, run.scores.system.size());
  width = std::min<std::size_t>(width, 40);
  std::string text = fmt::format("{:<{}}", "run", width);
  for (const std::string& name : names) text += fmt::format("  {:>7} topics", name);
  text += "\n";
  for (const ScoredAnswers& run : runs) {
    text += fmt::format("{:<{}}", search::clean_text(run.scores.system), width);
    for (const std::string& name : names) {
      const AnswerMeasure* measure = find_measure(run.scores, name);
      const auto mean = measure == nullptr ? std::nullopt : measure->mean();
      text += mean ? fmt::format("  {:>7.4f} {:>6}", *mean, measure->scores.values.size())
                   : fmt::format("  {:>7} {:>6}", "-", 0);
    }
    text += "\n";
    if (topics) text += topics_text(run, names, width);
  }
  return text;
}

std::string answers_json(const std::vector<ScoredAnswers>& runs, bool topics,
                         const std::vector<MeasureComparison>& comparisons) {
  std::vector<std::string> systems;
  for (const ScoredAnswers& run : runs) {
    JsonObject measures;
    for (const AnswerMeasure& measure : run.scores.measures) {
      const auto mean = measure.mean();
      measures.add(
          measure.name,
          JsonObject()
              .add("mean", mean ? score_text(*mean) : "null")
              .add_number("topics", static_cast<std::int64_t>(measure.scores.values.size()))
              .text());
    }
    JsonObject object;
    object.add_string("run", run.path)
        .add_string("tag", run.scores.system)
        .add_number("unjudged", static_cast<std::int64_t>(run.scores.unjudged))
        .add("measures", measures.text());
    if (topics) {
      JsonObject by_topic;
      for (const auto& [topic, values] : values_by_topic(run.scores)) {
        JsonObject of_topic;
        for (const auto& [name, value] : values) of_topic.add(name, score_text(value));
        by_topic.add(topic, of_topic.text());
      }
      object.add("by_topic", by_topic.text());
    }
    systems.push_back(object.text());
  }
  JsonObject all;
  all.add("runs", json_array(systems));
  if (!comparisons.empty()) all.add("comparisons", comparisons_json(comparisons));
  return all.text() + "\n";
}

}  // namespace noether::cli
