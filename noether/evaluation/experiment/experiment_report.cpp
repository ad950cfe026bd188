#include "noether/evaluation/experiment/experiment_report.h"

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
        // Tests need means over topics, which counts and geometric means are not.
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

namespace {

std::string probability_text(double p) {
  return p < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", p);
}

ReportTable comparison_table(const std::vector<SystemComparison>& compared,
                             const BaselineComparisons& comparisons, const ComparisonPlan& plan,
                             const std::string& baseline, const std::string& measure) {
  ReportTable table;
  table.row_title = fmt::format("{}, beside {}", measure, baseline);
  table.columns = {"mean",   "baseline", "difference", "95 % interval", "better",   "worse",
                   "topics", "t",        "p (t)",      "p (rand.)",     "p (corr.)"};
  for (const SystemComparison& c : compared) {
    const double p = comparisons.probability(c);
    const bool is_significant = p < plan.level;
    table.rows.push_back(
        {.kind = ReportRow::Kind::Plain,
         .name = c.system,
         .cells = {{.text = fmt::format("{:.4f}", c.system_mean)},
                   {.text = fmt::format("{:.4f}", c.baseline_mean)},
                   {.text = fmt::format("{:+.4f}", c.mean_difference)},
                   {.text = fmt::format("[{:+.4f}, {:+.4f}]", c.interval.low, c.interval.high)},
                   {.text = std::to_string(c.better)},
                   {.text = std::to_string(c.worse)},
                   {.text = std::to_string(c.topics)},
                   {.text = fmt::format("{:.3f}", c.t)},
                   {.text = probability_text(c.t_test.plain)},
                   {.text = probability_text(c.randomisation.plain)},
                   {.text = probability_text(p), .is_best = is_significant}}});
  }
  return table;
}

std::string task_text(const TopicSet& set) {
  if (set.task == 3) return "3: written answers";
  return set.task == 1 ? "1: answers" : "2: formulas";
}

ReportSection material_section(const Experiment& experiment, const ExperimentResults& results) {
  ReportSection section;
  section.title = "Systems and data";
  ReportTable systems;
  systems.row_title = "System";
  systems.columns = {"what it is", "about"};
  for (const ExperimentSystem& system : experiment.systems) {
    std::string what = "profile " + system.profile;
    if (system.answers.way == AnswerPlan::Way::Extract) what += ", answers extracted";
    if (!system.encoder.folder.empty()) {
      what = fmt::format("encoder {}{}", system.encoder.folder,
                         system.encoder.with_algebra ? ", with algebra" : "");
    } else if (system.answers.way == AnswerPlan::Way::Generate) {
      what = fmt::format("decoder {}, {} beams{}", system.answers.generator, system.answers.beams,
                         system.answers.hint ? ", hint" : "");
    } else if (system.profile.empty()) {
      what.clear();
      for (const RunFile& run : system.runs) {
        what += fmt::format("{}run {}", what.empty() ? "" : ", ", run.path);
      }
    }
    systems.rows.push_back({.kind = ReportRow::Kind::Plain,
                            .name = system.name,
                            .cells = {{.text = what}, {.text = system.about}}});
  }
  if (!systems.rows.empty()) section.tables.push_back(std::move(systems));
  ReportTable topics;
  topics.row_title = "Topics";
  topics.columns = {"task", "collection", "judgements", "judged topics", "relevant from grade"};
  for (std::size_t t = 0; t < experiment.topics.size(); ++t) {
    const TopicSet& set = experiment.topics[t];
    const auto& facts = results.topics[t];
    const std::string collection =
        set.collection.empty() ? std::string("only run files") : set.collection;
    topics.rows.push_back(
        {.kind = ReportRow::Kind::Plain,
         .name = set.name,
         .cells = {{.text = task_text(set)},
                   {.text = collection},
                   {.text = facts ? fmt::format("{} in {}", facts->judgements, set.judgements)
                                  : facts.error().message + " (" + facts.error().hint + ")",
                    .is_note = !facts},
                   {.text = facts ? std::to_string(facts->judged_topics) : std::string()},
                   {.text = std::to_string(set.threshold)}}});
  }
  if (!topics.rows.empty()) section.tables.push_back(std::move(topics));
  ReportTable tasks;
  tasks.row_title = "Tasks";
  tasks.columns = {"made of", "seed", "items", "threshold for mistakes from"};
  for (std::size_t t = 0; t < experiment.tasks.size(); ++t) {
    const EmbeddingTaskSet& set = experiment.tasks[t];
    tasks.rows.push_back(
        {.kind = ReportRow::Kind::Plain,
         .name = set.name,
         .cells = {{.text = set.clusters},
                   {.text = std::to_string(set.seed)},
                   {.text = results.tasks[t]},
                   {.text = set.threshold.empty() ? "themselves" : set.threshold}}});
  }
  if (!tasks.rows.empty()) section.tables.push_back(std::move(tasks));
  return section;
}

}  // namespace

ReportSection comparison_section(const Experiment& experiment,
                                 const BaselineComparisons& comparisons) {
  ReportSection section;
  section.title = "Comparisons with the baselines";
  const ComparisonPlan& plan = experiment.comparison;
  for (std::size_t t = 0; t < experiment.topics.size(); ++t) {
    const auto measure = main_measure(experiment, experiment.topics[t]);
    if (!measure) continue;
    for (std::size_t b = 0; b < plan.baselines.size(); ++b) {
      const auto* compared = comparisons.all(b, t, measure->name());
      if (compared == nullptr || compared->empty()) continue;
      ReportTable table = comparison_table(*compared, comparisons, plan, plan.baselines[b],
                                           measure_title(experiment, *measure));
      table.row_title = fmt::format("{}: {}", experiment.topics[t].name, table.row_title);
      section.tables.push_back(std::move(table));
    }
  }
  if (!section.tables.empty()) {
    section.paragraphs.push_back(fmt::format(
        "Over the topics that both have. The interval is of the mean difference, by bootstrap; the "
        "corrected probability is that of the marks in the tables ({}), in bold where it is "
        "significant.",
        test_text(plan)));
  }
  return section;
}

Report experiment_report(const Experiment& experiment, const ExperimentResults& results,
                         unsigned threads) {
  Report report;
  report.title = experiment.title.empty() ? "Experiment" : experiment.title;
  report.about = experiment.about;
  const BaselineComparisons comparisons(experiment, results, threads);
  for (const ExperimentTable& table : experiment.tables) {
    report.sections.push_back(table_section(table, experiment, results, comparisons));
  }
  ReportSection compared = comparison_section(experiment, comparisons);
  if (!compared.tables.empty()) report.sections.push_back(std::move(compared));
  for (ReportSection& plots : plot_sections(experiment, results)) {
    report.sections.push_back(std::move(plots));
  }
  ReportSection material = material_section(experiment, results);
  if (!material.tables.empty()) report.sections.push_back(std::move(material));
  return report;
}

}  // namespace noether::evaluation
