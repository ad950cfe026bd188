#include "noether/evaluation/pooling/pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "noether/base/hash.h"

namespace noether::evaluation {
namespace {

bool is_digit(char character) { return character >= '0' && character <= '9'; }

// Removes the digits at the beginning of the text, and returns them without leading zeros.
std::string_view take_number(std::string_view& text) {
  const auto end = std::ranges::find_if_not(text, is_digit);
  std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

}  // namespace

bool natural_less(std::string_view first, std::string_view second) {
  std::string_view a = first;
  std::string_view b = second;
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view x = take_number(a);
      const std::string_view y = take_number(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else {
      if (a.front() != b.front()) {
        return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front());
      }
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  if (a.empty() != b.empty()) return a.empty();
  return first < second;
}

namespace {

// Votes are added as whole numbers: sums of doubles depend on the order of the runs.
constexpr int kVoteBits = 52;

std::uint64_t vote_of(std::size_t rank) {
  const std::uint64_t one = std::uint64_t{1} << kVoteBits;
  return (one + rank / 2) / rank;
}

// Rounding errors must not decide: 1/3 and 1/6 add up to 1/2.
std::uint64_t rounded(std::uint64_t votes) { return (votes + (1U << 11)) >> 12; }

// A key that cannot be predicted without the seed, but is always the same for the same item.
base::Digest shuffle_key(std::uint64_t seed, std::string_view topic, std::string_view id) {
  base::Hasher hasher;
  hasher.add_number(seed);
  hasher.add_text(topic);
  hasher.add_text(id);
  return hasher.digest();
}

}  // namespace

std::uint32_t PoolBuilder::add_run(const Run& run, RunRole role) {
  const std::size_t depth = std::min(
      kMaxRank, role == RunRole::Primary ? options_.primary_depth : options_.alternate_depth);
  for (const TopicResults& topic : run.topics) {
    Candidates& candidates = topics_[topic.topic];
    if (options_.visual_ids != nullptr) {
      add_formulas(topic, depth, candidates);
      continue;
    }
    for (std::size_t i = 0; i < std::min(depth, topic.results.size()); ++i) {
      candidates[topic.results[i].id].runs.push_back(runs_);
    }
  }
  return runs_++;
}

void PoolBuilder::add_formulas(const TopicResults& topic, std::size_t depth,
                               Candidates& candidates) {
  std::unordered_set<std::string> distinct;
  for (std::size_t i = 0; i < std::min(kMaxRank, topic.results.size()); ++i) {
    const std::string& id = topic.results[i].id;
    const std::string visual = options_.visual_ids->name(id);
    Candidate& candidate = candidates[visual];
    const auto [votes, is_new] = candidate.votes.emplace(id, 0);
    votes->second += vote_of(i + 1);
    if (is_new && !options_.visual_ids->find(id)) ++unmapped_;
    if (distinct.size() < depth && distinct.insert(visual).second) candidate.runs.push_back(runs_);
  }
}

std::vector<PoolItem> PoolBuilder::chosen_instances(const std::string& topic,
                                                    const std::string& visual,
                                                    const Candidate& candidate) const {
  using Entry = std::tuple<std::uint64_t, base::Digest, std::string_view>;
  std::vector<Entry> instances;
  for (const auto& [id, votes] : candidate.votes) {
    instances.emplace_back(~rounded(votes), shuffle_key(options_.seed, topic, id), id);
  }
  std::ranges::sort(instances);
  instances.resize(std::min(instances.size(), options_.instances));
  std::vector<PoolItem> items;
  for (const Entry& entry : instances) {
    items.push_back({std::string(std::get<2>(entry)), visual, candidate.runs});
  }
  return items;
}

std::vector<TopicPool> PoolBuilder::pools() const {
  std::vector<TopicPool> pools;
  for (const auto& [topic, candidates] : topics_) {
    std::vector<std::tuple<base::Digest, std::string_view, const Candidate*>> order;
    for (const auto& [id, candidate] : candidates) {
      if (candidate.runs.empty()) continue;
      order.emplace_back(shuffle_key(options_.seed, topic, id), id, &candidate);
    }
    std::ranges::sort(order, {}, [](const auto& entry) {
      return std::pair(std::get<0>(entry), std::get<1>(entry));
    });
    TopicPool& pool = pools.emplace_back(TopicPool{topic, {}});
    for (const auto& [key, id, candidate] : order) {
      if (options_.visual_ids == nullptr) {
        pool.items.push_back({std::string(id), {}, candidate->runs});
        continue;
      }
      std::ranges::move(chosen_instances(topic, std::string(id), *candidate),
                        std::back_inserter(pool.items));
    }
  }
  return pools;
}

std::string pool_lines(const std::vector<TopicPool>& pools) {
  std::string lines;
  for (const TopicPool& pool : pools) {
    for (const PoolItem& item : pool.items) {
      fmt::format_to(std::back_inserter(lines), "{}\t0\t{}\t-1\n", pool.topic, item.id);
    }
  }
  return lines;
}

PoolShares pool_shares(std::span<const TopicPool> pools, std::size_t runs) {
  PoolShares shares;
  shares.topics = pools.size();
  shares.runs.resize(runs);
  for (const TopicPool& pool : pools) {
    shares.items += pool.items.size();
    const PoolItem* before = nullptr;
    for (const PoolItem& item : pool.items) {
      if (!item.visual_id.empty() && (before == nullptr || before->visual_id != item.visual_id)) {
        ++shares.distinct;
      }
      before = &item;
      for (const std::uint32_t run : item.runs) ++shares.runs[run].items;
      if (item.runs.size() == 1) ++shares.runs[item.runs.front()].alone;
    }
  }
  return shares;
}

std::string source_lines(std::span<const TopicPool> pools, std::span<const std::string> names) {
  std::string lines;
  for (const TopicPool& pool : pools) {
    for (const PoolItem& item : pool.items) {
      for (const std::uint32_t run : item.runs) {
        fmt::format_to(std::back_inserter(lines), "{}\t{}\t{}\n", pool.topic, item.id, names[run]);
      }
    }
  }
  return lines;
}

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
