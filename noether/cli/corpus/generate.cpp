// noether corpus generate: a corpus of clusters, from templates or files of expressions.
#include <fmt/format.h>
#include <sys/resource.h>

#include <atomic>
#include <charconv>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "noether/base/bar_chart.h"
#include "noether/base/parallel.h"
#include "noether/base/progress.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/corpus/corpus_arguments.h"
#include "noether/egen/corpus/generate.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "corpus generate";

struct GenerateOptions {
  egen::GenerateRequest request;
  std::string from = "auto";
  std::vector<std::string> indexes;
  std::string format = "egen";
  std::string part = "1/1";
  std::string sampling = "stratified";
  std::optional<std::size_t> limit;
  unsigned threads = 0;
  bool json = false;
};

// Each formula once, in the order of the index; its origin is the document where it occurs first.
void add_index_formulas(const std::string& index, std::vector<egen::FoundFormula>& formulas) {
  const auto read = [&](auto result) {
    if (!result) fail(kCommand, result.error(), ExitCode::Failure);
    return *std::move(result);
  };
  const index::IndexReader reader = read(index::open_search_index(index));
  std::unordered_set<std::string> seen;  // a formula may occur in several segments
  for (std::uint32_t number = 0; number < reader.formulas(); ++number) {
    const auto places = read(reader.places(number));
    if (places.empty()) continue;
    std::string latex = read(reader.formula(number)).latex;
    if (!seen.insert(latex).second) continue;
    const std::string_view document = read(reader.document_id(places.front().document));
    formulas.push_back({std::move(latex), fmt::format("{}:{}", index, document)});
  }
}

// Set by the first SIGINT or SIGTERM; the second one ends the program as usual.
std::atomic<bool> stop_asked{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void ask_to_stop(int signal) {
  stop_asked = true;
  std::signal(signal, SIG_DFL);
}

std::optional<egen::CorpusPart> part_of(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto number = [](std::string_view digits) -> std::uint32_t {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && end == digits.data() + digits.size() ? value : 0;
  };
  const std::uint32_t index = number(text.substr(0, slash));
  const std::uint32_t count = number(text.substr(slash + 1));
  if (index == 0 || index > count) return std::nullopt;
  return egen::CorpusPart{index - 1, count};
}

void tell_initials(const egen::InitialList& initials) {
  constexpr std::size_t kShown = 5;
  for (std::size_t i = 0; i < std::min(initials.messages.size(), kShown); ++i) {
    fmt::print(stderr, "{}\n", initials.messages[i]);
  }
  if (initials.messages.size() > kShown) {
    fmt::print(stderr, "... and {} more\n", initials.messages.size() - kShown);
  }
  std::string left_out;
  for (const egen::DroppedCount& dropped : initials.dropped) {
    left_out += fmt::format("{} {} {}", left_out.empty() ? "; left out:" : ",",
                            base::grouped_digits(dropped.count), egen::unfit_name(dropped.reason));
  }
  fmt::print(stderr, "{} initial expressions of {} candidates{}\n",
             base::grouped_digits(initials.expressions.size()),
             base::grouped_digits(initials.candidates), left_out);
}

std::uint64_t count_of(const egen::Counts& counts, std::string_view name) {
  const auto found = counts.find(std::string(name));
  return found == counts.end() ? 0 : found->second;
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// The peak memory of this program.
double memory_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// The members of the manifest that concern the whole part, as names and values.
struct Summary {
  explicit Summary(const egen::CorpusManifest& manifest) : totals(manifest.totals) {
    checked = totals.members - totals.clusters;
    root_share = share(count_of(manifest.counts, egen::kRootShareCount), totals.clusters) / 1e6;
    thousand = share(count_of(manifest.counts, egen::kThousandCount), totals.clusters);
    digits = share(count_of(manifest.counts, egen::kAvailableDigitsCount), totals.clusters);
    for (const auto& [name, count] : manifest.counts) {
      if (name.starts_with("dropped: ")) dropped.emplace_back(name.substr(9), count);
    }
  }
  double verdict(algebra::Verdict v) const {
    return share(totals.verdicts[static_cast<std::size_t>(v)], checked);
  }
  double domain(egen::Domain d) const {
    return share(totals.domains[static_cast<std::size_t>(d)], checked);
  }

  egen::CorpusTotals totals;
  std::uint64_t checked = 0;
  double root_share = 0;
  double thousand = 0;
  double digits = 0;
  std::vector<std::pair<std::string, std::uint64_t>> dropped;
};

std::string summary_text(const GenerateOptions& options, const egen::GenerateReport& report) {
  const Summary summary(report.manifest);
  const auto percent = [](double value) {
    return base::value_text(value, base::BarChart::Values::Shares);
  };
  std::vector<std::vector<std::string>> rows;
  rows.push_back({"clusters", base::grouped_digits(summary.totals.clusters)});
  for (const auto& [reason, count] : summary.dropped) {
    rows.push_back({"dropped, " + reason, base::grouped_digits(count)});
  }
  rows.push_back({"members", base::grouped_digits(summary.totals.members)});
  rows.push_back({"proven", percent(summary.verdict(algebra::Verdict::Proven))});
  rows.push_back({"agreeing", percent(summary.verdict(algebra::Verdict::Agrees))});
  rows.push_back({"narrower domain", percent(summary.domain(egen::Domain::Narrower))});
  rows.push_back({"without a shared point",
                  percent(share(summary.totals.without_shared_point, summary.checked))});
  rows.push_back({"most common root's share", percent(summary.root_share)});
  rows.push_back({"1,000 or more to choose from", percent(summary.thousand)});
  if (report.found > 0) {
    rows.push_back({"clusters from earlier runs", base::grouped_digits(report.found)});
  }
  if (report.made > 0) {
    const auto made = static_cast<double>(report.made);
    rows.push_back({"seconds", fmt::format("{:.1f}", report.seconds)});
    rows.push_back({"clusters per second", fmt::format("{:.1f}", made / report.seconds)});
    rows.push_back({"megabytes of memory", fmt::format("{:.0f}", memory_megabytes())});
    rows.push_back(
        {"milliseconds of CPU per cluster", fmt::format("{:.2f}", 1e3 * report.work.cpu / made)});
  }
  return base::text_table(rows) + "in " + options.request.folder + "\n";
}

std::string summary_json(const GenerateOptions& options, const egen::GenerateReport& report) {
  const Summary summary(report.manifest);
  const auto number = [](double value) { return fmt::format("{:.6g}", value); };
  JsonObject object;
  const auto add = [&](std::string_view name, std::uint64_t value) {
    object.add_number(name, static_cast<std::int64_t>(value));
  };
  object.add_string("folder", options.request.folder);
  add("clusters", summary.totals.clusters);
  add("members", summary.totals.members);
  object.add("proven", number(summary.verdict(algebra::Verdict::Proven)));
  object.add("agreeing", number(summary.verdict(algebra::Verdict::Agrees)));
  object.add("narrower_domain", number(summary.domain(egen::Domain::Narrower)));
  object.add("without_shared_point",
             number(share(summary.totals.without_shared_point, summary.checked)));
  object.add("root_share", number(summary.root_share));
  object.add("share_with_1000_available", number(summary.thousand));
  object.add("mean_digits_of_available", number(summary.digits));
  JsonObject counts;
  for (const auto& [name, count] : report.manifest.counts) {
    counts.add_number(name, static_cast<std::int64_t>(count));
  }
  object.add("counts", counts.text());
  add("initials", report.initials);
  add("found", report.found);
  add("made", report.made);
  object.add("seconds", number(report.seconds));
  object.add("memory_megabytes", number(memory_megabytes()));
  object.add("saturate_seconds", number(report.work.saturate));
  object.add("count_seconds", number(report.work.count));
  object.add("sample_seconds", number(report.work.sample));
  object.add("verify_seconds", number(report.work.verify));
  object.add("cpu_seconds", number(report.work.cpu));
  object.add("slowest_cluster_seconds", number(report.slowest));
  add("largest_graph", report.largest_graph);
  return object.text() + "\n";
}

void run(GenerateOptions& options) {
  egen::GenerateRequest& request = options.request;
  const auto part = part_of(options.part);
  if (!part) {
    fail(kCommand,
         {fmt::format("--shard {} is not one of the parts", options.part),
          {},
          "the first of four is 1/4, the last 4/4"},
         ExitCode::Failure);
  }
  request.part = *part;
  request.format = egen::format_by_name(options.format).value();
  request.clusters.sampling = egen::sampling_by_name(options.sampling).value();
  for (const std::string& index : options.indexes) {
    add_index_formulas(index, request.initials.formulas);
  }
  request.initials.notation = formula::notation_by_name(options.from);
  request.initials.limit = options.limit;
  request.initials.seed = request.seed;
  request.threads = base::thread_count(options.threads);

  std::optional<base::ProgressBar> progress;
  egen::GenerateHooks hooks;
  hooks.stop = &stop_asked;
  hooks.on_initials = tell_initials;
  hooks.on_progress = [&](std::uint64_t done, std::uint64_t of) {
    if (!progress) {
      progress.emplace("clusters", of, base::ProgressBar::Screen::standard_error_or_log());
    }
    progress->update(done, done);
  };
  std::signal(SIGINT, ask_to_stop);
  std::signal(SIGTERM, ask_to_stop);
  const auto report = egen::generate_corpus(request, hooks);
  progress.reset();
  if (!report) {
    // An error with a place in a text concerns templates; any other concerns the disk or the
    // folder.
    const bool is_input = report.error().span != base::Span{};
    fail(kCommand, report.error(), is_input ? ExitCode::BadInput : ExitCode::Failure);
  }
  if (!report->finished) {
    fmt::print(stderr,
               "noether {}: stopped with {} of {} clusters made\n"
               "  the same command continues from there\n",
               kCommand, report->found + report->made, report->initials);
    finish(ExitCode::Failure);
  }
  print_result(kCommand,
               options.json ? summary_json(options, *report) : summary_text(options, *report));
}

void add_initials(CLI::App& generate, GenerateOptions& options) {
  egen::InitialRequest& initials = options.request.initials;
  generate
      .add_option("--templates", initials.templates,
                  "A file or folder of templates instead of the shipped ones; may be repeated")
      ->take_all();
  generate
      .add_option("--from-file", initials.files,
                  "A file of expressions, one per line; - is standard input; may be repeated")
      ->take_all();
  generate
      .add_option("--from-index", options.indexes,
                  "An index whose formulas are used, and each side of equations; may be repeated")
      ->take_all();
  generate
      .add_option("--from", options.from,
                  "Notation of these expressions; by default it is recognised")
      ->check(CLI::IsMember({"auto", "latex", "plain", "prefix", "sexpr"}))
      ->capture_default_str();
  generate
      .add_option(
          "--limit", options.limit,
          "The number of initial expressions; by default all initial expressions of the templates")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}));
}

void add_clusters(CLI::App& generate, egen::ClusterOptions& clusters) {
  generate
      .add_option("--per-cluster", clusters.per_cluster,
                  "The maximum number of members of a cluster")
      ->check(CLI::Range(std::size_t{2}, std::size_t{1'000'000}))
      ->capture_default_str();
  generate
      .add_option("--max-tokens", clusters.max_tokens,
                  "The maximum number of prefix tokens of a member")
      ->check(CLI::Range(1, 200))
      ->capture_default_str();
  generate.add_option("--nodes", clusters.made_nodes, "The maximum size of an e-graph")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  generate.add_flag("--twins", clusters.twins,
                    "Include members that differ only in the order of sums and products");
  generate.add_flag("--shared-domain", clusters.shared_domain,
                    "Include members that are equal only where both have a value");
}

}  // namespace

void register_corpus_generate(CLI::App& corpus) {
  CLI::App* generate =
      corpus.add_subcommand("generate", "Makes a corpus of clusters of equal expressions");
  const auto options = std::make_shared<GenerateOptions>();
  add_initials(*generate, *options);
  add_clusters(*generate, options->request.clusters);
  generate
      ->add_option("--sampling", options->sampling,
                   "stratified: root operators, sizes and rules share a cluster; uniform: every "
                   "available term has the same chance")
      ->check(CLI::IsMember({"stratified", "uniform"}))
      ->capture_default_str();
  generate->add_option("--seed", options->request.seed, "Same seed, same bytes")
      ->capture_default_str();
  add_threads_option(*generate, options->threads);
  generate->add_option("--format", options->format, "egen, jsonl or shards")
      ->check(CLI::IsMember({"egen", "jsonl", "shards"}))
      ->capture_default_str();
  generate
      ->add_option("--shard", options->part,
                   "Make only one part of several, as 1/4; `corpus merge` joins them")
      ->capture_default_str();
  generate->add_option("-o,--output", options->request.folder, "The folder of the corpus")
      ->required();
  generate->add_flag("--json", options->json, "One JSON object instead of the summary");
  generate->footer(
      "Example:\n"
      "  noether corpus generate --limit 200 --per-cluster 50 --seed 7 -o corpus\n"
      "The same command continues a run that was stopped.");
  generate->callback([options] { run(*options); });
}

}  // namespace noether::cli
