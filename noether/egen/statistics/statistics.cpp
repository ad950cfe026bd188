#include "noether/egen/statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "noether/base/bar_chart.h"

namespace noether::egen {
namespace {

// The smallest and the largest value of all nonempty histograms; empty if all are empty.
std::vector<std::uint64_t> limits(std::span<const Histogram* const> histograms) {
  std::vector<std::uint64_t> ends;
  for (const Histogram* histogram : histograms) {
    if (histogram->total() == 0) continue;
    ends.push_back(histogram->smallest());
    ends.push_back(histogram->largest());
  }
  if (ends.empty()) return {};
  return {*std::ranges::min_element(ends), *std::ranges::max_element(ends)};
}

}  // namespace

double Histogram::mean() const {
  if (total_ == 0) return 0;
  double sum = 0;
  for (const auto& [value, times] : counts_) {
    sum += static_cast<double>(value) * static_cast<double>(times);
  }
  return sum / static_cast<double>(total_);
}

std::uint64_t Histogram::quantile(double share) const {
  const double wanted = share * static_cast<double>(total_);
  std::uint64_t passed = 0;
  for (const auto& [value, times] : counts_) {
    passed += times;
    if (static_cast<double>(passed) >= wanted) return value;
  }
  return largest();
}

std::uint64_t Histogram::between(std::uint64_t first, std::uint64_t last) const {
  std::uint64_t sum = 0;
  for (auto at = counts_.lower_bound(first); at != counts_.end() && at->first <= last; ++at) {
    sum += at->second;
  }
  return sum;
}

std::string Bin::label() const {
  if (first == last) return base::grouped_digits(first);
  return fmt::format("{}–{}", base::grouped_digits(first), base::grouped_digits(last));
}

std::vector<Bin> even_bins(std::span<const Histogram* const> histograms, std::size_t most) {
  const auto ends = limits(histograms);
  if (ends.empty() || most == 0) return {};
  const std::uint64_t width = (ends[1] - ends[0]) / most + 1;
  std::vector<Bin> bins;
  for (std::uint64_t first = ends[0] - ends[0] % width; first <= ends[1]; first += width) {
    bins.push_back({first, first + width - 1});
  }
  return bins;
}

std::vector<Bin> widening_bins(std::span<const Histogram* const> histograms) {
  const auto ends = limits(histograms);
  if (ends.empty()) return {};
  std::vector<Bin> bins;
  if (ends[0] == 0) bins.push_back({0, 0});
  std::uint64_t before = 0;
  for (std::uint64_t power = 1; before < ends[1]; power *= 10) {
    for (const std::uint64_t factor : {1U, 2U, 5U}) {
      const std::uint64_t last = power * factor;
      if (last >= ends[0] && before < ends[1]) bins.push_back({before + 1, last});
      before = last;
    }
  }
  return bins;
}

void CorpusStatistics::add(const Cluster& cluster) {
  const std::uint64_t size = cluster.members.size();
  sizes_.add(size);
  pairs_ += size * (size - std::min<std::uint64_t>(size, 1));
  roots_.clear();
  cluster_texts_.clear();
  cluster_shapes_.clear();
  for (std::size_t i = 0; i < cluster.members.size(); ++i) {
    add_expression(cluster.members[i].expression);
    if (i > 0) add_check(cluster.members[i]);
  }
  cluster_texts_.for_each([this](std::uint64_t digest) {
    if (!texts_.insert(digest)) ++repeated_across_;
  });
  if (!cluster.available.empty() && cluster.available != "0") {
    available_digits_.add(cluster.available.size());
    ++available_known_;
    if (cluster.available.size() >= 4) ++available_thousand_;
  }
  if (size < 2) return;  // in a cluster of one, the only root is always the most common one
  std::ranges::sort(roots_);
  std::size_t most = 0;
  for (std::size_t begin = 0; begin < roots_.size();) {
    std::size_t end = begin;
    while (end < roots_.size() && roots_[end] == roots_[begin]) ++end;
    most = std::max(most, end - begin);
    begin = end;
  }
  const double share = static_cast<double>(most) / static_cast<double>(size);
  root_share_sum_ += share;
  root_shares_.add(static_cast<std::uint64_t>(std::lround(share * 100)));
}

void CorpusStatistics::add_expression(const std::string& expression) {
  const PrefixShapes::Shape shape = shapes_.read(expression);
  tallies_.resize(shapes_.size());
  tokens_.add(shape.tokens.size());
  const std::uint64_t number = expressions();
  std::uint64_t different_variables = 0;
  for (const std::uint32_t token : shape.tokens) {
    Tally& tally = tallies_[token];
    ++tally.occurrences;
    if (tally.last_seen == number) continue;
    tally.last_seen = number;
    ++tally.expressions;
    if (shapes_.info(token).kind == TokenKind::Variable) ++different_variables;
  }
  variables_.add(different_variables);
  if (!shape.tokens.empty()) {
    roots_.push_back(shape.tokens.front());
    ++tallies_[shape.tokens.front()].roots;
  }
  if (!cluster_texts_.insert(shape.text_digest)) {
    ++repeated_within_;
  } else if (shape.complete && !cluster_shapes_.insert(shape.unordered_digest)) {
    ++twins_within_;
  }
  if (shape.complete) {
    depths_.add(shape.depth);
  } else {
    ++incomplete_;
  }
}

void CorpusStatistics::add_check(const Member& member) {
  ++checked_;
  ++verdicts_[static_cast<std::size_t>(member.verdict)];
  ++domains_[static_cast<std::size_t>(member.domain)];
  if (member.shared_points == 0) ++without_shared_point_;
  if (member.rules.empty()) return;
  rules_.add(member.rules.size());
  for (const std::uint16_t rule : member.rules) {
    const auto place = std::ranges::lower_bound(rules_seen_, rule);
    if (place == rules_seen_.end() || *place != rule) rules_seen_.insert(place, rule);
  }
}

void CorpusStatistics::add_manifest(const CorpusManifest& manifest) {
  if (recorded()) return;
  const CorpusTotals& totals = manifest.totals;
  checked_ = totals.members - totals.clusters;
  verdicts_ = totals.verdicts;
  domains_ = totals.domains;
  without_shared_point_ = totals.without_shared_point;
  const auto thousand = manifest.counts.find(std::string(kThousandCount));
  if (available_known_ > 0 || thousand == manifest.counts.end()) return;
  available_known_ = totals.clusters;
  available_thousand_ = thousand->second;
}

double CorpusStatistics::mean_root_share() const {
  return root_shares_.total() == 0 ? 0
                                   : root_share_sum_ / static_cast<double>(root_shares_.total());
}

bool CorpusStatistics::recorded() const {
  return verdicts_[static_cast<std::size_t>(algebra::Verdict::Unknown)] < checked_ ||
         domains_[static_cast<std::size_t>(Domain::Unknown)] < checked_;
}

std::vector<TokenCount> CorpusStatistics::counts(TokenKind kind) const {
  // log#2 and log#3 count as one name.
  std::map<std::string, TokenCount> by_name;
  for (std::uint32_t token = 0; token < tallies_.size(); ++token) {
    const TokenInfo& info = shapes_.info(token);
    if (info.kind != kind || tallies_[token].occurrences == 0) continue;
    TokenCount& count = by_name[info.name];
    count.name = info.name;
    count.occurrences += tallies_[token].occurrences;
    count.expressions += tallies_[token].expressions;
    count.roots += tallies_[token].roots;
  }
  std::vector<TokenCount> counts;
  for (auto& [name, count] : by_name) counts.push_back(std::move(count));
  std::ranges::sort(counts, [](const TokenCount& a, const TokenCount& b) {
    return std::tie(b.occurrences, a.name) < std::tie(a.occurrences, b.name);
  });
  return counts;
}

}  // namespace noether::egen
