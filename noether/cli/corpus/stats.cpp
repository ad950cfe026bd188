// noether corpus stats: the contents of corpora, side by side.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "noether/base/result_file.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/corpus/corpus_arguments.h"
#include "noether/egen/cluster.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/statistics/statistics_report.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "corpus stats";

struct CorpusStatsOptions {
  std::vector<std::string> paths;
  std::string svg;
  std::string html;
  bool json = false;
};

egen::CorpusStatistics read_statistics(const std::string& path) {
  auto source = egen::open_clusters(path);
  if (!source) fail(kCommand, source.error(), ExitCode::Failure);
  egen::CorpusStatistics statistics;
  WatchedSource watched(**source);
  egen::Cluster cluster;
  while (true) {
    const auto more = watched.next(cluster);
    if (!more) fail(kCommand, more.error(), ExitCode::BadInput);
    if (!*more) break;
    statistics.add(cluster);
  }
  if (std::filesystem::is_directory(path)) {
    const auto manifest = egen::load_manifest(path);
    if (!manifest) fail(kCommand, manifest.error(), ExitCode::Failure);
    statistics.add_manifest(*manifest);
  }
  return statistics;
}

// The name of the folder or file; the whole path if two corpora have the same name.
std::vector<std::string> names_of(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    const std::filesystem::path whole = std::filesystem::path(path).lexically_normal();
    names.push_back(whole.has_filename() ? whole.filename().string()
                                         : whole.parent_path().filename().string());
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (names[i] == names[j]) return paths;
    }
  }
  return names;
}

std::string short_number(double value) { return fmt::format("{:.6g}", value); }

std::string json_histogram(const egen::Histogram& histogram) {
  JsonObject object;
  object.add("mean", short_number(histogram.mean()));
  for (const auto& [name, share] : {std::pair{"5%", 0.05}, {"50%", 0.5}, {"95%", 0.95}}) {
    object.add_number(name, static_cast<std::int64_t>(histogram.quantile(share)));
  }
  object.add_number("smallest", static_cast<std::int64_t>(histogram.smallest()));
  object.add_number("largest", static_cast<std::int64_t>(histogram.largest()));
  JsonObject counts;
  for (const auto& [value, times] : histogram.counts()) {
    counts.add_number(std::to_string(value), static_cast<std::int64_t>(times));
  }
  return object.add("counts", counts.text()).text();
}

std::string json_counts(const std::vector<egen::TokenCount>& counts) {
  JsonObject object;
  for (const egen::TokenCount& count : counts) {
    object.add(count.name,
               JsonObject()
                   .add_number("occurrences", static_cast<std::int64_t>(count.occurrences))
                   .add_number("expressions", static_cast<std::int64_t>(count.expressions))
                   .add_number("roots", static_cast<std::int64_t>(count.roots))
                   .text());
  }
  return object.text();
}

std::string json_of(const std::string& path, const egen::CorpusStatistics& s) {
  JsonObject object;
  const auto add = [&](std::string_view name, std::uint64_t value) {
    object.add_number(name, static_cast<std::int64_t>(value));
  };
  object.add_string("corpus", path);
  add("operators", s.counts(egen::TokenKind::Operator).size());
  add("clusters", s.clusters());
  add("expressions", s.expressions());
  add("ordered_pairs", s.pairs());
  object.add("cluster_size", json_histogram(s.cluster_sizes()));
  object.add("tokens", json_histogram(s.tokens()));
  object.add("depth", json_histogram(s.depths()));
  object.add("variables_per_expression", json_histogram(s.variables()));
  object.add("root_share", short_number(s.mean_root_share()));
  object.add("available_digits", json_histogram(s.available_digits()));
  object.add("rules_per_member", json_histogram(s.rules()));
  add("rules_used", s.rules_used());
  JsonObject verdicts;
  JsonObject domains;
  for (std::size_t i = 0; i < s.verdicts().size(); ++i) {
    verdicts.add_number(algebra::verdict_name(static_cast<algebra::Verdict>(i)),
                        static_cast<std::int64_t>(s.verdicts()[i]));
  }
  for (std::size_t i = 0; i < s.domains().size(); ++i) {
    domains.add_number(egen::domain_name(static_cast<egen::Domain>(i)),
                       static_cast<std::int64_t>(s.domains()[i]));
  }
  object.add("verdicts_recorded", s.recorded() ? "true" : "false");
  object.add("verdicts", verdicts.text());
  object.add("domains", domains.text());
  add("without_shared_point", s.without_shared_point());
  add("repeated_within", s.repeated_within());
  add("repeated_across", s.repeated_across());
  add("twins_within", s.twins_within());
  add("incomplete", s.incomplete());
  object.add("operator_counts", json_counts(s.counts(egen::TokenKind::Operator)));
  object.add("number_counts", json_counts(s.counts(egen::TokenKind::Number)));
  object.add("constant_counts", json_counts(s.counts(egen::TokenKind::Constant)));
  object.add("variable_counts", json_counts(s.counts(egen::TokenKind::Variable)));
  return object.text() + "\n";
}

void write_file(const std::string& path, std::string_view text) {
  const auto written = base::write_result(path, text);
  if (!written) fail(kCommand, written.error(), ExitCode::Failure);
}

void run(const CorpusStatsOptions& options) {
  std::vector<egen::CorpusStatistics> statistics;
  for (const std::string& path : options.paths) statistics.push_back(read_statistics(path));
  const std::vector<std::string> names = names_of(options.paths);
  std::vector<egen::NamedStatistics> corpora;
  for (std::size_t i = 0; i < names.size(); ++i) corpora.push_back({names[i], &statistics[i]});
  const egen::StatisticsReport report = egen::report_statistics(corpora);
  if (!options.svg.empty()) write_file(options.svg, report.svg());
  if (!options.html.empty()) write_file(options.html, report.html());
  if (!options.json) return print_result(kCommand, report.text());
  std::string lines;
  for (std::size_t i = 0; i < names.size(); ++i) lines += json_of(options.paths[i], statistics[i]);
  print_result(kCommand, lines);
}

}  // namespace

void register_corpus_stats(CLI::App& corpus) {
  CLI::App* stats = corpus.add_subcommand("stats", "Prints statistics of corpora");
  const auto options = std::make_shared<CorpusStatsOptions>();
  stats
      ->add_option("PATH", options->paths,
                   "Corpus folders or files of clusters; several are shown side by side")
      ->required();
  stats->add_option("--svg", options->svg, "Also writes the charts to this file");
  stats->add_option("--html", options->html, "Also writes a page with tables and charts");
  stats->add_flag("--json", options->json, "One JSON object for each corpus instead of tables");
  stats->footer(
      "Example:\n"
      "  noether corpus stats corpus egen/train.txt.gz --html comparison.html");
  stats->callback([options] { run(*options); });
}

}  // namespace noether::cli
