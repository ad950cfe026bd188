// noether pool merge: combines the grades of assessors into one file of judgements.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/result_file.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/console/reading_problems.h"
#include "noether/evaluation/pooling/pool.h"

namespace noether::cli {
namespace {

using evaluation::ConflictRule;

constexpr std::string_view kCommand = "pool merge";
constexpr std::size_t kShownMissing = 5;

const std::map<std::string, ConflictRule> kConflictRules = {{"refuse", ConflictRule::Refuse},
                                                            {"first", ConflictRule::First},
                                                            {"highest", ConflictRule::Highest},
                                                            {"lowest", ConflictRule::Lowest}};

struct MergeArguments {
  std::vector<std::string> files;
  std::string output;
  std::string pool;
  std::vector<std::string> visual_ids;
  std::string conflicts = "refuse";
  evaluation::MergeOptions merging;
  bool lenient = false;
  bool json = false;
};

evaluation::Judgements read(const std::string& path, bool lenient) {
  // A negative grade is expected here, so only skipped lines are reported.
  ReadingProblems problems(std::string(kCommand), lenient);
  evaluation::ReadOptions reading = problems.options();
  if (!lenient) reading.problems = nullptr;
  auto judgements = evaluation::read_judgements(path, reading);
  if (!judgements) fail(kCommand, judgements.error(), reading_error_code(path));
  problems.finish();
  return std::move(*judgements);
}

// Whether a part of the pool has no grade.
bool report_missing(const std::vector<std::string>& missing) {
  for (std::size_t i = 0; i < std::min(missing.size(), kShownMissing); ++i) {
    fmt::print(stderr, "noether {}: not judged: {}\n", kCommand, missing[i]);
  }
  if (missing.size() > kShownMissing) {
    fmt::print(stderr, "noether {}: {} items are not judged\n", kCommand, missing.size());
  }
  return !missing.empty();
}

void run(MergeArguments& arguments) {
  if (arguments.json && arguments.output == "-") {
    fail(kCommand,
         {"--json prints a summary to the place of the judgements", {}, "name a file with -o"},
         ExitCode::Failure);
  }
  arguments.merging.conflicts = kConflictRules.at(arguments.conflicts);
  std::optional<evaluation::VisualMap> visual_ids;
  if (!arguments.visual_ids.empty()) {
    ReadingProblems problems(std::string(kCommand), arguments.lenient);
    auto map = evaluation::read_visual_map(arguments.visual_ids, problems.options());
    if (!map) fail(kCommand, map.error(), reading_error_code(arguments.visual_ids.front()));
    visual_ids = std::move(*map);
    arguments.merging.visual_ids = &*visual_ids;
  }
  std::vector<evaluation::AssessedFile> files;
  for (const std::string& path : arguments.files) {
    files.push_back({path, read(path, arguments.lenient)});
  }
  const bool is_empty = std::ranges::all_of(
      files, [](const evaluation::AssessedFile& file) { return file.judgements.topics().empty(); });
  if (is_empty) {
    fail(kCommand, {"the files are empty: there is nothing to merge", {}, {}}, ExitCode::BadInput);
  }
  const auto merged = evaluation::merge_judgements(files, arguments.merging);
  if (!merged) fail(kCommand, merged.error(), ExitCode::BadInput);
  std::vector<std::string> missing;
  if (!arguments.pool.empty()) {
    missing = evaluation::missing_items(read(arguments.pool, arguments.lenient), files);
  }

  const auto written =
      base::write_result(arguments.output, evaluation::judgement_lines(merged->judgements));
  if (!written) fail(kCommand, written.error(), ExitCode::Failure);
  for (const std::string& topic : merged->topics_left_out) {
    fmt::print(stderr, "noether {}: topic {} has fewer than {} relevant items and is left out\n",
               kCommand, topic, arguments.merging.least_relevant);
  }
  const bool is_incomplete = report_missing(missing);
  const auto number = [](std::size_t count) { return static_cast<std::int64_t>(count); };
  if (arguments.json) {
    JsonObject summary;
    summary.add_number("topics", number(merged->judgements.topics().size()))
        .add_number("judgements", number(merged->judgements.size()))
        .add_number("undecided", number(merged->undecided))
        .add_number("conflicts", number(merged->conflicts))
        .add_number("topics_left_out", number(merged->topics_left_out.size()))
        .add_number("missing", number(missing.size()));
    print_result(kCommand, summary.text() + "\n");
  } else {
    fmt::print(stderr, "{} judgements of {} topics; {} items undecided, {} with different grades\n",
               merged->judgements.size(), merged->judgements.topics().size(), merged->undecided,
               merged->conflicts);
  }
  if (is_incomplete) finish(ExitCode::BadInput);
}

}  // namespace

void register_pool_merge(CLI::App& pool) {
  CLI::App* command = pool.add_subcommand("merge", "Merges the judgements of assessors");
  const auto arguments = std::make_shared<MergeArguments>();
  command->add_option("FILE", arguments->files, "Judged pools, or parts of them")->required();
  command
      ->add_option("-o,--output", arguments->output,
                   "File for the judgements; - for standard output")
      ->required();
  command->add_option("--pool", arguments->pool,
                      "Report the items of this pool that are not judged");
  command
      ->add_option("--visual-ids", arguments->visual_ids,
                   "Task 2: judgements of visual ids, the highest grade of their instances")
      ->allow_extra_args(false);
  command
      ->add_option("--conflicts", arguments->conflicts,
                   "What to do if two grades of an item differ: refuse, or use one of them")
      ->check(CLI::IsMember({"refuse", "first", "highest", "lowest"}))
      ->capture_default_str();
  command->add_flag("--undecided-as-zero", arguments->merging.undecided_as_zero,
                    "Give undecided items grade 0 (Task 3), instead of no grade");
  command
      ->add_option("--least-relevant", arguments->merging.least_relevant,
                   "Leave out topics with fewer relevant items; ARQMath: 2")
      ->capture_default_str();
  command->add_option("--threshold", arguments->merging.threshold, "The lowest relevant grade")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_flag("--lenient", arguments->lenient, "Skip malformed lines and count them");
  command->add_flag("--json", arguments->json, "Prints the summary as a JSON object");
  command->footer(
      "A negative grade means that an assessor could not decide.\n"
      "\n"
      "Example:\n"
      "  printf 'A.1 0 11 3\\n' > ann.tsv\n"
      "  printf 'A.2 0 12 1\\n' > bob.tsv\n"
      "  noether pool merge ann.tsv bob.tsv -o qrels.tsv");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
