// noether pool build: collects the first results of many runs in a list for assessors.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/result_file.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/console/reading_problems.h"
#include "noether/evaluation/answer_run.h"
#include "noether/evaluation/pooling/pool.h"

namespace noether::cli {
namespace {

using evaluation::PoolOptions;
using evaluation::RunRole;
using evaluation::TopicPool;

constexpr std::string_view kCommand = "pool build";

struct BuildOptions {
  std::vector<std::string> primary;
  std::vector<std::string> alternate;
  std::vector<std::string> answers;
  std::vector<std::string> visual_ids;
  std::optional<std::size_t> depth;
  std::optional<std::size_t> alternate_depth;
  std::size_t instances = 5;
  std::uint64_t seed = 1;
  std::string output;
  std::string sources;
  bool lenient = false;
  bool json = false;
};

// Runs are named by their tags, or by their files if tags are missing or not unique.
class RunNames {
 public:
  void add(const std::string& tag, const std::string& path) {
    const bool is_free = !tag.empty() && std::ranges::find(names_, tag) == names_.end();
    names_.push_back(is_free ? tag : path);
  }
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::vector<std::string> names_;
};

void add_runs(evaluation::PoolBuilder& builder, const std::vector<std::string>& paths, RunRole role,
              const evaluation::ReadOptions& reading, RunNames& names) {
  for (const std::string& path : paths) {
    const auto run = evaluation::read_run(path, reading);
    if (!run) fail(kCommand, run.error(), reading_error_code(path));
    builder.add_run(*run, role);
    names.add(run->tag, path);
  }
}

// A written answer has no id. A run has one answer for each topic, so the tag of the run identifies
// it.
void add_answers(evaluation::PoolBuilder& builder, const std::vector<std::string>& paths,
                 const evaluation::ReadOptions& reading, RunNames& names) {
  for (const std::string& path : paths) {
    const auto answers = evaluation::read_answer_run(path, reading);
    if (!answers) fail(kCommand, answers.error(), reading_error_code(path));
    names.add(answers->tag, path);
    evaluation::Run run{.tag = answers->tag, .topics = {}};
    for (const evaluation::WrittenAnswer& answer : answers->answers) {
      run.topics.push_back(
          {answer.topic,
           {{.id = names.all().back(), .rank = 1, .score = answer.score, .line = 0}}});
    }
    builder.add_run(run, RunRole::Primary);
  }
}

void write(const std::string& path, std::string_view text) {
  const auto written = base::write_result(path, text);
  if (!written) fail(kCommand, written.error(), ExitCode::Failure);
}

std::string summary_json(const evaluation::PoolShares& shares,
                         const std::vector<std::string>& names) {
  std::vector<std::string> runs;
  for (std::size_t i = 0; i < names.size(); ++i) {
    JsonObject run;
    run.add_string("run", names[i])
        .add_number("items", static_cast<std::int64_t>(shares.runs[i].items))
        .add_number("alone", static_cast<std::int64_t>(shares.runs[i].alone));
    runs.push_back(run.text());
  }
  JsonObject summary;
  summary.add_number("topics", static_cast<std::int64_t>(shares.topics))
      .add_number("items", static_cast<std::int64_t>(shares.items))
      .add_number("visually_distinct", static_cast<std::int64_t>(shares.distinct))
      .add("runs", json_array(runs));
  return summary.text() + "\n";
}

std::string summary_text(const evaluation::PoolShares& shares,
                         const std::vector<std::string>& names, bool formulas) {
  std::string text = fmt::format("{} topics, {} to judge, {:.1f} a topic", shares.topics,
                                 shares.items, shares.mean_items());
  if (formulas) text += fmt::format("; {} visually distinct", shares.distinct);
  text += fmt::format("\n{:<32} {:>8} {:>8}\n", "run", "pooled", "alone");
  for (std::size_t i = 0; i < names.size(); ++i) {
    text +=
        fmt::format("{:<32} {:>8} {:>8}\n", names[i], shares.runs[i].items, shares.runs[i].alone);
  }
  return text;
}

void run(const BuildOptions& options) {
  if (options.primary.empty() && options.alternate.empty() && options.answers.empty()) {
    fail(kCommand, {"there is no run to pool", {}, "name runs, or --alternate, or --answers"},
         ExitCode::Failure);
  }
  if (options.json && options.output == "-") {
    fail(kCommand, {"--json prints a summary to the place of the pool", {}, "name a file with -o"},
         ExitCode::Failure);
  }
  ReadingProblems problems(std::string(kCommand), options.lenient);
  std::optional<evaluation::VisualMap> visual_ids;
  PoolOptions pooling;
  if (!options.visual_ids.empty()) {
    auto read = evaluation::read_visual_map(options.visual_ids, problems.options());
    if (!read) fail(kCommand, read.error(), reading_error_code(options.visual_ids.front()));
    visual_ids = std::move(*read);
    pooling = PoolOptions::for_formulas(*visual_ids);
  }
  pooling.primary_depth = options.depth.value_or(pooling.primary_depth);
  pooling.alternate_depth = options.alternate_depth.value_or(pooling.alternate_depth);
  pooling.instances = options.instances;
  pooling.seed = options.seed;

  evaluation::PoolBuilder builder(pooling);
  RunNames names;
  add_runs(builder, options.primary, RunRole::Primary, problems.options(), names);
  add_runs(builder, options.alternate, RunRole::Alternate, problems.options(), names);
  add_answers(builder, options.answers, problems.options(), names);
  problems.finish();
  if (builder.unmapped() > 0) {
    fmt::print(stderr, "noether {}: {} formulas have no visual id; each counts as distinct\n",
               kCommand, builder.unmapped());
  }

  const std::vector<TopicPool> pools = builder.pools();
  if (pools.empty()) {
    fail(kCommand, {"the runs are empty: there is nothing to judge", {}, {}}, ExitCode::BadInput);
  }
  write(options.output, evaluation::pool_lines(pools));
  if (!options.sources.empty()) {
    write(options.sources, evaluation::source_lines(pools, names.all()));
  }
  const evaluation::PoolShares shares = evaluation::pool_shares(pools, names.all().size());
  if (options.json) {
    print_result(kCommand, summary_json(shares, names.all()));
  } else {
    fmt::print(stderr, "{}", summary_text(shares, names.all(), visual_ids.has_value()));
  }
}

}  // namespace

void register_pool_build(CLI::App& pool) {
  CLI::App* command =
      pool.add_subcommand("build", "Makes a list of items to judge from the first results of runs");
  const auto options = std::make_shared<BuildOptions>();
  command->add_option("RUN", options->primary, "Primary runs, in the format of TREC or ARQMath");
  command
      ->add_option("--alternate", options->alternate,
                   "A run that is pooled less deeply; may be repeated")
      ->allow_extra_args(false);
  command
      ->add_option("--answers", options->answers,
                   "A run of written answers (Task 3); all of them are pooled under its tag")
      ->allow_extra_args(false);
  command
      ->add_option("--visual-ids", options->visual_ids,
                   "Task 2: pools formulas that are drawn differently. Tables with the columns id "
                   "and visual_id, or lines of two numbers")
      ->allow_extra_args(false);
  command
      ->add_option("--depth", options->depth,
                   "The number of results of a primary run; 45, or 25 visually distinct formulas")
      ->check(CLI::Range(std::size_t{1}, evaluation::PoolBuilder::kMaxRank));
  command
      ->add_option("--alternate-depth", options->alternate_depth,
                   "The same for an alternate run; 20, or 15")
      ->check(CLI::Range(std::size_t{1}, evaluation::PoolBuilder::kMaxRank));
  command
      ->add_option("--instances", options->instances,
                   "The maximum number of instances of a formula to judge")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "The seed of the random order")
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "File for the pool; - for standard output")
      ->required();
  command->add_option("--sources", options->sources,
                      "File for the runs that contributed each item: lines `topic id run`");
  command->add_flag("--lenient", options->lenient, "Skip malformed lines and count them");
  command->add_flag("--json", options->json, "Prints the summary as a JSON object");
  command->footer(
      "The pool has lines `topic 0 id -1`: assessors replace -1 by a grade, or leave a\n"
      "negative number if they cannot decide. noether pool merge merges their judgements.\n"
      "\n"
      "Example:\n"
      "  printf 'A.1 Q0 11 1 2.0 ours\\n' > ours.run\n"
      "  printf 'A.1 Q0 12 1 3.0 theirs\\n' > theirs.run\n"
      "  noether pool build ours.run --alternate theirs.run -o pool.tsv");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
