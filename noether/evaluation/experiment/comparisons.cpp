#include "noether/evaluation/experiment/comparisons.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "noether/base/parallel.h"

namespace noether::evaluation {

TopicScores topic_scores(const ScoreTable& table, std::string_view measure) {
  TopicScores scores{table.system, {}, {}};
  const auto found = std::ranges::find(table.measures, measure);
  if (found == table.measures.end()) return scores;
  const auto m = static_cast<std::size_t>(found - table.measures.begin());
  for (std::size_t t = 0; t < table.topics.size(); ++t) {
    if (std::isnan(table.values[t][m])) continue;
    scores.topics.push_back(table.topics[t]);
    scores.values.push_back(table.values[t][m]);
  }
  return scores;
}

BaselineComparisons::BaselineComparisons(const Experiment& experiment,
                                         const ExperimentResults& results, unsigned threads)
    : plan_(&experiment.comparison) {
  struct Job {
    Key key;
    TopicScores baseline;
    std::vector<TopicScores> systems;
    std::vector<SystemComparison> compared;
  };
  std::vector<Job> jobs;
  for (std::size_t b = 0; b < plan_->baselines.size(); ++b) {
    const auto place =
        std::ranges::find(experiment.systems, plan_->baselines[b], &ExperimentSystem::name);
    const auto baseline = static_cast<std::size_t>(place - experiment.systems.begin());
    for (std::size_t t = 0; t < experiment.topics.size(); ++t) {
      const ScoreTable* table = results.table(baseline, t);
      if (table == nullptr || table->topics.empty()) continue;
      for (const MeasureRequest& measure : measures_of(experiment, experiment.topics[t])) {
        if (measure.measure->takes == Measure::Takes::Recall) continue;
        // Tests are of means over topics, which counts and geometric means are not.
        if (!measure.measure->of_topics || measure.measure->mean != Measure::Mean::Arithmetic) {
          continue;
        }
        Job job{{b, t, measure.name()}, topic_scores(*table, measure.name()), {}, {}};
        if (job.baseline.topics.empty()) continue;
        for (std::size_t s = 0; s < experiment.systems.size(); ++s) {
          const ScoreTable* other = s == baseline ? nullptr : results.table(s, t);
          if (other == nullptr) continue;
          TopicScores scores = topic_scores(*other, measure.name());
          if (!scores.topics.empty()) job.systems.push_back(std::move(scores));
        }
        jobs.push_back(std::move(job));
      }
    }
  }
  base::for_each_in_parallel(
      jobs.size(), base::thread_count(threads), [&](std::size_t j, std::size_t) {
        jobs[j].compared = compare_systems(jobs[j].baseline, jobs[j].systems);
      });
  for (Job& job : jobs) made_.emplace(std::move(job.key), std::move(job.compared));
}

const std::vector<SystemComparison>* BaselineComparisons::all(std::size_t baseline,
                                                              std::size_t topics,
                                                              std::string_view measure) const {
  const auto found = made_.find(Key{baseline, topics, std::string(measure)});
  return found == made_.end() ? nullptr : &found->second;
}

double BaselineComparisons::probability(const SystemComparison& comparison) const {
  const CorrectedP& p =
      plan_->test == ComparisonPlan::Test::TTest ? comparison.t_test : comparison.randomisation;
  switch (plan_->correction) {
    case ComparisonPlan::Correction::None:
      return p.plain;
    case ComparisonPlan::Correction::Bonferroni:
      return p.bonferroni;
    case ComparisonPlan::Correction::Holm:
      return p.holm;
  }
  return 1;
}

std::string BaselineComparisons::letters(std::string_view system, std::size_t topics,
                                         std::string_view measure, bool of_better) const {
  std::string found;
  for (std::size_t b = 0; b < plan_->baselines.size(); ++b) {
    const auto* compared = all(b, topics, measure);
    if (compared == nullptr) continue;
    for (const SystemComparison& comparison : *compared) {
      if (comparison.system != system || probability(comparison) >= plan_->level) continue;
      if ((comparison.mean_difference > 0) == of_better) found += baseline_letter(b);
    }
  }
  return found;
}

std::string BaselineComparisons::better_than(std::string_view system, std::size_t topics,
                                             std::string_view measure) const {
  return letters(system, topics, measure, true);
}

std::string BaselineComparisons::worse_than(std::string_view system, std::size_t topics,
                                            std::string_view measure) const {
  return letters(system, topics, measure, false);
}

std::string test_text(const ComparisonPlan& plan) {
  const std::string_view test = plan.test == ComparisonPlan::Test::TTest
                                    ? "two-sided paired t-test"
                                    : "two-sided randomisation test";
  const std::string_view correction =
      plan.correction == ComparisonPlan::Correction::Holm         ? "Holm's correction"
      : plan.correction == ComparisonPlan::Correction::Bonferroni ? "Bonferroni's correction"
                                                                  : "no correction";
  return fmt::format("{}, {} over the systems, p < {}", test, correction, plan.level);
}

}  // namespace noether::evaluation
