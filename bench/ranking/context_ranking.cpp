#include "bench/ranking/context_ranking.h"

#include <algorithm>
#include <array>
#include <vector>

#include "noether/collection/topics.h"
#include "noether/evaluation/judgements.h"
#include "noether/evaluation/runs/formula_ranking.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"
#include "noether/search/profile/profile.h"

namespace noether::bench {
namespace {

constexpr std::array kYears = {2020, 2021};
constexpr std::array kWeights = {0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4};
constexpr std::size_t kTop = 1000;

struct StudyTopic {
  int year = 0;
  int fold = 0;
  collection::Topic topic;
  const evaluation::TopicJudgements* judged = nullptr;
};

Measures measure_items(std::span<const evaluation::RunItem> items,
                       const evaluation::TopicJudgements& judged) {
  std::map<std::string, std::uint32_t> ranks;
  std::vector<std::uint32_t> ranking;
  for (const evaluation::RunItem& item : items) {
    ranks.emplace(item.id, static_cast<std::uint32_t>(ranking.size()));
    ranking.push_back(static_cast<std::uint32_t>(ranking.size()));
  }
  std::map<std::uint32_t, int> grades;
  auto missing = static_cast<std::uint32_t>(items.size());
  for (const evaluation::Judgement& judgement : judged.all()) {
    const auto found = ranks.find(judgement.id);
    grades[found == ranks.end() ? missing++ : found->second] = judgement.grade;
  }
  return measure(ranking, grades);
}

// Both measures count, of both years alike.
double worth(const std::map<int, Measures>& means) {
  double sum = 0;
  for (const auto& [year, mean] : means) sum += mean.ndcg + mean.ndcg_unjudged;
  return sum;
}

template <typename Takes>
std::map<int, Measures> means_of(std::span<const StudyTopic> topics,
                                 std::span<const Measures> measured, const Takes& takes) {
  std::map<int, Measures> sums;
  std::map<int, double> counts;
  for (std::size_t i = 0; i < topics.size(); ++i) {
    if (!takes(topics[i])) continue;
    sums[topics[i].year] += measured[i];
    ++counts[topics[i].year];
  }
  for (auto& [year, sum] : sums) sum = sum / counts[year];
  return sums;
}

}  // namespace

base::Result<ContextResult> study_context(const ContextStudy& study) {
  std::vector<StudyTopic> topics;
  std::map<int, evaluation::Judgements> judgements;
  for (const int year : kYears) {
    const std::string name = std::to_string(year);
    auto judged = evaluation::read_judgements(study.data + "/qrels/in-collection/qrel_task2_" +
                                              name + "_visual_id.tsv");
    if (!judged) return std::unexpected(std::move(judged.error()));
    judgements.emplace(year, std::move(*judged));
    collection::ProblemList problems;
    auto read =
        collection::read_topic_file(study.data + "/topics/Topics_Task2_" + name + ".xml", problems);
    if (!read) return std::unexpected(std::move(read.error()));
    for (collection::Topic& topic : *read) {
      const auto* found = judgements.at(year).find(topic.number);
      if (found == nullptr || !found->has_grade(2)) continue;
      topics.push_back({year, study.fold_of(topic.number), std::move(topic), found});
    }
  }
  const auto index = index::open_search_index(study.index);
  if (!index) return std::unexpected(index.error());
  auto profile = search::find_profile("lexical");
  if (!profile) return std::unexpected(std::move(profile.error()));

  // Of each topic, ranked by the formula weights of a fold and a weight of the thread.
  const auto measure_all = [&](int fold, double weight) -> base::Result<std::vector<Measures>> {
    search::Profile used = *profile;
    used.formula_weights = study.weights_of(fold);
    used.context.thread = weight;
    const auto ranking = evaluation::FormulaRanking::prepare(*index, used);
    if (!ranking) return std::unexpected(ranking.error());
    evaluation::FormulaRanking::Worker worker(*ranking);
    std::vector<Measures> measured;
    for (const StudyTopic& topic : topics) {
      const auto items = worker.rank(topic.topic, kTop, evaluation::FormulaIds::Visual);
      if (!items) return std::unexpected(items.error());
      measured.push_back(measure_items(*items, *topic.judged));
    }
    return measured;
  };

  ContextResult result;
  std::vector<Measures> held_out(topics.size());
  std::map<double, std::vector<Measures>> by_weight;
  for (const double weight : kWeights) by_weight[weight].resize(topics.size());
  for (int fold = 0; fold < study.folds; ++fold) {
    double best = -1;
    for (const double weight : kWeights) {
      const auto measured = measure_all(fold, weight);
      if (!measured) return std::unexpected(measured.error());
      const double value = worth(
          means_of(topics, *measured, [&](const StudyTopic& topic) { return topic.fold != fold; }));
      if (value > best) result.chosen[fold] = weight;
      for (std::size_t i = 0; i < topics.size(); ++i) {
        if (topics[i].fold != fold) continue;
        by_weight[weight][i] = (*measured)[i];
        if (value > best) held_out[i] = (*measured)[i];
      }
      best = std::max(best, value);
    }
  }
  const auto all = [](const StudyTopic&) { return true; };
  result.held_out = means_of(topics, held_out, all);
  double best = -1;
  for (const auto& [weight, measured] : by_weight) {
    result.by_weight[weight] = means_of(topics, measured, all);
    if (worth(result.by_weight[weight]) > best) result.chosen[-1] = weight;
    best = std::max(best, worth(result.by_weight[weight]));
  }
  return result;
}

}  // namespace noether::bench
