#include "bench/ranking/context_ranking.h"

#include <fmt/format.h>

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
#include "noether/index/nearest_passages.h"
#include "noether/search/contexts/contexts.h"
#include "noether/search/pipeline/profile.h"

namespace noether::bench {
namespace {

constexpr std::array kYears = {2020, 2021};
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

// Both measures have the same weight.
double worth(const Measures& mean) { return mean.ndcg + mean.ndcg_unjudged; }

// The mean over the topics of a year.
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

// A set of weights to choose from.
struct Family {
  std::string name;
  std::vector<search::Profile> profiles;  // members differ only in their weights
};

std::string text_of(const search::Profile& profile) {
  const search::FormulaContext& c = profile.context;
  std::string text = fmt::format("thread {}, sentence {}", c.thread, c.sentence);
  if (c.near > 0) text += ", near";
  if (c.graph > 0) text += fmt::format(", graph {}", c.graph);
  if (c.kinds > 0) text += fmt::format(", kinds {}", c.kinds);
  if (c.context > 0) text += fmt::format(", context {}", c.context);
  if (profile.context_fusion.method != search::FusionMethod::Linear) {
    text += fmt::format(", {} {}", search::fusion_name(profile.context_fusion.method),
                        profile.context_fusion.offset);
  }
  return text;
}

// The context data that the index contains.
struct Has {
  bool sentences = false;
  bool graphs = false;
  bool contexts = false;
};

class Families {
 public:
  Families(search::Profile profile, Has has) : profile_(std::move(profile)), has_(has) {
    profile_.context = {.formula = 1};
  }

  std::vector<Family> all() {
    for (const bool near : {false, true}) {
      if (near && !has_.sentences) continue;
      near_ = near;
      fusion_ = {};
      const std::vector<double> weights = {0, 0.05, 0.1, 0.15, 0.2, 0.3};
      const std::vector<double> some = {0.05, 0.1, 0.15, 0.2};
      const std::vector<double> few = {0, 0.05, 0.1, 0.2};
      add_families("", weights, some, few);
      add_fixed("");
      const std::vector<double> parts = {0, 0.1, 0.3, 1};
      for (const double offset : {10.0, 60.0}) {
        fusion_ = {search::FusionMethod::WeightedReciprocalRank, offset};
        add_families("weighted-rrf: ", parts, parts, parts);
        add_fixed(fmt::format("weighted-rrf {}: ", offset));
      }
    }
    return std::move(families_);
  }

 private:
  using Weights = std::vector<double>;
  // Tries all weights of a single signal, and fewer weights of more signals together.
  void add_families(const std::string& way, const Weights& all, const Weights& some,
                    const Weights& few) {
    const Weights none = {0};
    const std::string near = near_ ? ", near" : "";
    if (!near_) add(way + "thread", all, none, none, none, none);
    if (!has_.sentences) return;
    add(way + "thread, sentence" + near, all, all, none, none, none);
    if (has_.graphs) {
      add(way + "thread, sentence, kinds" + near, some, all, none, none, few);
      add(way + "thread, sentence, graph" + near, some, all, none, few, none);
    }
    if (!has_.contexts) return;
    add(way + "thread, context" + near, all, none, all, none, none);
    add(way + "thread, sentence, context" + near, some, few, all, none, none);
  }

  // The fixed weights of shipped profiles.
  void add_fixed(const std::string& way) {
    const Weights none = {0};
    if (!near_) add(way + "thread 0.1", {0.1}, none, none, none, none);
    if (!has_.sentences) return;
    add(way + "thread 0.1, sentence 0.1" + (near_ ? ", near" : ""), {0.1}, {0.1}, none, none, none);
  }

  void add(const std::string& name, const Weights& threads, const Weights& sentences,
           const Weights& contexts, const Weights& graphs, const Weights& kinds) {
    auto found = std::ranges::find(families_, name, &Family::name);
    if (found == families_.end()) found = families_.insert(families_.end(), {name, {}});
    for (const double thread : threads) {
      for (const double sentence : sentences) {
        for (const double context : contexts) {
          for (const double graph : graphs) {
            for (const double kind : kinds) {
              search::Profile& made = found->profiles.emplace_back(profile_);
              made.context = {.formula = 1,
                              .thread = thread,
                              .sentence = sentence,
                              .context = context,
                              .graph = graph,
                              .kinds = kind,
                              .near = near_ ? 1.0 : 0.0};
              made.context_fusion = fusion_;
            }
          }
        }
      }
    }
  }

  search::Profile profile_;
  Has has_;
  bool near_ = false;
  search::Fusion fusion_;
  std::vector<Family> families_;
};

// The index and readers for the topics of one year.
struct YearRanker {
  std::unique_ptr<const index::IndexReader> index;
  search::ContextReaders readers;
};

using Candidates = std::vector<evaluation::FormulaCandidate>;
struct Gathered {
  Candidates all;
  Candidates without_near;  // without candidates that only a sentence found
};

base::Result<YearRanker> open_ranker(const StudiedIndex& studied) {
  YearRanker ranker;
  auto index = index::open_search_index(studied.folder);
  if (!index) return std::unexpected(std::move(index.error()));
  ranker.index = std::make_unique<const index::IndexReader>(*std::move(index));
  if (studied.model.empty()) return ranker;
  auto opened = search::ContextEncoder::open(studied.model);
  if (!opened) return std::unexpected(std::move(opened.error()));
  ranker.readers.contexts = std::make_shared<const search::ContextEncoder>(*std::move(opened));
  return ranker;
}

Has what_it_has(const YearRanker& ranker) {
  return {.sentences =
              !index::passage_statistics(*ranker.index, index::kSentenceVectors).models.empty(),
          .graphs = search::has_sentence_graphs(*ranker.index),
          .contexts = ranker.readers.contexts != nullptr};
}

// Gathers all signals once, so that they can be weighed many times.
base::Result<std::vector<Gathered>> gather_all(const std::map<int, YearRanker>& rankers,
                                               std::span<const StudyTopic> topics, Has has,
                                               search::Profile profile) {
  constexpr double kNear = 1000;
  profile.context = {.formula = 1,
                     .thread = 1,
                     .sentence = has.sentences ? 1.0 : 0.0,
                     .context = has.contexts ? 1.0 : 0.0,
                     .graph = has.graphs ? 1.0 : 0.0,
                     .kinds = has.graphs ? 1.0 : 0.0,
                     .near = has.sentences ? kNear : 0.0};
  std::vector<Gathered> gathered(topics.size());
  for (const auto& [year, ranker] : rankers) {
    const auto ranking =
        evaluation::FormulaRanking::prepare(*ranker.index, profile, ranker.readers);
    if (!ranking) return std::unexpected(ranking.error());
    evaluation::FormulaRanking::Worker worker(*ranking);
    for (std::size_t i = 0; i < topics.size(); ++i) {
      if (topics[i].year != year) continue;
      auto candidates = worker.gather(topics[i].topic, kTop, evaluation::FormulaIds::Visual);
      if (!candidates) return std::unexpected(std::move(candidates.error()));
      std::ranges::copy_if(*candidates, std::back_inserter(gathered[i].without_near),
                           [](const auto& one) { return one.evidence.formula > 0; });
      gathered[i].all = *std::move(candidates);
    }
  }
  return gathered;
}

}  // namespace

base::Result<std::map<int, YearInContext>> study_context(const ContextStudy& study) {
  std::map<int, evaluation::Judgements> judgements;
  const auto topics = read_topics(study.data, judgements);
  if (!topics) return std::unexpected(topics.error());
  auto profile = search::find_profile("lexical");
  if (!profile) return std::unexpected(std::move(profile.error()));
  std::map<int, YearRanker> rankers;
  for (const int year : kYears) {
    auto ranker = open_ranker(study.indexes.at(year));
    if (!ranker) return std::unexpected(std::move(ranker.error()));
    rankers.emplace(year, *std::move(ranker));
  }
  const Has has = what_it_has(rankers.begin()->second);

  std::map<int, YearInContext> result;
  for (const int year : kYears) {
    const int other = year == kYears[0] ? kYears[1] : kYears[0];
    profile->formula_weights = study.weights_of(year);
    const auto gathered = gather_all(rankers, *topics, has, *profile);
    if (!gathered) return std::unexpected(gathered.error());
    for (const Family& family : Families(*profile, has).all()) {
      ContextChoice chosen{.name = family.name, .weights = {}, .mean = {}};
      double best = -1;
      for (const search::Profile& used : family.profiles) {
        std::vector<Measures> measured;
        for (std::size_t i = 0; i < topics->size(); ++i) {
          const Gathered& of_topic = (*gathered)[i];
          const auto items = evaluation::order_candidates(
              *rankers.at((*topics)[i].year).index,
              used.context.near > 0 ? of_topic.all : of_topic.without_near, used, kTop,
              evaluation::FormulaIds::Visual);
          if (!items) return std::unexpected(items.error());
          measured.push_back(measure_items(*items, *(*topics)[i].judged));
        }
        const double value = worth(mean_of(*topics, measured, other));
        if (value <= best) continue;
        best = value;
        chosen.weights = text_of(used);
        chosen.mean = mean_of(*topics, measured, year);
        chosen.by_topic.clear();
        for (std::size_t i = 0; i < topics->size(); ++i) {
          if ((*topics)[i].year == year) chosen.by_topic.push_back(measured[i]);
        }
      }
      result[year].choices.push_back(std::move(chosen));
    }
  }
  return result;
}

}  // namespace noether::bench
