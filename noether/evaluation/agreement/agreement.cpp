#include "noether/evaluation/agreement/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace noether::evaluation {

std::uint64_t ConfusionTable::total() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

std::optional<Kappa> cohen_kappa(const ConfusionTable& table) {
  const std::uint64_t total = table.total();
  if (total == 0) return std::nullopt;
  const std::size_t categories = table.categories();
  const double items = static_cast<double>(total);
  std::vector<double> rows(categories);
  std::vector<double> columns(categories);
  for (std::size_t i = 0; i < categories; ++i) {
    for (std::size_t j = 0; j < categories; ++j) {
      const double share = static_cast<double>(table.count(i, j)) / items;
      rows[i] += share;
      columns[j] += share;
    }
    // Compares counts exactly, because the shares may add up to slightly less than 1.
    if (const std::uint64_t same = table.count(i, i); same == total) return std::nullopt;
  }

  Kappa kappa;
  double chance_terms = 0;
  for (std::size_t i = 0; i < categories; ++i) {
    kappa.observed += static_cast<double>(table.count(i, i)) / items;
    kappa.expected += rows[i] * columns[i];
    chance_terms += rows[i] * columns[i] * (rows[i] + columns[i]);
  }
  const double room = 1 - kappa.expected;
  kappa.value = (kappa.observed - kappa.expected) / room;

  const double lack = 1 - kappa.value;
  double agreeing = 0;
  double differing = 0;
  for (std::size_t i = 0; i < categories; ++i) {
    for (std::size_t j = 0; j < categories; ++j) {
      const double share = static_cast<double>(table.count(i, j)) / items;
      if (i == j) {
        const double term = 1 - (rows[i] + columns[i]) * lack;
        agreeing += share * term * term;
      } else {
        differing += share * (columns[i] + rows[j]) * (columns[i] + rows[j]);
      }
    }
  }
  const double constant = kappa.value - kappa.expected * lack;
  // Rounding may leave a tiny negative number where the variance is 0.
  const double variance = agreeing + lack * lack * differing - constant * constant;
  const double chance = kappa.expected + kappa.expected * kappa.expected - chance_terms;
  kappa.standard_error = std::sqrt(std::max(0.0, variance) / items) / room;
  kappa.chance_error = std::sqrt(std::max(0.0, chance) / items) / room;
  return kappa;
}

namespace {

using GradePairs = std::map<std::pair<std::int32_t, std::int32_t>, std::uint64_t>;

GradePairs common_grades(const Judgements& first, const Judgements& second,
                         const std::string& only) {
  GradePairs counts;
  for (const TopicJudgements& topic : first.topics()) {
    if (!only.empty() && topic.topic() != only) continue;
    const TopicJudgements* others = second.find(topic.topic());
    if (others == nullptr) continue;
    for (const Judgement& judgement : topic.all()) {
      const Judgement* other = others->find(judgement.id);
      if (other == nullptr || judgement.grade < 0 || other->grade < 0) continue;
      ++counts[{judgement.grade, other->grade}];
    }
  }
  return counts;
}

class Mean {
 public:
  void add(const std::optional<Kappa>& kappa) {
    if (!kappa) return;
    sum_ += kappa->value;
    ++count_;
  }
  std::optional<double> value() const {
    if (count_ == 0) return std::nullopt;
    return sum_ / static_cast<double>(count_);
  }

 private:
  double sum_ = 0;
  std::size_t count_ = 0;
};

// Takes the mean over the pairs that `belongs` chooses.
template <typename Belongs>
MeanKappa mean_kappa(const std::vector<PairAgreement>& pairs, Belongs belongs) {
  Mean graded;
  Mean binary;
  for (const PairAgreement& pair : pairs) {
    if (!belongs(pair)) continue;
    graded.add(pair.graded);
    binary.add(pair.binary);
  }
  return {graded.value(), binary.value()};
}

PairAgreement agreement_of(const GradePairs& counts, const std::vector<std::int32_t>& grades,
                           std::int32_t threshold) {
  const auto place = [&](std::int32_t grade) {
    return static_cast<std::size_t>(std::ranges::lower_bound(grades, grade) - grades.begin());
  };
  PairAgreement pair;
  pair.table = ConfusionTable(grades.size());
  ConfusionTable binary(2);
  for (const auto& [both, count] : counts) {
    pair.table.add(place(both.first), place(both.second), count);
    binary.add(both.first >= threshold, both.second >= threshold, count);
    pair.items += count;
  }
  pair.graded = cohen_kappa(pair.table);
  pair.binary = cohen_kappa(binary);
  return pair;
}

}  // namespace

base::Result<Agreement> assessor_agreement(std::span<const Judgements> assessors,
                                           const AgreementOptions& options) {
  Agreement agreement;
  std::vector<GradePairs> counts;
  std::set<std::int32_t> grades;
  for (std::size_t first = 0; first < assessors.size(); ++first) {
    for (std::size_t second = first + 1; second < assessors.size(); ++second) {
      counts.push_back(common_grades(assessors[first], assessors[second], options.topic));
      for (const auto& [both, count] : counts.back()) grades.insert({both.first, both.second});
      if (grades.size() > kMaxGrades) {
        return base::fail(
            fmt::format("the assessors gave more than {} different grades", kMaxGrades), {},
            "is the fourth column of the files a grade?");
      }
    }
  }
  agreement.grades.assign(grades.begin(), grades.end());
  auto next = counts.begin();
  for (std::size_t first = 0; first < assessors.size(); ++first) {
    for (std::size_t second = first + 1; second < assessors.size(); ++second) {
      PairAgreement pair = agreement_of(*next++, agreement.grades, options.threshold);
      pair.first = first;
      pair.second = second;
      agreement.pairs.push_back(std::move(pair));
    }
  }
  for (std::size_t assessor = 0; assessor < assessors.size(); ++assessor) {
    agreement.assessors.push_back(mean_kappa(agreement.pairs, [&](const PairAgreement& pair) {
      return pair.first == assessor || pair.second == assessor;
    }));
  }
  agreement.mean = mean_kappa(agreement.pairs, [](const PairAgreement&) { return true; });
  return agreement;
}

}  // namespace noether::evaluation
