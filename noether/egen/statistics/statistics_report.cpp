#include "noether/egen/statistics/statistics_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "noether/base/bar_chart.h"
#include "noether/base/html_page.h"
#include "noether/base/svg_chart.h"
#include "noether/egen/statistics/statistics_charts.h"

namespace noether::egen {
namespace {

using base::grouped_digits;

constexpr std::string_view kNothing = "–";  // where a corpus does not say

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return std::string(kNothing);
  return base::value_text(static_cast<double>(part) / static_cast<double>(whole),
                          base::BarChart::Values::Shares);
}

// The number, and what share of `whole` it is.
std::string count_text(std::uint64_t part, std::uint64_t whole) {
  if (part == 0) return "0";
  return grouped_digits(part) + " (" + share_text(part, whole) + ")";
}

std::string mean_text(const Histogram& histogram) {
  if (histogram.total() == 0) return std::string(kNothing);
  return fmt::format("{:.1f}", histogram.mean());
}

std::string range_text(const Histogram& histogram) {
  if (histogram.total() == 0) return std::string(kNothing);
  return fmt::format("{} / {} / {}", grouped_digits(histogram.quantile(0.05)),
                     grouped_digits(histogram.quantile(0.5)),
                     grouped_digits(histogram.quantile(0.95)));
}

class Summary {
 public:
  explicit Summary(std::span<const NamedStatistics> corpora) : corpora_(corpora) {
    rows_.push_back({""});
    for (const NamedStatistics& corpus : corpora) rows_[0].push_back(corpus.name);
  }

  template <typename Value>
  void row(std::string name, Value value) {
    std::vector<std::string> cells{std::move(name)};
    for (const NamedStatistics& corpus : corpora_) cells.push_back(value(*corpus.statistics));
    const bool nobody_says = std::all_of(cells.begin() + 1, cells.end(),
                                         [](const auto& cell) { return cell == kNothing; });
    if (!nobody_says) rows_.push_back(std::move(cells));
  }

  std::vector<std::vector<std::string>> take() { return std::move(rows_); }

 private:
  std::span<const NamedStatistics> corpora_;
  std::vector<std::vector<std::string>> rows_;
};

void add_checks(Summary& summary) {
  using S = CorpusStatistics;
  for (const algebra::Verdict verdict : {algebra::Verdict::Proven, algebra::Verdict::Agrees,
                                         algebra::Verdict::Unknown, algebra::Verdict::Refuted}) {
    summary.row(fmt::format("members {}", algebra::verdict_name(verdict)), [&](const S& s) {
      return s.recorded() ? share_text(s.verdicts()[static_cast<std::size_t>(verdict)], s.checked())
                          : std::string(kNothing);
    });
  }
  for (const Domain domain :
       {Domain::Same, Domain::Narrower, Domain::Wider, Domain::Crossing, Domain::Unknown}) {
    summary.row(fmt::format("domain {}", domain_name(domain)), [&](const S& s) {
      return s.recorded() ? share_text(s.domains()[static_cast<std::size_t>(domain)], s.checked())
                          : std::string(kNothing);
    });
  }
  summary.row("without a shared point", [](const S& s) {
    return s.recorded() ? count_text(s.without_shared_point(), s.checked()) : std::string(kNothing);
  });
}

std::vector<std::vector<std::string>> summarize(std::span<const NamedStatistics> corpora) {
  using S = CorpusStatistics;
  Summary summary(corpora);
  summary.row("operators",
              [](const S& s) { return grouped_digits(s.counts(TokenKind::Operator).size()); });
  summary.row("clusters", [](const S& s) { return grouped_digits(s.clusters()); });
  summary.row("expressions", [](const S& s) { return grouped_digits(s.expressions()); });
  summary.row("ordered pairs", [](const S& s) { return grouped_digits(s.pairs()); });
  summary.row("members per cluster", [](const S& s) { return mean_text(s.cluster_sizes()); });
  summary.row("  5 / 50 / 95 %", [](const S& s) { return range_text(s.cluster_sizes()); });
  summary.row("  largest", [](const S& s) { return grouped_digits(s.cluster_sizes().largest()); });
  summary.row("tokens", [](const S& s) { return mean_text(s.tokens()); });
  summary.row("  5 / 50 / 95 %", [](const S& s) { return range_text(s.tokens()); });
  summary.row("depth", [](const S& s) { return mean_text(s.depths()); });
  summary.row("most common root's share", [](const S& s) {
    return base::value_text(s.mean_root_share(), base::BarChart::Values::Shares);
  });
  summary.row("1,000 or more to choose from",
              [](const S& s) { return share_text(s.available_thousand(), s.available_known()); });
  summary.row("rules used", [](const S& s) {
    return s.rules_used() == 0 ? std::string(kNothing) : grouped_digits(s.rules_used());
  });
  summary.row("rules per member", [](const S& s) { return mean_text(s.rules()); });
  add_checks(summary);
  summary.row("repeated in its cluster",
              [](const S& s) { return count_text(s.repeated_within(), s.expressions()); });
  summary.row("repeated in another cluster",
              [](const S& s) { return count_text(s.repeated_across(), s.expressions()); });
  summary.row("twins in its cluster",
              [](const S& s) { return count_text(s.twins_within(), s.expressions()); });
  summary.row("not complete",
              [](const S& s) { return count_text(s.incomplete(), s.expressions()); });
  return summary.take();
}

}  // namespace

StatisticsReport report_statistics(std::span<const NamedStatistics> corpora) {
  return {summarize(corpora), operator_table(corpora), statistics_charts(corpora)};
}

std::string StatisticsReport::text() const {
  std::string text = base::text_table(summary);
  for (const base::BarChart& chart : charts) text += "\n" + base::text_chart(chart);
  return text;
}

std::string StatisticsReport::svg() const { return base::svg_sheet(charts, 3); }

std::string StatisticsReport::html() const {
  std::string title = "Corpus statistics";
  for (std::size_t i = 1; i < summary.front().size(); ++i) {
    title += (i == 1 ? ": " : ", ") + summary.front()[i];
  }
  base::HtmlPage page(title);
  page.table(summary);
  page.heading("Charts");
  page.charts(charts);
  page.heading("Operators");
  page.table(operators);
  return page.text();
}

}  // namespace noether::egen
