#include "noether/evaluation/experiment/experiment_report.h"

#include <fmt/format.h>

#include <utility>

namespace noether::evaluation {
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
