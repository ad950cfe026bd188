#include "noether/egen/statistics/statistics_charts.h"

#include <algorithm>
#include <map>

namespace noether::egen {
namespace {

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

  // `select` gives the names with their shares in one corpus; the largest come first.
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

}  // namespace

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

}  // namespace noether::egen
