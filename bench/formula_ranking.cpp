// A study of formula ranking: every formula of a pool is scored for every query by every scorer,
// and a linear combination of them is learned and scored by cross-validation over topics.
//
//   formula_ranking ARQMATH [--pool judged|2020|2021] [--train judged] [--select 16] [--features]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "bench/ranking/study.h"

namespace {

using namespace noether;
using namespace noether::bench;

constexpr int kFolds = 5;
constexpr std::uint64_t kShuffleSeed = 7;

void print(std::string_view name, const Measures& m) {
  fmt::print("{:34} {:.4f} {:.4f} {:.4f}   unjudged as 0: {:.4f}\n", name, m.ndcg, m.map,
             m.precision, m.ndcg_unjudged);
}

template <typename ScoresOf>
void print_scores(std::string_view name, std::span<const StudyTopic> topics, ScoresOf scores_of) {
  Measures sum;
  for (const StudyTopic& topic : topics) {
    const std::vector<double> scores = scores_of(topic);
    auto ranking = ranked(scores);
    // The judged pool is ranked as a whole, a collection as far as a run goes.
    if (ranking.size() > 10 * kRankingDepth) ranking.resize(kRankingDepth);
    sum += measure(ranking, *topic.grades);
  }
  print(name, sum / static_cast<double>(topics.size()));
}

std::vector<double> fuse(const StudyTopic& topic, double path_weight, bool by_rank) {
  std::vector<double> sum(topic.path_scores.size());
  const auto add = [&](const std::vector<double>& scores, double weight) {
    const auto order = ranked(scores);
    const double top = std::max(scores[order.front()], 1e-9);
    for (std::size_t i = 0; i < order.size(); ++i) {
      sum[order[i]] +=
          weight * (by_rank ? 1 / (61 + static_cast<double>(i)) : scores[order[i]] / top);
    }
  };
  add(topic.path_scores, path_weight);
  add(topic.tuple_scores, 1 - path_weight);
  return sum;
}

void print_features(std::span<const StudyTopic> topics) {
  for (std::size_t k = 0; k < kPairFeatureCount; ++k) {
    std::vector<double> weights(kPairFeatureCount);
    weights[k] = 1;
    Measures sum;
    for (const StudyTopic& topic : topics) sum += measure_weights(topic, weights);
    print(kPairFeatureNames[k], sum / static_cast<double>(topics.size()));
  }
}

// Features are left out one by one, the least missed first.
std::vector<std::size_t> select(std::span<const StudyTopic> topics, std::size_t count, double ridge,
                                std::vector<std::size_t> chosen) {
  while (chosen.size() > count) {
    double best = 0;
    std::vector<std::size_t> kept;
    for (const std::size_t left_out : chosen) {
      std::vector<std::size_t> rest = chosen;
      std::erase(rest, left_out);
      const Measures m = cross_validate(topics, rest, ridge, kFolds, 3).mean;
      if (const double value = m.ndcg + m.map + m.precision / 2; value > best) {
        best = value;
        kept = rest;
      }
    }
    chosen = kept;
  }
  return chosen;
}

std::vector<double> learn(std::span<const StudyTopic> topics, std::span<const std::size_t> chosen,
                          double ridge) {
  std::vector<const TopicMoments*> moments;
  for (const StudyTopic& topic : topics) moments.push_back(&topic.moments);
  return fit_linear(moments, chosen, ridge);
}

// The features of a list of names; all when it is empty.
std::vector<std::size_t> named_features(const std::vector<std::string>& names) {
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < kPairFeatureCount; ++k) {
    if (names.empty() || std::ranges::find(names, kPairFeatureNames[k]) != names.end()) {
      chosen.push_back(k);
    }
  }
  return chosen;
}

// Selection inside every fold: what choosing features by the same topics adds to the figures above
// is not in this one.
Measures nested_validation(std::span<const StudyTopic> topics, std::size_t count, double ridge) {
  Measures sum;
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    std::vector<StudyTopic> training;
    for (std::size_t i = 0; i < topics.size(); ++i) {
      if (i % kFolds != fold) training.push_back(topics[i]);
    }
    const auto weights = learn(training, select(training, count, ridge, named_features({})), ridge);
    for (std::size_t i = fold; i < topics.size(); i += kFolds) {
      sum += measure_weights(topics[i], weights);
    }
  }
  return sum / static_cast<double>(topics.size());
}

base::Result<JudgedPool> read_pool(const std::string& data, const std::string& name) {
  if (name == "judged") {
    return read_judged_pool(data + "/judged-formulas-2020/visual-id-v1", kShuffleSeed);
  }
  return read_collection_pool(data, name == "2020" ? 2020 : 2021, kShuffleSeed);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("How well formulas are ranked, scorer by scorer", "formula_ranking");
  std::string data;
  std::string name = "judged";
  std::string train;
  std::size_t count = kPairFeatureCount;
  bool features = false;
  bool nested = false;
  std::vector<std::string> only;
  app.add_option("ARQMATH", data, "the folder arqmath of the data")->required();
  app.add_option("--pool", name, "what is ranked")
      ->check(CLI::IsMember({"judged", "2020", "2021"}))
      ->capture_default_str();
  app.add_option("--train", train, "learn from this pool instead of by cross-validation")
      ->check(CLI::IsMember({"judged", "2020", "2021"}));
  app.add_option("--select", count, "how many features to keep");
  app.add_flag("--features", features, "every feature alone");
  app.add_option("--only", only, "learn from these features")
      ->check(CLI::IsMember(
          std::vector<std::string>(std::begin(kPairFeatureNames), std::end(kPairFeatureNames))));
  app.add_flag("--nested", nested, "select features in every fold anew");
  CLI11_PARSE(app, argc, argv);

  const auto pool = read_pool(data, name);
  if (!pool) {
    fmt::print(stderr, "{}\n", pool.error().message);
    return 2;
  }
  const FormulaStore store(pool->formulas, {});
  const auto topics =
      study(*pool, store, name == "judged" ? Candidates::Judged : Candidates::Found);
  fmt::print("{} formulas, {} topics: nDCG' MAP' P'@10\n", store.size(), topics.size());
  print_scores("paths", topics, [](const StudyTopic& t) { return t.path_scores; });
  print_scores("tuples", topics, [](const StudyTopic& t) { return t.tuple_scores; });
  for (const double w : {0.3, 0.5, 0.7}) {
    print_scores(fmt::format("RRF, paths {}", w), topics,
                 [&](const StudyTopic& t) { return fuse(t, w, true); });
    print_scores(fmt::format("scores over their maxima, paths {}", w), topics,
                 [&](const StudyTopic& t) { return fuse(t, w, false); });
  }
  if (features) print_features(topics);

  std::vector<StudyTopic> others;
  base::Result<JudgedPool> other_pool = JudgedPool{};
  if (!train.empty()) {
    other_pool = read_pool(data, train);
    if (!other_pool) return 2;
    others = study(*other_pool, FormulaStore(other_pool->formulas, {}), Candidates::Judged);
  }
  const std::vector<StudyTopic>& training = train.empty() ? topics : others;
  for (const double ridge : {0.3, 1.0, 3.0, 10.0}) {
    const auto chosen = select(training, count, ridge, named_features(only));
    const auto weights = learn(training, chosen, ridge);
    if (train.empty()) {
      const Validation v = cross_validate(topics, chosen, ridge, kFolds, 10);
      print(fmt::format("linear, ridge {}", ridge), v.mean);
      print("  deviation over seeds", v.deviation);
    } else {
      Measures sum;
      for (const StudyTopic& topic : topics) sum += measure_weights(topic, weights);
      print(fmt::format("linear, ridge {}, learned of {}", ridge, train),
            sum / static_cast<double>(topics.size()));
    }
    if (nested) print("  selected in each fold", nested_validation(topics, count, ridge));
    for (const std::size_t k : chosen)
      fmt::print("  {:+.3f} {}\n", weights[k], kPairFeatureNames[k]);
  }
}
