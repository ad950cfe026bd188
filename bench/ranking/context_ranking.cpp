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
#include "noether/index/passages/nearest_passages.h"
#include "noether/search/contexts/contexts.h"
#include "noether/search/profile/profile.h"

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

// A set of weights to choose from.
struct Family {
  std::string name;
  std::vector<search::Profile> profiles;  // that differ by their weights alone
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

// What of contexts the index has.
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
    const std::vector<double> none = {0};
    const std::vector<double> weights = {0, 0.05, 0.1, 0.15, 0.2, 0.3};
    const std::vector<double> few = {0, 0.05, 0.1, 0.2};
    const std::vector<double> sentence = has_.sentences ? weights : none;
    add("thread", weights, none, none, none, none);
    if (has_.sentences) add("thread, sentence", weights, sentence, none, none, none);
    if (has_.sentences) {
      near_ = true;
      add("thread, sentence, near", weights, sentence, none, none, none);
      near_ = false;
    }
    if (has_.graphs) {
      add("thread, graph, kinds", weights, none, none, few, few);
      add("thread, sentence, kinds", weights, sentence, none, none, few);
      add("thread, sentence, graph", weights, sentence, none, few, none);
      add("thread, sentence, graph, kinds", weights, sentence, none, few, few);
    }
    if (has_.contexts) {
      add("thread, context", weights, none, weights, none, none);
      add("thread, sentence, context", weights, sentence, weights, none, none);
    }
    for (const double offset : {10.0, 60.0}) {
      fusion_ = {search::FusionMethod::WeightedReciprocalRank, offset};
      const std::vector<double> parts = {0, 0.1, 0.3, 1};
      add("weighted-rrf: thread, sentence", parts, has_.sentences ? parts : none, none, none, none);
      if (has_.graphs) {
        add("weighted-rrf: thread, sentence, graph", parts, has_.sentences ? parts : none, none,
            parts, none);
      }
      if (has_.contexts) {
        add("weighted-rrf: thread, context", parts, none, parts, none, none);
      }
    }
    return std::move(families_);
  }

 private:
  using Weights = std::vector<double>;
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

}  // namespace

base::Result<std::map<int, YearInContext>> study_context(const ContextStudy& study) {
  constexpr double kNear = 1000;
  std::map<int, evaluation::Judgements> judgements;
  const auto topics = read_topics(study.data, judgements);
  if (!topics) return std::unexpected(topics.error());
  const auto index = index::open_search_index(study.index);
  if (!index) return std::unexpected(index.error());
  auto profile = search::find_profile("lexical");
  if (!profile) return std::unexpected(std::move(profile.error()));
  Has has;
  has.sentences = !index::passage_statistics(*index, index::kSentenceVectors).models.empty();
  has.graphs = search::has_sentence_graphs(*index);
  evaluation::ContextReaders readers;
  if (!study.context_model.empty()) {
    auto opened = search::ContextEncoder::open(study.context_model);
    if (!opened) return std::unexpected(std::move(opened.error()));
    readers.contexts = std::make_shared<const search::ContextEncoder>(*std::move(opened));
    has.contexts = true;
  }

  std::map<int, YearInContext> result;
  for (const int year : kYears) {
    const int other = year == kYears[0] ? kYears[1] : kYears[0];
    profile->formula_weights = study.weights_of(year);
    // All that may count is gathered once, and weighed many times.
    search::Profile gathering = *profile;
    gathering.context = {.formula = 1,
                         .thread = 1,
                         .sentence = has.sentences ? 1.0 : 0.0,
                         .context = has.contexts ? 1.0 : 0.0,
                         .graph = has.graphs ? 1.0 : 0.0,
                         .kinds = has.graphs ? 1.0 : 0.0,
                         .near = has.sentences ? kNear : 0.0};
    const auto ranking = evaluation::FormulaRanking::prepare(*index, gathering, readers);
    if (!ranking) return std::unexpected(ranking.error());
    evaluation::FormulaRanking::Worker worker(*ranking);
    std::vector<std::vector<evaluation::FormulaCandidate>> gathered;
    for (const StudyTopic& topic : *topics) {
      auto candidates = worker.gather(topic.topic, kTop, evaluation::FormulaIds::Visual);
      if (!candidates) return std::unexpected(std::move(candidates.error()));
      gathered.push_back(*std::move(candidates));
    }
    for (const Family& family : Families(*profile, has).all()) {
      ContextChoice chosen{.name = family.name, .weights = {}, .mean = {}};
      double best = -1;
      for (const search::Profile& used : family.profiles) {
        std::vector<Measures> measured;
        for (std::size_t i = 0; i < topics->size(); ++i) {
          std::vector<evaluation::FormulaCandidate> candidates = gathered[i];
          if (used.context.near == 0) {
            std::erase_if(candidates, [](const evaluation::FormulaCandidate& one) {
              return one.evidence.formula == 0;
            });
          }
          const auto items = evaluation::order_candidates(*index, std::move(candidates), used, kTop,
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
