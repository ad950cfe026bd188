// noether corpus show: prints clusters for people.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/cli/algebra/expression_arguments.h"
#include "noether/cli/commands.h"
#include "noether/egen/cluster.h"
#include "noether/egen/formats/text_formats.h"
#include "noether/egen/verify/cluster_comparison.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "corpus show";

struct ShowOptions {
  ExpressionArguments arguments{std::string(kCommand)};
  std::string path;
  std::optional<std::uint64_t> cluster;
  std::string find;
  std::size_t count = 5;
  std::size_t members = 10;
  std::string notation = "prefix";
  bool json = false;
};

// The target of --find: the same expression, or one with the same value.
struct Wanted {
  std::string prefix;
  base::Digest fingerprint;
};

bool has(const egen::Cluster& cluster, const Wanted& wanted) {
  const auto same_text = [&](const egen::Member& member) {
    return member.expression == wanted.prefix;
  };
  if (std::ranges::any_of(cluster.members, same_text)) return true;
  const base::Digest fingerprint = cluster.fingerprint == base::Digest{}
                                       ? egen::cluster_fingerprint(cluster)
                                       : cluster.fingerprint;
  return fingerprint == wanted.fingerprint;
}

// Each expression has a separate arena, because a corpus may be large.
std::string in_notation(const std::string& prefix, formula::Notation notation) {
  if (notation == formula::Notation::Prefix) return prefix;
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  const auto root = algebra::read_expression(formula::Notation::Prefix, prefix, pool);
  return root ? algebra::expression_text(notation, pool, *root) : prefix;
}

template <typename Enum>
std::string tally(const egen::Cluster& cluster, Enum egen::Member::* field, Enum last,
                  std::string_view (*name_of)(Enum)) {
  std::vector<std::string> parts;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    const auto value = static_cast<Enum>(i);
    const auto count = std::ranges::count(cluster.members, value, field);
    if (count > 0) parts.push_back(fmt::format("{} {}", count, name_of(value)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string cluster_text(const egen::Cluster& cluster, const ShowOptions& options) {
  const auto notation = *formula::notation_by_name(options.notation);
  std::string text = fmt::format("cluster {}: {}\n", cluster.id,
                                 in_notation(cluster.members.front().expression, notation));
  text += fmt::format("  from {}; {} members", cluster.origin.empty() ? "?" : cluster.origin,
                      cluster.members.size());
  if (!cluster.available.empty()) text += fmt::format(" of {} available", cluster.available);
  // The E-Gen format has neither verdicts nor domains of members.
  const bool is_judged = std::ranges::any_of(cluster.members, [](const egen::Member& member) {
    return member.verdict != algebra::Verdict::Unknown || member.domain != egen::Domain::Unknown;
  });
  text += "\n";
  if (is_judged)
    text += fmt::format(
        "  {}; domains: {}\n",
        tally(cluster, &egen::Member::verdict, algebra::Verdict::Unknown, &algebra::verdict_name),
        tally(cluster, &egen::Member::domain, egen::Domain::Unknown, &egen::domain_name));
  const std::size_t shown = std::min(cluster.members.size(), options.members);
  for (std::size_t i = 0; i < shown; ++i) {
    const egen::Member& member = cluster.members[i];
    text += fmt::format("  {:>4} {:<6} ", 1 + std::ranges::count(member.expression, ' '),
                        member.expression.substr(0, member.expression.find(' ')));
    if (is_judged) {
      text += fmt::format("{:<8} {:<9} ", algebra::verdict_name(member.verdict),
                          egen::domain_name(member.domain));
    }
    text += in_notation(member.expression, notation) + "\n";
  }
  if (shown < cluster.members.size()) {
    text += fmt::format("  ... and {} more\n", cluster.members.size() - shown);
  }
  return text + "\n";
}

std::optional<Wanted> wanted_of(ShowOptions& options) {
  if (options.find.empty()) return std::nullopt;
  algebra::Expressions& pool = options.arguments.pool();
  const auto input = options.arguments.read("--find", options.find);
  return Wanted{algebra::expression_text(formula::Notation::Prefix, pool, input.id),
                algebra::fingerprint(pool, input.id, algebra::Names::Keep)};
}

void run(ShowOptions& options) {
  const auto wanted = wanted_of(options);
  auto source = egen::open_clusters(options.path);
  if (!source) fail(kCommand, source.error(), ExitCode::Failure);
  egen::Cluster cluster;
  std::string text;
  std::size_t shown = 0;
  const std::size_t most = options.cluster ? 1 : options.count;
  while (shown < most) {
    const auto more = (*source)->next(cluster);
    if (!more) fail(kCommand, more.error(), ExitCode::BadInput);
    if (!*more) break;
    if (options.cluster && cluster.id != *options.cluster) continue;
    if (wanted && !has(cluster, *wanted)) continue;
    ++shown;
    if (options.json) {
      egen::append_json_line(cluster, text);
    } else {
      text += cluster_text(cluster, options);
    }
  }
  if (shown == 0) {
    fail(kCommand,
         {options.cluster ? fmt::format("there is no cluster {}", *options.cluster)
                          : std::string("there is no such cluster"),
          {},
          ""},
         ExitCode::BadInput);
  }
  print_result(kCommand, text);
}

}  // namespace

void register_corpus_show(CLI::App& corpus) {
  CLI::App* command = corpus.add_subcommand("show", "Prints clusters of a corpus");
  const auto options = std::make_shared<ShowOptions>();
  command->add_option("PATH", options->path, "A corpus folder, or a file of clusters")->required();
  auto* cluster =
      command->add_option("--cluster", options->cluster, "The cluster with this number");
  command
      ->add_option("--find", options->find,
                   "Clusters that contain this expression, or one with the same value")
      ->excludes(cluster);
  options->arguments.add_from_option(*command);
  command->add_option("-n", options->count, "The number of clusters")->capture_default_str();
  command->add_option("--members", options->members, "The number of members of each")
      ->capture_default_str();
  command->add_option("--as", options->notation, "Notation of the expressions")
      ->check(CLI::IsMember({"prefix", "latex", "sexpr"}))
      ->capture_default_str();
  command->add_flag("--json", options->json, "Whole clusters as JSON Lines");
  command->footer(
      "Each member is printed with its tokens, its root operator, and if the format stores them,\n"
      "its verdict and its domain compared with the first member.\n"
      "\n"
      "Example:\n"
      "  noether corpus show corpus --find '\\sin 2x' --as latex");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
