// noether corpus split: splits a corpus into train, validation and test without overlaps.
#include <fmt/format.h>

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/corpus/corpus_arguments.h"
#include "noether/egen/cluster.h"
#include "noether/egen/corpus/corpus_writer.h"
#include "noether/egen/corpus/repeatable_input.h"
#include "noether/egen/corpus/split.h"
#include "noether/egen/verify/cluster_comparison.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "corpus split";

struct SplitCommand {
  std::string path;
  std::string folder;
  std::vector<double> shares = {90, 5, 5};
  std::uint64_t seed = 1;
  std::string format = "jsonl";
  std::vector<std::string> without;
  bool json = false;
};

// The corpus is read twice, so that memory holds keys and not expressions.
egen::ClusterSurvey for_each_cluster(
    const egen::RepeatableInput& input, std::string_view unit,
    const std::function<void(egen::Cluster&, std::uint64_t)>& visit) {
  const auto clusters = input.clusters();
  if (!clusters) fail(kCommand, clusters.error(), ExitCode::Failure);
  WatchedSource watched(**clusters, std::string(unit));
  egen::SurveyedSource source(watched);
  egen::Cluster cluster;
  for (std::uint64_t number = 0;; ++number) {
    const auto more = source.next(cluster);
    if (!more) fail(kCommand, more.error(), ExitCode::BadInput);
    if (!*more) return source.survey();
    visit(cluster, number);
  }
}

std::string report_json(const egen::SplitReport& report, const SplitCommand& options) {
  JsonObject object;
  const auto add = [&](std::string_view name, std::uint64_t value) {
    object.add_number(name, static_cast<std::int64_t>(value));
  };
  object.add_string("source", options.path);
  add("seed", options.seed);
  add("clusters", report.clusters);
  add("members", report.members);
  add("groups", report.groups);
  add("largest_group", report.largest_group);
  add("joined_by_expression", report.joined_by_expression);
  add("joined_by_twin", report.joined_by_twin);
  add("joined_by_fingerprint", report.joined_by_fingerprint);
  add("unreadable", report.unreadable);
  add("held_out", report.held_out);
  add("left_out_clusters", report.left_out_clusters);
  add("left_out_members", report.left_out_members);
  for (std::size_t side = 0; side < egen::kSides; ++side) {
    const std::string name(egen::side_name(static_cast<egen::Side>(side)));
    add(name + "_clusters", report.side_clusters[side]);
    add(name + "_members", report.side_members[side]);
  }
  return object.text() + "\n";
}

std::string report_text(const egen::SplitReport& report) {
  std::string text = fmt::format(
      "{} clusters in {} groups, the largest of {}; joined by a common expression {}, by the order "
      "of operands {}, by a fingerprint {}\n",
      report.clusters, report.groups, report.largest_group, report.joined_by_expression,
      report.joined_by_twin, report.joined_by_fingerprint);
  for (std::size_t side = 0; side < egen::kSides; ++side) {
    text += fmt::format("{:<11} {:>9} clusters {:>11} members\n",
                        egen::side_name(static_cast<egen::Side>(side)), report.side_clusters[side],
                        report.side_members[side]);
  }
  if (report.held_out > 0) {
    text += fmt::format("left out    {:>9} clusters {:>11} members, for {} that are held out\n",
                        report.left_out_clusters, report.left_out_members, report.held_out);
  }
  return text;
}

egen::CorpusPlan plan_of(const SplitCommand& options, const egen::Split& split, std::size_t side,
                         const std::string& source_digest, const std::string& held_out_digest) {
  egen::CorpusPlan plan;
  plan.command = "split";
  plan.format = *egen::format_by_name(options.format);
  plan.clusters = split.report.side_clusters[side];
  // Members refer to rules by number, so the list of a corpus folder is copied.
  if (const auto manifest = egen::load_manifest(options.path)) {
    plan.rule_names = manifest->plan.rule_names;
  }
  plan.parameters = {
      {"side", std::string(egen::side_name(static_cast<egen::Side>(side)))},
      {"seed", std::to_string(options.seed)},
      {"shares", fmt::format("{}", fmt::join(options.shares, ","))},
      {"source-digest", source_digest},
  };
  if (!options.without.empty()) plan.parameters["held-out-digest"] = held_out_digest;
  return plan;
}

void run(const SplitCommand& options) {
  egen::SplitPlanner planner;
  base::Hasher hasher;
  const auto input = egen::RepeatableInput::open(options.path, options.folder);
  if (!input) fail(kCommand, input.error(), ExitCode::Failure);
  const egen::ClusterSurvey first = for_each_cluster(
      *input, "clusters compared", [&](const egen::Cluster& cluster, std::uint64_t) {
        planner.add(cluster);
        for (const egen::Member& member : cluster.members) hasher.add_text(member.expression);
        hasher.add_number(cluster.members.size());
      });
  base::Hasher held_out;
  for (const std::string& path : options.without) {
    const auto other = egen::RepeatableInput::open(path, options.folder);
    if (!other) fail(kCommand, other.error(), ExitCode::Failure);
    const egen::ClusterSurvey survey = for_each_cluster(
        *other, "clusters held out",
        [&](const egen::Cluster& cluster, std::uint64_t) { planner.hold_out(cluster); });
    held_out.add_text(survey.digest.hex());
  }
  egen::SplitOptions wanted{.shares = {}, .seed = options.seed};
  for (std::size_t side = 0; side < egen::kSides; ++side) {
    wanted.shares[side] = options.shares[side];
  }
  const auto split = planner.finish(wanted);
  if (!split) fail(kCommand, split.error(), ExitCode::Failure);

  std::vector<egen::CorpusWriter> writers;
  for (std::size_t side = 0; side < egen::kSides; ++side) {
    auto writer = egen::CorpusWriter::create(
        fmt::format("{}/{}", options.folder, egen::side_name(static_cast<egen::Side>(side))),
        plan_of(options, *split, side, hasher.digest().hex(), held_out.digest().hex()));
    if (!writer) fail(kCommand, writer.error(), ExitCode::Failure);
    writers.push_back(*std::move(writer));
  }
  const egen::ClusterSurvey second = for_each_cluster(
      *input, "clusters written", [&](egen::Cluster& cluster, std::uint64_t number) {
        if (number >= split->sides.size()) return;  // the input has grown, which is reported below
        if (split->sides[number] == egen::Side::LeftOut) return;
        auto& writer = writers[static_cast<std::size_t>(split->sides[number])];
        if (writer.finished()) return;
        // E-Gen's text has no fingerprint.
        if (cluster.fingerprint == base::Digest{}) {
          cluster.fingerprint = egen::cluster_fingerprint(cluster);
        }
        if (auto added = writer.add(cluster); !added) {
          fail(kCommand, added.error(), ExitCode::Failure);
        }
      });
  if (auto same = egen::check_unchanged(first, second); !same) {
    fail(kCommand, same.error(), ExitCode::Failure);
  }
  for (egen::CorpusWriter& writer : writers) {
    if (auto done = writer.finish(); !done) fail(kCommand, done.error(), ExitCode::Failure);
  }
  const std::string json = report_json(split->report, options);
  const auto written =
      base::write_atomically(base::FileSystem::real(), options.folder + "/split.json", json);
  if (!written) fail(kCommand, written.error(), ExitCode::Failure);
  print_result(kCommand, options.json ? json : report_text(split->report));
}

}  // namespace

void register_corpus_split(CLI::App& corpus) {
  CLI::App* split = corpus.add_subcommand("split", "Splits a corpus by cluster, without leaks");
  const auto options = std::make_shared<SplitCommand>();
  split->add_option("PATH", options->path, "A corpus folder or a file of clusters")->required();
  split->add_option("-o", options->folder, "The folder for train/, validation/ and test/")
      ->required();
  split
      ->add_option("--shares", options->shares,
                   "The shares of the clusters: train, validation, test")
      ->delimiter(',')
      ->expected(static_cast<int>(egen::kSides))
      ->capture_default_str();
  split->add_option("--seed", options->seed, "Seed of the random choice")->capture_default_str();
  split->add_option("--format", options->format, "Format of the three corpora")
      ->check(CLI::IsMember({"egen", "jsonl", "shards"}))
      ->capture_default_str();
  split
      ->add_option("--without", options->without,
                   "A corpus on which models are scored; clusters that belong together with one of "
                   "its clusters are left out; may be repeated")
      ->allow_extra_args(false);
  split->add_flag("--json", options->json, "One JSON object instead of text");
  split->footer(
      "Clusters that share an expression (operands in any order) or a fingerprint stay together.\n"
      "Example:\n"
      "  noether corpus split corpus --shares 90,5,5 --seed 7 -o split");
  split->callback([options] { run(*options); });
}

}  // namespace noether::cli
