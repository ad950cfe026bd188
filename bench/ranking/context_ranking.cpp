#include "bench/ranking/context_ranking.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "noether/collection/topics.h"
#include "noether/evaluation/judgements.h"
#include "noether/evaluation/runs/formula_ranking.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"
#include "noether/index/passages/nearest_passages.h"
#include "noether/search/profile/profile.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::bench {
namespace {

constexpr std::array kYears = {2020, 2021};
constexpr std::array kWeights = {0.0, 0.05, 0.1, 0.15, 0.2, 0.3};
constexpr std::size_t kTop = 1000;

struct StudyTopic {
  int year = 0;
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

// Both measures count alike.
double worth(const Measures& mean) { return mean.ndcg + mean.ndcg_unjudged; }

// Of the topics of a year.
Measures mean_of(std::span<const StudyTopic> topics, std::span<const Measures> measured, int year) {
  Measures sum;
  double count = 0;
  for (std::size_t i = 0; i < topics.size(); ++i) {
    if (topics[i].year != year) continue;
    sum += measured[i];
    ++count;
  }
  return sum / count;
}

base::Result<std::vector<StudyTopic>> read_topics(
    const std::string& data, std::map<int, evaluation::Judgements>& judgements) {
  std::vector<StudyTopic> topics;
  for (const int year : kYears) {
    const std::string name = std::to_string(year);
    auto judged = evaluation::read_judgements(data + "/qrels/in-collection/qrel_task2_" + name +
                                              "_visual_id.tsv");
    if (!judged) return std::unexpected(std::move(judged.error()));
    judgements.emplace(year, std::move(*judged));
    collection::ProblemList problems;
    auto read =
        collection::read_topic_file(data + "/topics/Topics_Task2_" + name + ".xml", problems);
    if (!read) return std::unexpected(std::move(read.error()));
    for (collection::Topic& topic : *read) {
      const auto* found = judgements.at(year).find(topic.number);
      if (found == nullptr || !found->has_grade(2)) continue;
      topics.push_back({year, std::move(topic), found});
    }
  }
  return topics;
}

std::vector<ContextWeights> variants(bool with_sentences) {
  std::vector<ContextWeights> all;
  for (const double thread : kWeights) {
    for (const double sentence : kWeights) {
      if (with_sentences || sentence == 0) all.push_back({thread, sentence});
    }
  }
  return all;
}

}  // namespace

base::Result<std::map<int, YearInContext>> study_context(const ContextStudy& study) {
  std::map<int, evaluation::Judgements> judgements;
  const auto topics = read_topics(study.data, judgements);
  if (!topics) return std::unexpected(topics.error());
  const auto index = index::open_search_index(study.index);
  if (!index) return std::unexpected(index.error());
  auto profile = search::find_profile("lexical");
  if (!profile) return std::unexpected(std::move(profile.error()));
  std::shared_ptr<const search::PassageEncoder> encoder;
  if (!index::passage_statistics(*index, index::kSentenceVectors).models.empty()) {
    auto opened = search::PassageEncoder::open();
    if (!opened) return std::unexpected(std::move(opened.error()));
    encoder = std::make_shared<const search::PassageEncoder>(*std::move(opened));
  }
  // Of each topic.
  const auto measure_all = [&](const search::Profile& used) -> base::Result<std::vector<Measures>> {
    const auto ranking = evaluation::FormulaRanking::prepare(*index, used, encoder);
    if (!ranking) return std::unexpected(ranking.error());
    evaluation::FormulaRanking::Worker worker(*ranking);
    std::vector<Measures> measured;
    for (const StudyTopic& topic : *topics) {
      const auto items = worker.rank(topic.topic, kTop, evaluation::FormulaIds::Visual);
      if (!items) return std::unexpected(items.error());
      measured.push_back(measure_items(*items, *topic.judged));
    }
    return measured;
  };

  std::map<int, YearInContext> result;
  for (const int year : kYears) {
    const int other = year == kYears[0] ? kYears[1] : kYears[0];
    profile->formula_weights = study.weights_of(year);
    double best = -1;
    double best_alone = -1;
    for (const ContextWeights& weights : variants(encoder != nullptr)) {
      profile->context.thread = weights.thread;
      profile->context.sentence = weights.sentence;
      const auto measured = measure_all(*profile);
      if (!measured) return std::unexpected(measured.error());
      result[year].by_weights[weights] = mean_of(*topics, *measured, year);
      const double value = worth(mean_of(*topics, *measured, other));
      if (value > best) result[year].chosen = weights;
      if (value > best_alone && weights.sentence == 0) result[year].thread_alone = weights;
      best = std::max(best, value);
      if (weights.sentence == 0) best_alone = std::max(best_alone, value);
    }
  }
  return result;
}

}  // namespace noether::bench
