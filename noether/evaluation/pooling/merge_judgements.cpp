#include "noether/evaluation/pooling/merge_judgements.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "noether/evaluation/pooling/pool.h"

namespace noether::evaluation {

namespace {

struct NaturalLess {
  bool operator()(const std::string& a, const std::string& b) const { return natural_less(a, b); }
};

struct Decision {
  std::int32_t grade = -1;
  const AssessedFile* file = nullptr;
  bool is_contested = false;
};

using Decisions = std::map<std::string, Decision, NaturalLess>;
using TopicDecisions = std::map<std::string, Decisions, NaturalLess>;

std::int32_t settled(std::int32_t first, std::int32_t second, ConflictRule rule) {
  switch (rule) {
    case ConflictRule::Highest:
      return std::max(first, second);
    case ConflictRule::Lowest:
      return std::min(first, second);
    case ConflictRule::First:
    case ConflictRule::Refuse:
      break;
  }
  return first;
}

base::Result<void> decide(Decision& decision, const std::string& topic, const Judgement& judgement,
                          const AssessedFile& file, ConflictRule rule) {
  if (judgement.grade < 0) return {};
  if (decision.grade < 0) {
    decision.grade = judgement.grade;
    decision.file = &file;
    return {};
  }
  if (decision.grade == judgement.grade) return {};
  if (rule == ConflictRule::Refuse) {
    return base::fail(
        fmt::format("topic {}: {} has grade {} in {} and grade {} in {}", topic, judgement.id,
                    decision.grade, decision.file->name, judgement.grade, file.name),
        {}, "say which one counts with --conflicts first, highest or lowest");
  }
  decision.is_contested = true;
  decision.grade = settled(decision.grade, judgement.grade, rule);
  return {};
}

}  // namespace

base::Result<MergedJudgements> merge_judgements(std::span<const AssessedFile> files,
                                                const MergeOptions& options) {
  TopicDecisions decisions;
  for (const AssessedFile& file : files) {
    for (const TopicJudgements& topic : file.judgements.topics()) {
      Decisions& of_topic = decisions[topic.topic()];
      for (const Judgement& judgement : topic.all()) {
        auto decided =
            decide(of_topic[judgement.id], topic.topic(), judgement, file, options.conflicts);
        if (!decided) return std::unexpected(decided.error());
      }
    }
  }

  MergedJudgements merged;
  Judgements all;
  for (const auto& [topic, of_topic] : decisions) {
    for (const auto& [id, decision] : of_topic) {
      if (decision.is_contested) ++merged.conflicts;
      if (decision.grade < 0) ++merged.undecided;
      if (decision.grade < 0 && !options.undecided_as_zero) continue;
      all.topic(topic).add(id, std::max(0, decision.grade));
    }
  }
  if (options.visual_ids != nullptr) all = visually_distinct(all, *options.visual_ids);

  for (const TopicJudgements& topic : all.topics()) {
    std::vector<Judgement> sorted(topic.all().begin(), topic.all().end());
    const auto relevant = std::ranges::count_if(
        sorted, [&](const Judgement& judgement) { return judgement.grade >= options.threshold; });
    if (static_cast<std::size_t>(relevant) < options.least_relevant) {
      merged.topics_left_out.push_back(topic.topic());
      continue;
    }
    std::ranges::sort(sorted, natural_less, &Judgement::id);
    for (const Judgement& judgement : sorted) {
      merged.judgements.topic(topic.topic()).add(judgement.id, judgement.grade);
    }
  }
  return merged;
}

std::vector<std::string> missing_items(const Judgements& pool,
                                       std::span<const AssessedFile> files) {
  std::vector<std::string> missing;
  for (const TopicJudgements& topic : pool.topics()) {
    for (const Judgement& item : topic.all()) {
      const bool is_there = std::ranges::any_of(files, [&](const AssessedFile& file) {
        const TopicJudgements* found = file.judgements.find(topic.topic());
        return found != nullptr && found->find(item.id) != nullptr;
      });
      if (!is_there) missing.push_back(topic.topic() + " " + item.id);
    }
  }
  return missing;
}

}  // namespace noether::evaluation
