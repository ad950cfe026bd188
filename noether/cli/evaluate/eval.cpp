// noether eval: scores runs against judgements.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/progress.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/console/terminal_text.h"
#include "noether/cli/evaluate/eval_answers.h"
#include "noether/cli/evaluate/eval_output.h"
#include "noether/evaluation/judgements.h"
#include "noether/evaluation/measures/measure.h"
#include "noether/evaluation/run.h"
#include "noether/evaluation/score.h"
#include "noether/evaluation/visual_map.h"
#include "noether/search/present/shown_text.h"

namespace noether::cli {
namespace {

using collection::Problem;
using evaluation::MeasureRequest;

constexpr std::string_view kCommand = "eval";
constexpr std::uint64_t kShownProblems = 10;  // of each severity

struct EvalOptions {
  std::string judgements;
  std::vector<std::string> runs;
  std::string measures;
  bool prime = false;
  int threshold = 1;
  std::vector<std::string> visual_ids;
  std::string format = "auto";
  bool topics = false;
  bool compare = false;
  bool json = false;
  bool trec = false;
  bool lenient = false;
  bool complete = false;
  bool with_relevant = false;
  int task = 0;
  AnswerFiles answers;
  std::string categories;
  bool correlate = false;
};

std::vector<MeasureRequest> measures_of(const EvalOptions& options) {
  const std::string_view usual = options.trec ? "official" : "ndcg,map,p@10,bpref";
  const std::string_view text = options.measures.empty() ? usual : options.measures;
  auto requests = evaluation::parse_measures(text);
  if (!requests) fail(kCommand, requests.error(), ExitCode::Failure, text);
  if (options.prime) {
    for (MeasureRequest& request : *requests) request.prime = true;
  }
  if (!options.trec) return *requests;
  auto ordered = evaluation::trec_order(std::move(*requests));
  if (!ordered) fail(kCommand, ordered.error(), ExitCode::Failure);
  return *ordered;
}

evaluation::Judgements read_judged(const EvalOptions& options,
                                   const evaluation::ReadOptions& reading) {
  auto lines = evaluation::LineSource::open(options.judgements, reading);
  if (!lines) fail(kCommand, lines.error(), ExitCode::Failure);
  auto judgements = evaluation::read_judgements(*lines);
  if (!judgements) fail(kCommand, judgements.error(), ExitCode::BadInput);
  if (judgements->topics().empty()) {
    fail(kCommand, {fmt::format("{}: there are no judgements", options.judgements), {}, {}},
         ExitCode::BadInput);
  }
  return std::move(*judgements);
}

// Results that are scored by visual ids are judged by visual ids.
evaluation::Judgements by_visual_ids(evaluation::Judgements judgements,
                                     const evaluation::VisualMap& visual_ids) {
  if (!evaluation::are_formulas(judgements, visual_ids)) {
    fmt::print(stderr, "noether {}: the judgements are assumed to be of visual ids already\n",
               kCommand);
    return judgements;
  }
  return evaluation::visually_distinct(judgements, visual_ids);
}

std::vector<ScoredRun> score_runs(const EvalOptions& options, const evaluation::Scorer& scorer,
                                  const evaluation::ReadOptions& reading,
                                  base::ProgressBar*& shown) {
  const auto format = evaluation::run_format_by_name(options.format);
  std::vector<ScoredRun> runs;
  for (const std::string& path : options.runs) {
    auto reader = evaluation::RunReader::open(path, reading, format);
    if (!reader) fail(kCommand, reader.error(), ExitCode::Failure);
    base::ProgressBar progress("lines", std::nullopt);
    shown = &progress;
    auto table = scorer.score(*reader, [&](std::uint64_t lines) { progress.update(lines, lines); });
    progress.finish();
    shown = nullptr;
    if (!table) fail(kCommand, table.error(), ExitCode::BadInput);
    if (table->topics.empty()) {
      fail(kCommand,
           {fmt::format("{}: none of its topics is judged", path),
            {},
            "do the judgements belong to this run?"},
           ExitCode::BadInput);
    }
    runs.push_back({path, {}, std::move(*table)});
  }
  label_runs(runs);
  return runs;
}

void run(const EvalOptions& options) {
  if (options.compare && options.runs.size() < 2) {
    fail(kCommand, {"--compare needs a run to compare the first one with", {}, {}},
         ExitCode::Failure);
  }
  if (options.correlate && options.runs.size() < 2) {
    fail(kCommand, {"--correlate compares measures over several runs", {}, "name more runs"},
         ExitCode::Failure);
  }
  if (options.trec &&
      (options.compare || options.json || options.correlate || !options.categories.empty())) {
    fail(kCommand,
         {"--trec prints the lines of trec_eval, without --compare, --json, --correlate or "
          "--categories",
          {},
          {}},
         ExitCode::Failure);
  }
  collection::ProblemList problems;
  base::ProgressBar* shown = nullptr;
  problems.listen([&](const Problem& problem) {
    if (problems.count(problem.severity) > kShownProblems) return;
    if (shown != nullptr) shown->finish();
    fmt::print(stderr, "noether {}: {}\n", kCommand,
               search::clean_text(collection::problem_text(problem)));
  });
  const evaluation::ReadOptions reading{.lenient = options.lenient, .problems = &problems};

  evaluation::ScoreOptions scoring;
  scoring.measures = measures_of(options);
  scoring.threshold = options.threshold;
  scoring.missing_as_zero = options.complete;
  scoring.only_with_relevant = options.with_relevant;
  evaluation::Judgements judgements = read_judged(options, reading);
  std::optional<evaluation::VisualMap> visual_ids;
  if (!options.visual_ids.empty()) {
    auto read = evaluation::read_visual_map(options.visual_ids, reading);
    if (!read) fail(kCommand, read.error(), ExitCode::BadInput);
    if (read->size() == 0) {
      fail(kCommand,
           {"--visual-ids: there is no formula with a visual id in the files named", {}, {}},
           ExitCode::BadInput);
    }
    visual_ids = std::move(*read);
    judgements = by_visual_ids(std::move(judgements), *visual_ids);
    scoring.visual_ids = &*visual_ids;
  }

  const evaluation::Scorer scorer(judgements, scoring);
  const std::vector<ScoredRun> runs = score_runs(options, scorer, reading, shown);
  if (const auto skipped = problems.count(Problem::Severity::Skipped)) {
    fmt::print(stderr, "noether {}: {} line{} skipped\n", kCommand, skipped,
               skipped == 1 ? "" : "s");
  }
  if (options.trec) {
    std::string text;
    for (const ScoredRun& scored : runs) {
      text += evaluation::trec_text(scored.table, scoring.measures, options.topics);
    }
    print_result(kCommand, text);
    return;
  }
  std::optional<evaluation::TopicCategories> categories;
  if (!options.categories.empty()) {
    auto read = evaluation::read_topic_categories(options.categories, reading);
    if (!read) fail(kCommand, read.error(), ExitCode::BadInput);
    categories = std::move(*read);
  }
  std::vector<MeasureComparison> comparisons;
  if (options.compare) comparisons = compare_runs(runs, scoring.measures);
  if (options.json) {
    JsonMembers more;
    if (categories) {
      more.emplace_back("categories", categories_json(runs, scoring.measures, *categories));
    }
    if (options.correlate) {
      more.emplace_back("correlations", correlations_json(runs, scoring.measures));
    }
    print_result(kCommand, scores_json({options.judgements, options.threshold}, runs,
                                       scoring.measures, options.topics, comparisons, more));
    return;
  }
  const bool colours = stdout_is_terminal();
  std::string text = scores_text(runs, scoring.measures, options.topics, colours);
  if (categories) text += categories_text(runs, scoring.measures, *categories);
  if (options.compare) text += comparison_text(runs, comparisons, colours);
  if (options.correlate) text += correlations_text(runs, scoring.measures);
  print_result(kCommand, text);
}

// An option that would have no effect is an error.
void refuse_unheeded(const CLI::App& command, int task) {
  const bool answers = task == 3;
  const auto of_rankings = {"--measures", "--prime",      "--trec",      "--visual-ids",
                            "--complete", "--categories", "--correlate", "--with-relevant"};
  const auto of_answers = {"--answers", "--teams", "--embeddings", "--annotations"};
  for (const char* name : answers ? of_rankings : of_answers) {
    if (command.get_option(name)->count() == 0) continue;
    const char* const why =
        answers ? "does not apply to --task 3, which has other measures" : "is for --task 3";
    fail(kCommand, {fmt::format("{} {}", name, why), {}, {}}, ExitCode::Failure);
  }
}

std::string measure_list() {
  std::string list;
  for (const evaluation::Measure* measure : evaluation::measures()) {
    if (measure->mean == evaluation::Measure::Mean::Tag) continue;
    const std::string text = wrapped(measure->help, "               ", 65);
    list += fmt::format("  {:<12} {}", measure->name, text.substr(15));
  }
  return list;
}

}  // namespace

void register_eval(CLI::App& app) {
  CLI::App* command = app.add_subcommand("eval", "Scores runs against judgements");
  const auto options = std::make_shared<EvalOptions>();
  command
      ->add_option("QRELS", options->judgements,
                   "Judgements: lines `topic 0 id grade`, plain or gzip")
      ->required();
  command
      ->add_option("RUN", options->runs,
                   "Runs, plain or gzip; - for standard input. TREC: topic Q0 id rank score tag; "
                   "ARQMath: without Q0, or with a formula and its post")
      ->required();
  command->add_option(
      "-m,--measures", options->measures,
      "Measures, separated by commas: ndcg,map,p@10. With an apostrophe (ndcg') unjudged results "
      "are ignored. official: the default of trec_eval; arqmath: ndcg',map',p'@10");
  command->add_flag("--prime", options->prime, "Ignore unjudged results in all measures");
  command->add_option("--threshold", options->threshold, "The lowest relevant grade")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command
      ->add_option("--visual-ids", options->visual_ids,
                   "Task 2: formulas that are drawn the same count once. Tables with the columns "
                   "id and visual_id, or lines of two numbers")
      ->allow_extra_args(false);
  command->add_option("--format", options->format, "The format of the runs")
      ->check(CLI::IsMember({"auto", "trec", "task1", "task2"}))
      ->capture_default_str();
  command->add_flag("-q,--topics", options->topics, "Print every topic too");
  command->add_flag("-c,--complete", options->complete,
                    "Count judged topics that are missing in a run as 0");
  command->add_flag("--with-relevant", options->with_relevant,
                    "Only topics with a relevant judgement");
  command->add_flag("--compare", options->compare,
                    "Compare the other runs with the first: t-test and randomisation test");
  command->add_option("--categories", options->categories,
                      "Also print means of each kind of topic: a table with the column topic and "
                      "others, such as type and difficulty");
  command->add_flag("--correlate", options->correlate,
                    "Pearson's r and Kendall's tau of measures over the runs");
  command
      ->add_option("--task", options->task,
                   "3: runs are written answers (topic, rank, score, tag, sources, answer), or "
                   "with --format trec or task1, rankings whose first result counts")
      ->check(CLI::IsMember({1, 2, 3}));
  add_answer_options(*command, options->answers);
  command->add_flag("--trec", options->trec, "Print the same lines as trec_eval");
  command->add_flag("--json", options->json, "As a JSON object");
  command->add_flag("--lenient", options->lenient, "Skip malformed lines and count them");
  command->footer([] {
    return "Measures:\n" + measure_list() +
           "\n"
           "Example:\n"
           "  noether eval qrel_task1_2021.tsv ours.run theirs.run -m arqmath --threshold 2";
  });
  const CLI::Option* threshold = command->get_option("--threshold");
  command->callback([options, threshold, command] {
    refuse_unheeded(*command, options->task);
    if (options->task != 3) return run(*options);
    evaluate_answers({.judgements = options->judgements,
                      .runs = options->runs,
                      .files = options->answers,
                      .threshold = threshold->count() > 0 ? options->threshold : 2,
                      .of_rankings = options->format != "auto",
                      .topics = options->topics,
                      .compare = options->compare,
                      .json = options->json,
                      .lenient = options->lenient});
  });
}

}  // namespace noether::cli
