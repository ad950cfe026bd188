#include "noether/egen/statistics/statistics_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "noether/base/html_page.h"
#include "noether/base/svg_chart.h"

namespace noether::egen {
namespace {

// The charts and the table of operators in a report of statistics.

// Charts without data from any corpus are left out.
std::vector<base::BarChart> statistics_charts(std::span<const NamedStatistics> corpora);

using base::BarChart;

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

class Charts {
 public:
  explicit Charts(std::span<const NamedStatistics> corpora) : corpora_(corpora) {}

  template <typename Select, typename MakeBins>
  void histogram(std::string title, std::string unit, Select select, MakeBins make_bins) {
    std::vector<const Histogram*> histograms;
    for (const NamedStatistics& corpus : corpora_) {
      histograms.push_back(&select(*corpus.statistics));
    }
    const std::vector<Bin> bins = make_bins(histograms);
    if (bins.empty()) return;
    BarChart chart = empty_chart(std::move(title), std::move(unit), BarChart::Direction::Upright);
    for (const Bin& bin : bins) chart.categories.push_back(bin.label());
    for (std::size_t i = 0; i < corpora_.size(); ++i) {
      for (const Bin& bin : bins) {
        chart.series[i].values.push_back(
            share(histograms[i]->between(bin.first, bin.last), histograms[i]->total()));
      }
    }
    charts_.push_back(std::move(chart));
  }

  // `select` returns the names with their shares in one corpus; the largest come first.
  template <typename Select>
  void names(std::string title, std::string unit, std::size_t most, Select select) {
    std::vector<std::map<std::string, double>> shares;
    std::map<std::string, double> largest;
    for (const NamedStatistics& corpus : corpora_) {
      shares.push_back(select(*corpus.statistics));
      for (const auto& [name, value] : shares.back()) {
        largest[name] = std::max(largest[name], value);
      }
    }
    std::vector<std::pair<double, std::string>> order;
    for (const auto& [name, value] : largest) {
      if (value > 0) order.emplace_back(-value, name);
    }
    std::ranges::sort(order);
    order.resize(std::min(order.size(), most));
    if (order.empty()) return;
    BarChart chart = empty_chart(std::move(title), std::move(unit), BarChart::Direction::Sideways);
    for (const auto& [value, name] : order) {
      chart.categories.push_back(name);
      for (std::size_t i = 0; i < corpora_.size(); ++i) {
        const auto found = shares[i].find(name);
        chart.series[i].values.push_back(found == shares[i].end() ? 0 : found->second);
      }
    }
    charts_.push_back(std::move(chart));
  }

  std::vector<BarChart> take() { return std::move(charts_); }

 private:
  BarChart empty_chart(std::string title, std::string unit, BarChart::Direction direction) const {
    BarChart chart{.title = std::move(title),
                   .category_title = std::move(unit),
                   .categories = {},
                   .series = {},
                   .direction = direction,
                   .values = BarChart::Values::Shares};
    for (const NamedStatistics& corpus : corpora_) chart.series.push_back({corpus.name, {}});
    return chart;
  }

  std::span<const NamedStatistics> corpora_;
  std::vector<BarChart> charts_;
};

using Shares = std::map<std::string, double>;

template <typename Count>
Shares token_shares(const CorpusStatistics& statistics, TokenKind kind, Count count) {
  Shares shares;
  for (const TokenCount& token : statistics.counts(kind)) {
    shares[token.name] = share(count(token), statistics.expressions());
  }
  return shares;
}

std::uint64_t containing(const TokenCount& token) { return token.expressions; }

Shares root_shares(const CorpusStatistics& statistics) {
  Shares shares;
  for (const TokenKind kind :
       {TokenKind::Operator, TokenKind::Number, TokenKind::Variable, TokenKind::Constant}) {
    shares.merge(
        token_shares(statistics, kind, [](const TokenCount& token) { return token.roots; }));
  }
  return shares;
}

std::vector<Bin> tenths(std::span<const Histogram* const> histograms) {
  std::vector<Bin> bins;
  if (std::ranges::all_of(histograms, [](const Histogram* h) { return h->total() == 0; })) {
    return bins;
  }
  for (std::uint64_t last = 10; last <= 100; last += 10) bins.push_back({last - 9, last});
  return bins;
}

std::vector<BarChart> statistics_charts(std::span<const NamedStatistics> corpora) {
  using S = CorpusStatistics;
  const auto even = [](std::size_t most) {
    return [most](std::span<const Histogram* const> h) { return even_bins(h, most); };
  };
  Charts charts(corpora);
  charts.histogram(
      "Cluster sizes", "members", [](const S& s) -> auto& { return s.cluster_sizes(); },
      [](std::span<const Histogram* const> h) { return widening_bins(h); });
  charts.histogram("Lengths", "tokens", [](const S& s) -> auto& { return s.tokens(); }, even(30));
  charts.histogram("Depths", "levels", [](const S& s) -> auto& { return s.depths(); }, even(30));
  charts.histogram(
      "Share of a cluster's most common root", "%",
      [](const S& s) -> auto& { return s.root_shares(); }, tenths);
  charts.histogram(
      "Available members", "decimal digits of their number",
      [](const S& s) -> auto& { return s.available_digits(); }, even(30));
  charts.histogram(
      "Rules used by a member", "rules", [](const S& s) -> auto& { return s.rules(); }, even(25));
  charts.histogram(
      "Variables of an expression", "variables", [](const S& s) -> auto& { return s.variables(); },
      even(12));
  charts.names("Root operators", "share of expressions", 20, root_shares);
  charts.names("Numbers and constants", "share of expressions that contain it", 20, [](const S& s) {
    Shares shares = token_shares(s, TokenKind::Number, containing);
    shares.merge(token_shares(s, TokenKind::Constant, containing));
    return shares;
  });
  charts.names("Variables", "share of expressions that contain it", 12,
               [](const S& s) { return token_shares(s, TokenKind::Variable, containing); });
  charts.names("Verdicts", "share of members", 4, [](const S& s) {
    Shares shares;
    for (std::size_t i = 0; s.recorded() && i < s.verdicts().size(); ++i) {
      shares[std::string(algebra::verdict_name(static_cast<algebra::Verdict>(i)))] =
          share(s.verdicts()[i], s.checked());
    }
    return shares;
  });
  charts.names("Domains", "share of members", 5, [](const S& s) {
    Shares shares;
    for (std::size_t i = 0; s.recorded() && i < s.domains().size(); ++i) {
      shares[std::string(domain_name(static_cast<Domain>(i)))] = share(s.domains()[i], s.checked());
    }
    return shares;
  });
  charts.names("Operators", "share of expressions that contain it", 60,
               [](const S& s) { return token_shares(s, TokenKind::Operator, containing); });
  return charts.take();
}

// A row consists of an operator and, for each corpus, its frequency and the number of expressions
// whose root it is.
std::vector<std::vector<std::string>> operator_table(std::span<const NamedStatistics> corpora) {
  std::vector<std::vector<std::string>> rows{{"operator"}};
  std::map<std::string, std::vector<TokenCount>> counts;
  for (std::size_t i = 0; i < corpora.size(); ++i) {
    const std::string& name = corpora[i].name;
    rows[0].insert(rows[0].end(), {name + ": occurrences", "expressions", "as root"});
    for (const TokenCount& count : corpora[i].statistics->counts(TokenKind::Operator)) {
      auto& row = counts[count.name];
      row.resize(corpora.size());
      row[i] = count;
    }
  }
  std::vector<std::pair<std::uint64_t, std::string>> order;
  for (const auto& [name, row] : counts) {
    std::uint64_t all = 0;
    for (const TokenCount& count : row) all += count.occurrences;
    order.emplace_back(UINT64_MAX - all, name);
  }
  std::ranges::sort(order);
  for (const auto& [rank, name] : order) {
    std::vector<std::string> row{name};
    for (const TokenCount& count : counts[name]) {
      for (const std::uint64_t number : {count.occurrences, count.expressions, count.roots}) {
        row.push_back(base::grouped_digits(number));
      }
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

using base::grouped_digits;

constexpr std::string_view kNothing = "–";  // for absent data of a corpus

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return std::string(kNothing);
  return base::value_text(static_cast<double>(part) / static_cast<double>(whole),
                          base::BarChart::Values::Shares);
}

// The number, and its share of `whole`.
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
