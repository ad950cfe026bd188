// noether corpus verify: checks the corpus of any program, and reports its false members.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/parallel.h"
#include "noether/base/result_file.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/corpus/corpus_arguments.h"
#include "noether/egen/verify/verify_corpus.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "corpus verify";

struct VerifyOptions {
  std::string path;
  unsigned threads = 0;
  std::size_t show = 10;
  std::string report;
  bool json = false;
};

std::string percentage(std::uint64_t part, std::uint64_t whole) {
  const double percent =
      whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
  return fmt::format("{:>12} {:>8.3f} %", part, percent);
}

std::string place_of(const egen::FalseMember& member) {
  const std::string origin = member.origin.empty() ? "" : fmt::format(" ({})", member.origin);
  return fmt::format("cluster {}{}, member {}", member.cluster, origin, member.member + 1);
}

std::string text_of(const egen::FalseMember& member) {
  const std::string at = member.check.point.empty() ? "" : ", at " + member.check.point;
  return fmt::format("{}{}:\n  {}    {}\n  {}    {}\n", place_of(member), at, member.reference,
                     member.check.initial_value, member.expression, member.check.member_value);
}

std::string json_of(const egen::FalseMember& member) {
  JsonObject object;
  object.add_number("cluster", static_cast<std::int64_t>(member.cluster));
  object.add_string("origin", member.origin);
  object.add_number("member", static_cast<std::int64_t>(member.member + 1));
  object.add_string("expression", member.expression);
  object.add_string("reference", member.reference);
  object.add_string("point", member.check.point);
  object.add_string("value", member.check.member_value);
  object.add_string("reference_value", member.check.initial_value);
  object.add("by_rounding", member.check.by_rounding ? "true" : "false");
  return object.text() + "\n";
}

std::string text_of(const egen::CheckTally& tally, double seconds) {
  std::string text =
      fmt::format("{} cluster{}, {} member{}, {:.0f} members/s\n", tally.clusters,
                  tally.clusters == 1 ? "" : "s", tally.members, tally.members == 1 ? "" : "s",
                  static_cast<double>(tally.members) / seconds);
  const auto add = [&](std::string_view name, std::uint64_t count) {
    text += fmt::format("  {:<32}{}\n", name, percentage(count, tally.members));
  };
  add("proven, and the numbers agree", tally.proven);
  add("agree", tally.agrees);
  add("refuted", tally.refuted);
  if (tally.by_rounding > 0) add("  by rounded decimals only", tally.by_rounding);
  add("without a shared point", tally.unknown);
  if (tally.without_meaning > 0) add("  for a part without a value", tally.without_meaning);
  if (tally.unreadable > 0) add("unreadable", tally.unreadable);
  for (std::size_t i = 0; i < tally.domains.size(); ++i) {
    if (tally.domains[i] == 0) continue;
    add(fmt::format("domain {}", egen::domain_name(static_cast<egen::Domain>(i))),
        tally.domains[i]);
  }
  if (tally.other_references > 0) {
    text += fmt::format("clusters compared with another member than their first: {}\n",
                        tally.other_references);
  }
  return text;
}

std::string json_of(const std::string& path, const egen::CheckTally& tally, double seconds) {
  JsonObject object;
  const auto add = [&](std::string_view name, std::uint64_t value) {
    object.add_number(name, static_cast<std::int64_t>(value));
  };
  object.add_string("corpus", path);
  add("clusters", tally.clusters);
  add("members", tally.members);
  add("proven", tally.proven);
  add("agrees", tally.agrees);
  add("refuted", tally.refuted);
  add("refuted_by_rounding", tally.by_rounding);
  add("unknown", tally.unknown);
  add("without_shared_point", tally.unknown);
  add("without_meaning", tally.without_meaning);
  add("unreadable", tally.unreadable);
  add("other_references", tally.other_references);
  JsonObject domains;
  for (std::size_t i = 0; i < tally.domains.size(); ++i) {
    domains.add_number(egen::domain_name(static_cast<egen::Domain>(i)),
                       static_cast<std::int64_t>(tally.domains[i]));
  }
  object.add("domains", domains.text());
  object.add("seconds", fmt::format("{:.3f}", seconds));
  return object.text() + "\n";
}

// Prints the first false members to the terminal, and writes all of them to the report, if
// requested.
class FalseMembers {
 public:
  explicit FalseMembers(const VerifyOptions& options) : most_shown_(options.show) {
    if (options.report.empty()) return;
    auto report = base::ResultFile::create(base::FileSystem::real(), options.report, options.path);
    if (!report) fail(kCommand, report.error(), ExitCode::Failure);
    report_.emplace(std::move(*report));
  }

  base::Result<void> add(egen::FalseMember& member) {
    ++count_;
    auto written = report_ ? report_->write(json_of(member)) : base::Result<void>();
    if (shown_.size() < most_shown_) shown_.push_back(std::move(member));
    return written;
  }

  void finish() {
    if (!report_) return;
    if (const auto done = report_->commit(); !done) {
      fail(kCommand, done.error(), ExitCode::Failure);
    }
  }

  std::string text() const {
    std::string text;
    for (const egen::FalseMember& member : shown_) text += text_of(member);
    if (shown_.size() < count_) {
      text += fmt::format("and {} more{}\n", count_ - shown_.size(),
                          report_ ? "" : "; --report FILE writes them all");
    }
    return text;
  }

 private:
  std::size_t most_shown_;
  std::optional<base::ResultFile> report_;
  std::vector<egen::FalseMember> shown_;
  std::uint64_t count_ = 0;
};

void run(const VerifyOptions& options) {
  auto source = egen::open_clusters(options.path);
  if (!source) fail(kCommand, source.error(), ExitCode::Failure);
  FalseMembers found(options);
  bool cannot_write = false;
  const auto start = std::chrono::steady_clock::now();
  const auto checked = [&] {
    WatchedSource watched(**source);
    return egen::verify_corpus(watched, base::thread_count(options.threads),
                               [&](egen::FalseMember& member) {
                                 auto added = found.add(member);
                                 cannot_write = !added;
                                 return added;
                               });
  }();
  if (!checked) {
    fail(kCommand, checked.error(), cannot_write ? ExitCode::Failure : ExitCode::BadInput);
  }
  const double seconds = std::max(
      1e-9, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  found.finish();
  print_summary(kCommand,
                options.json ? json_of(options.path, checked->tally, seconds)
                             : text_of(checked->tally, seconds) + found.text(),
                options.report);
  if (checked->tally.refuted > 0) finish(ExitCode::BadInput);
}

}  // namespace

void register_corpus_verify(CLI::App& corpus) {
  CLI::App* verify = corpus.add_subcommand(
      "verify", "Checks every member of a corpus against its initial expression");
  const auto options = std::make_shared<VerifyOptions>();
  verify->add_option("PATH", options->path, "A corpus folder or a file of clusters")->required();
  add_threads_option(*verify, options->threads);
  verify->add_option("--show", options->show, "The number of false members to print (10)");
  verify->add_option("--report", options->report,
                     "Writes all false members to this file, as JSON Lines");
  verify->add_flag("--json", options->json, "One JSON object instead of a table");
  verify->footer(
      "The exit code is 1 if a member is false.\n"
      "Example:\n"
      "  noether corpus verify egen/train.txt.gz --report false.jsonl");
  verify->callback([options] { run(*options); });
}

}  // namespace noether::cli
