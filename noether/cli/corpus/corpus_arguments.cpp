#include "noether/cli/corpus/corpus_arguments.h"

#include <fmt/format.h>

#include <utility>

#include "noether/base/bar_chart.h"
#include "noether/base/parallel.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {

egen::MemberTable read_members(std::string_view command, const std::string& path) {
  auto source = egen::open_clusters(path);
  if (!source) fail(command, source.error(), ExitCode::Failure);
  auto table = [&] {
    WatchedSource watched(**source);
    return egen::MemberTable::read(watched);
  }();
  if (!table) fail(command, table.error(), ExitCode::BadInput);
  return *std::move(table);
}

void print_summary(std::string_view command, std::string_view text,
                   const std::string& result_path) {
  if (result_path != "-") return print_result(command, text);
  fmt::print(stderr, "{}", text);
}

namespace {

std::string share_text(std::uint64_t count, std::uint64_t whole, std::string_view name) {
  const double percent =
      whole == 0 ? 0 : 100 * static_cast<double>(count) / static_cast<double>(whole);
  return fmt::format("{} {} ({:.2f} %)", base::grouped_digits(count), name, percent);
}

template <typename Enum, std::size_t kSize>
std::string shares_text(const std::array<std::uint64_t, kSize>& counts,
                        std::string_view (*name_of)(Enum), std::uint64_t whole) {
  std::string text;
  for (std::size_t i = 0; i < kSize; ++i) {
    if (counts[i] == 0) continue;
    if (!text.empty()) text += ", ";
    text += share_text(counts[i], whole, name_of(static_cast<Enum>(i)));
  }
  return text.empty() ? "none" : text;
}

}  // namespace

std::string manifest_report(const egen::CorpusManifest& manifest) {
  const egen::CorpusTotals& totals = manifest.totals;
  const std::uint64_t others = totals.members - totals.clusters;
  std::string text =
      fmt::format("{} clusters, {} members, {} tokens\n", base::grouped_digits(totals.clusters),
                  base::grouped_digits(totals.members), base::grouped_digits(totals.tokens));
  text +=
      fmt::format("verdicts  {}\n", shares_text(totals.verdicts, &algebra::verdict_name, others));
  text += fmt::format("domains   {}\n", shares_text(totals.domains, &egen::domain_name, others));
  text += fmt::format("          {}\n",
                      share_text(totals.without_shared_point, others, "without a shared point"));
  for (const auto& [name, count] : manifest.counts) {
    if (count > 0) text += fmt::format("{}: {}\n", name, base::grouped_digits(count));
  }
  for (const egen::CorpusFile& file : manifest.files) {
    text += fmt::format("{}  {} bytes\n", file.name, base::grouped_digits(file.size));
  }
  return text;
}

void FewMessages::add(const std::string& message) {
  if (++count_ > kShown) return;
  before_();
  fmt::print(stderr, "{}\n", message);
}

void FewMessages::finish() const {
  if (count_ > kShown) fmt::print(stderr, "... and {} more\n", count_ - kShown);
}

}  // namespace noether::cli
