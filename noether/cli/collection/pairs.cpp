// noether pairs: pairs of texts in collections that belong together, for training language models.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "noether/base/progress.h"
#include "noether/base/result_file.h"
#include "noether/cli/collection/collection_arguments.h"
#include "noether/cli/console/messages.h"
#include "noether/collection/text_pairs.h"
#include "noether/collection/text_pieces.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "pairs";

struct PairsOptions {
  CollectionArguments collection;
  std::vector<std::string> kinds;
  LeftOutTopics topics;
  std::string output;
  std::string held_out;
  double share = 0.02;
};

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const collection::PairKind kind : collection::kPairKinds) {
    names.emplace_back(collection::pair_kind_name(kind));
  }
  return names;
}

std::string pair_json(const collection::TextPair& pair) {
  std::vector<std::string> tags;
  for (const std::string& tag : pair.tags) tags.push_back(json_string(tag));
  return JsonObject()
      .add_string("kind", std::string(collection::pair_kind_name(pair.kind)))
      .add_string("group", pair.group)
      .add("tags", json_array(tags))
      .add_string("first", pair.first)
      .add_string("second", pair.second)
      .text();
}

base::ResultFile create_file(const std::string& path, const CollectionArguments& collection) {
  const std::vector<std::string>& sources = collection.sources();
  auto file = base::ResultFile::create(base::FileSystem::real(), path,
                                       sources.size() == 1 ? sources.front() : std::string());
  if (!file) fail(kCommand, file.error(), ExitCode::Failure);
  return std::move(*file);
}

void write_line(base::ResultFile& file, const std::string& line) {
  if (const auto written = file.write(line + "\n"); !written) {
    fail(kCommand, written.error(), ExitCode::Failure);
  }
}

void commit(base::ResultFile& file) {
  if (const auto done = file.commit(); !done) fail(kCommand, done.error(), ExitCode::Failure);
}

void run(PairsOptions& options) {
  const collection::KnownQuestions left_out = options.topics.questions(kCommand);
  auto source = options.collection.open(kCommand);
  if (!source) fail(kCommand, source.error(), ExitCode::Failure);
  base::ResultFile output = create_file(options.output, options.collection);
  std::optional<base::ResultFile> held_out;
  if (!options.held_out.empty()) {
    held_out.emplace(create_file(options.held_out, options.collection));
  }
  base::ProgressBar progress("documents", (*source)->total_bytes());
  collection::PairMaker maker;
  std::vector<collection::TextPair> pairs;
  std::map<collection::PairKind, std::uint64_t> counts;
  std::uint64_t documents = 0;
  std::uint64_t of_topics = 0;
  text::Document document;
  while (true) {
    const auto more = (*source)->next(document);
    if (!more) fail(kCommand, more.error(), ExitCode::Failure);
    if (!*more) break;
    progress.update(++documents, (*source)->bytes_read());
    pairs.clear();
    maker.add(document, pairs);
    for (const collection::TextPair& pair : pairs) {
      const bool is_wanted =
          options.kinds.empty() ||
          std::ranges::find(options.kinds, collection::pair_kind_name(pair.kind)) !=
              options.kinds.end();
      if (!is_wanted) continue;
      if (left_out.has(pair.first) || left_out.has(pair.second)) {
        ++of_topics;
        continue;
      }
      ++counts[pair.kind];
      const bool is_apart = held_out && collection::is_held_out(pair.group, options.share);
      write_line(is_apart ? *held_out : output, pair_json(pair));
    }
  }
  progress.finish();
  commit(output);
  if (held_out) commit(*held_out);

  std::vector<std::string> parts;
  for (const auto& [kind, count] : counts) {
    parts.push_back(fmt::format("{} {}", count, collection::pair_kind_name(kind)));
  }
  fmt::print(stderr, "pairs of {}: {}\n", counted(documents, "document"),
             parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", ")));
  if (of_topics > 0) {
    fmt::print(stderr, "left out {} with a question of the topics\n", counted(of_topics, "pair"));
  }
  if (maker.lost_answers() > 0) {
    fmt::print(stderr, "{} without a question\n", counted(maker.lost_answers(), "answer"));
  }
  fmt::print(stderr, "{}\n", options.collection.problem_summary());
  const bool is_bad = counts.empty() || options.collection.problems().count(
                                            collection::Problem::Severity::Skipped) > 0;
  if (is_bad) finish(ExitCode::BadInput);
}

}  // namespace

void register_pairs(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "pairs", "Writes texts of a collection that belong together, for training");
  const auto options = std::make_shared<PairsOptions>();
  options->collection.add_options(*command);
  command->add_option("--kind", options->kinds, "Only pairs of these kinds; by default all")
      ->check(CLI::IsMember(kind_names()));
  command
      ->add_option("-o,--output", options->output,
                   "File for the pairs, one JSON object per line; - for standard output")
      ->required();
  CLI::Option* const held_out =
      command->add_option("--held-out", options->held_out,
                          "File for the pairs of some questions or documents, for validation");
  command->add_option("--share", options->share, "Share of them to hold out")
      ->check(CLI::Range(0.0, 1.0))
      ->needs(held_out)
      ->capture_default_str();
  options->topics.add_option(*command);
  command->footer(
      fmt::format("Kinds: {}.\n"
                  "\n"
                  "Example:\n"
                  "  noether pairs arqmath/collection --kind question-answer -o pairs.jsonl",
                  fmt::join(kind_names(), ", ")));
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
