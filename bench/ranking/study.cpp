#include "bench/ranking/study.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "bench/ranking/tuple_score.h"

namespace noether::bench {
namespace {

constexpr std::size_t kFeedbackFormulas = 5;

// What a grade is worth in the regression: relevance counts beside the grade itself.
double target_of(int grade) { return grade + (grade >= 2 ? 1 : 0); }

std::vector<double> reciprocal_ranks(std::span<const std::uint32_t> ranking) {
  std::vector<double> scores(ranking.size());
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    scores[ranking[i]] = 61 / (61 + static_cast<double>(i));
  }
  return scores;
}

// How like a formula is to the best of the first stage, itself left out.
double feedback_of(const FormulaStore& store, std::span<const std::uint32_t> best,
                   std::uint32_t formula) {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < best.size() && count < kFeedbackFormulas; ++i) {
    if (best[i] == formula) continue;
    sum += tuple_cosine(store, store[best[i]], store[formula]);
    ++count;
  }
  return count > 0 ? sum / static_cast<double>(count) : 0;
}

void choose_candidates(StudyTopic& topic, Candidates candidates,
                       std::span<const std::uint32_t> by_path,
                       std::span<const std::uint32_t> by_tuple) {
  if (candidates == Candidates::Judged) {
    for (const auto& [formula, grade] : *topic.grades) topic.candidates.push_back(formula);
    return;
  }
  const std::size_t depth = std::min(kRankingDepth, by_path.size());
  topic.candidates.assign(by_path.begin(), by_path.begin() + static_cast<std::ptrdiff_t>(depth));
  topic.candidates.insert(topic.candidates.end(), by_tuple.begin(),
                          by_tuple.begin() + static_cast<std::ptrdiff_t>(depth));
  std::ranges::sort(topic.candidates);
  const auto rest = std::ranges::unique(topic.candidates);
  topic.candidates.erase(rest.begin(), rest.end());
}

void learn_moments(StudyTopic& topic) {
  std::vector<PairFeatures> judged;
  std::vector<double> targets;
  for (std::size_t i = 0; i < topic.candidates.size(); ++i) {
    const auto grade = topic.grades->find(topic.candidates[i]);
    if (grade == topic.grades->end()) continue;
    judged.push_back(topic.features[i]);
    targets.push_back(target_of(grade->second));
  }
  topic.moments = moments_of(judged, targets);
}

}  // namespace

std::vector<std::uint32_t> ranked(std::span<const double> scores) {
  std::vector<std::uint32_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return scores[a] != scores[b] ? scores[a] > scores[b] : a > b;
  });
  return order;
}

std::vector<StudyTopic> study(const JudgedPool& pool, const FormulaStore& store,
                              Candidates candidates) {
  std::vector<StudyTopic> topics;
  for (const JudgedPool::Query& query : pool.queries) {
    StudyTopic& topic = topics.emplace_back();
    topic.name = query.topic;
    topic.grades = &query.grades;
    const StoredFormula formula = store.read(query.latex);
    PathScorer scorer(store, formula, kStudyPaths);
    for (std::size_t i = 0; i < store.size(); ++i) {
      topic.path_scores.push_back(scorer.score(store[i]).score);
      topic.tuple_scores.push_back(tuple_score(store, formula, store[i]));
    }
    const auto by_path = ranked(topic.path_scores);
    const auto by_tuple = ranked(topic.tuple_scores);
    const auto path_ranks = reciprocal_ranks(by_path);
    const auto tuple_ranks = reciprocal_ranks(by_tuple);
    std::vector<double> both(store.size());
    for (std::size_t i = 0; i < both.size(); ++i) both[i] = path_ranks[i] + tuple_ranks[i];
    const auto best = ranked(both);
    choose_candidates(topic, candidates, by_path, by_tuple);
    for (const std::uint32_t candidate : topic.candidates) {
      PairFeatures& features =
          topic.features.emplace_back(pair_features(store, formula, store[candidate], scorer));
      value_of(features, PairFeature::feedback) = feedback_of(store, best, candidate);
      value_of(features, PairFeature::path_rank) = path_ranks[candidate];
      value_of(features, PairFeature::tuple_rank) = tuple_ranks[candidate];
    }
    learn_moments(topic);
  }
  return topics;
}

Measures measure_weights(const StudyTopic& topic, std::span<const double> weights) {
  std::vector<std::pair<double, std::uint32_t>> scored;
  for (std::size_t i = 0; i < topic.candidates.size(); ++i) {
    double score = 0;
    for (std::size_t k = 0; k < kPairFeatureCount; ++k) score += weights[k] * topic.features[i][k];
    scored.emplace_back(score, topic.candidates[i]);
  }
  std::ranges::sort(scored, std::greater<>());
  if (scored.size() > kRankingDepth) scored.resize(kRankingDepth);
  std::vector<std::uint32_t> ranking;
  for (const auto& [score, formula] : scored) ranking.push_back(formula);
  return measure(ranking, *topic.grades);
}

Validation cross_validate(std::span<const StudyTopic> topics, std::span<const std::size_t> chosen,
                          double ridge, int folds, int seeds) {
  std::vector<Measures> results;
  for (int seed = 1; seed <= seeds; ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    std::vector<std::size_t> order(topics.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    Measures sum;
    for (int fold = 0; fold < folds; ++fold) {
      const auto held_out = [&](std::size_t i) {
        return static_cast<int>(i % static_cast<std::size_t>(folds)) == fold;
      };
      std::vector<const TopicMoments*> training;
      for (std::size_t i = 0; i < order.size(); ++i) {
        if (!held_out(i)) training.push_back(&topics[order[i]].moments);
      }
      const auto weights = fit_linear(training, chosen, ridge);
      for (std::size_t i = 0; i < order.size(); ++i) {
        if (held_out(i)) sum += measure_weights(topics[order[i]], weights);
      }
    }
    results.push_back(sum / static_cast<double>(topics.size()));
  }
  Validation validation;
  for (const Measures& result : results) validation.mean += result;
  validation.mean = validation.mean / seeds;
  const auto deviation = [&](double Measures::* value) {
    double sum = 0;
    for (const Measures& result : results) {
      sum += std::pow(result.*value - validation.mean.*value, 2);
    }
    return std::sqrt(sum / std::max(1, seeds - 1));
  };
  validation.deviation = {deviation(&Measures::ndcg), deviation(&Measures::map),
                          deviation(&Measures::precision), deviation(&Measures::ndcg_unjudged)};
  return validation;
}

}  // namespace noether::bench
