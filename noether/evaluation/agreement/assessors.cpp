#include "noether/evaluation/agreement/assessors.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace noether::evaluation {

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

// Of the pairs that `belongs` chooses.
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
