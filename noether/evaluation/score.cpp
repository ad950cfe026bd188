#include "noether/evaluation/score.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>

#include "noether/evaluation/run.h"

namespace noether::evaluation {
namespace {

constexpr std::int32_t kUnjudged = -1;
constexpr std::size_t kNamedTopics = 5;
constexpr std::size_t kNeverKept = SIZE_MAX;

// The bytes that ids occupy outside of their results.
std::size_t id_bytes(std::span<const RankedResult> results) {
  std::size_t bytes = 0;
  for (const RankedResult& result : results) {
    if (result.id.capacity() >= sizeof(std::string) / 2) bytes += result.id.capacity();
  }
  return bytes;
}

std::size_t bytes_of(const TopicResults& topic) {
  return sizeof(TopicResults) + topic.results.capacity() * sizeof(RankedResult) +
         id_bytes(topic.results);
}

// The first eight bytes as a number in the same order; shorter ids are padded with zeros.
std::uint64_t head_of(std::string_view id) {
  std::uint64_t head = 0;
  std::memcpy(&head, id.data(), std::min(id.size(), sizeof head));
  if constexpr (std::endian::native == std::endian::little) head = __builtin_bswap64(head);
  return head;
}

// Topics by name: their number, and the first names.
struct NamedTopics {
  std::size_t count = 0;
  std::vector<std::string> first;

  void add(std::string_view topic) {
    if (++count <= kNamedTopics) first.emplace_back(topic);
  }
  std::string count_text(std::string_view noun) const {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
  }
  std::string text() const {
    return fmt::format("{}{}", fmt::join(first, ", "), count > first.size() ? ", …" : "");
  }
};

}  // namespace

// Collects the scores of one run into its table.
class RunScoring {
 public:
  explicit RunScoring(const Scorer& scorer) : scorer_(scorer), rows_(scorer.topics_.size()) {}

  // Null if the topic is not judged, or does not count.
  const TopicJudgements* judged(std::string_view topic) const {
    const TopicJudgements* judgements = scorer_.judgements_->find(topic);
    return judgements != nullptr && counts(*judgements) ? judgements : nullptr;
  }
  bool is_scored(const TopicJudgements& topic) const { return !rows_[place_of(topic)].empty(); }

  // The place of the topic in the order of the judgements.
  std::size_t place_of(const TopicJudgements& topic) const {
    return static_cast<std::size_t>(&topic - scorer_.judgements_->topics().data());
  }

  // Takes results in any order, each id once; `hashes` are those of the ids, in the same order.
  void score(const TopicJudgements& judgements, std::vector<RankedResult>& results,
             std::span<const std::uint64_t> hashes);
  ScoreTable table(std::string system);
  const NamedTopics& missing() const { return missing_; }
  std::uint64_t results_without_visual_id() const { return without_visual_id_; }

 private:
  bool counts(const TopicJudgements& topic) const {
    return !scorer_.options_.only_with_relevant || scorer_.topics_[place_of(topic)].relevant > 0;
  }
  void fill_row(std::size_t place);

  struct Place {
    double score;
    std::uint64_t head;  // the first bytes of the id, which nearly always decide ties
    std::uint32_t result;
  };

  const Scorer& scorer_;
  std::vector<std::vector<double>> rows_;  // in the order of judgements; empty if not in the run
  NamedTopics missing_;
  std::uint64_t without_visual_id_ = 0;
  std::vector<Place> order_;
  std::vector<std::int32_t> grades_;  // grades of the ranking
  std::vector<std::int32_t> judged_;  // the same without unjudged results
};

void RunScoring::score(const TopicJudgements& judgements, std::vector<RankedResult>& results,
                       std::span<const std::uint64_t> hashes) {
  grades_.clear();
  if (scorer_.options_.visual_ids != nullptr) {
    order_results(results);
    const VisualMap& visual_ids = *scorer_.options_.visual_ids;
    for (const RankedResult& result : results) {
      if (!visual_ids.find(result.id)) ++without_visual_id_;
    }
    results = visually_distinct(std::move(results), visual_ids);
    for (const RankedResult& result : results) {
      const Judgement* judgement = judgements.find(result.id);
      grades_.push_back(judgement == nullptr ? kUnjudged : judgement->grade);
    }
  } else {
    order_.clear();
    for (std::uint32_t i = 0; i < results.size(); ++i) {
      order_.push_back({results[i].score, head_of(results[i].id), i});
    }
    const auto comes_before = [&](const Place& a, const Place& b) {
      if (a.score != b.score) return a.score > b.score;
      if (a.head != b.head) return a.head > b.head;
      return results[a.result].id > results[b.result].id;
    };
    // Most runs are already in order, except for ties.
    if (!std::ranges::is_sorted(order_, comes_before)) std::ranges::sort(order_, comes_before);
    for (const Place& place : order_) {
      const Judgement* judgement = judgements.find(results[place.result].id, hashes[place.result]);
      grades_.push_back(judgement == nullptr ? kUnjudged : judgement->grade);
    }
  }
  fill_row(place_of(judgements));
}

void RunScoring::fill_row(std::size_t place) {
  judged_.clear();
  std::ranges::copy_if(grades_, std::back_inserter(judged_), [](std::int32_t g) { return g >= 0; });
  const Scorer::Topic& topic = scorer_.topics_[place];
  JudgedRanking ranking{.grades = {},
                        .ideal = topic.ideal,
                        .threshold = scorer_.options_.threshold,
                        .relevant = topic.relevant,
                        .nonrelevant = topic.nonrelevant};
  std::vector<double>& row = rows_[place];
  row.clear();
  for (const MeasureRequest& request : scorer_.options_.measures) {
    ranking.grades = request.prime ? judged_ : grades_;
    row.push_back(request.measure->value(ranking, request.at));
  }
}

ScoreTable RunScoring::table(std::string system) {
  ScoreTable table;
  table.system = std::move(system);
  for (const MeasureRequest& request : scorer_.options_.measures) {
    table.measures.push_back(request.name());
  }
  const auto topics = scorer_.judgements_->topics();
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < topics.size(); ++i) {
    if (!counts(topics[i])) continue;
    if (rows_[i].empty()) {
      missing_.add(topics[i].topic());
      if (!scorer_.options_.missing_as_zero) continue;
      grades_.clear();
      fill_row(i);
    }
    order.push_back(i);
  }
  std::ranges::sort(order, {},
                    [&](std::size_t i) -> const std::string& { return topics[i].topic(); });
  for (const std::size_t i : order) {
    table.topics.push_back(topics[i].topic());
    table.values.push_back(std::move(rows_[i]));
  }
  std::vector<double> column(table.topics.size());
  for (std::size_t m = 0; m < table.measures.size(); ++m) {
    for (std::size_t t = 0; t < column.size(); ++t) column[t] = table.values[t][m];
    table.means.push_back(mean_of(*scorer_.options_.measures[m].measure, column));
  }
  return table;
}

Scorer::Scorer(const Judgements& judgements, ScoreOptions options)
    : judgements_(&judgements), options_(std::move(options)) {
  for (const TopicJudgements& judged : judgements.topics()) {
    Topic& topic = topics_.emplace_back();
    for (const Judgement& judgement : judged.all()) {
      if (judgement.grade >= options_.threshold) {
        ++topic.relevant;
      } else if (judgement.grade >= 0) {
        ++topic.nonrelevant;
      }
      if (judgement.grade > 0) topic.ideal.push_back(judgement.grade);
    }
    std::ranges::sort(topic.ideal, std::greater<>());
  }
}

base::Result<ScoreTable> Scorer::score(RunReader& run,
                                       const std::function<void(std::uint64_t)>& heard) const {
  RunScoring scoring(*this);
  std::optional<TopicCheck> rules;
  std::deque<TopicResults> kept;  // not scored yet, because they may continue
  std::size_t kept_bytes = 0;
  std::size_t gone = 0;  // the number of kept topics that have been scored
  std::vector<std::size_t> places(topics_.size(), kNeverKept);  // number among all kept topics
  NamedTopics unjudged;
  std::unordered_set<std::uint64_t> unjudged_seen;  // hashes, because a topic may come back
  NamedTopics disordered;

  const auto score_first = [&]() -> base::Result<void> {
    TopicResults topic = std::move(kept.front());
    kept.pop_front();
    ++gone;
    kept_bytes -= std::min(kept_bytes, bytes_of(topic));
    if (!rules) rules.emplace(run.name(), run.format(), run.options());
    if (auto done = rules->check(topic); !done) return done;
    if (has_disorder(topic.results)) disordered.add(topic.topic);
    scoring.score(*scoring.judged(topic.topic), topic.results, rules->hashes());
    return {};
  };

  TopicResults stretch;
  while (true) {
    const auto more = run.next(stretch);
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
    if (heard) heard(stretch.results.back().line);
    const TopicJudgements* judged = scoring.judged(stretch.topic);
    if (judged == nullptr) {
      if (judgements_->find(stretch.topic) == nullptr &&
          unjudged_seen.insert(id_hash(stretch.topic)).second) {
        unjudged.add(stretch.topic);
      }
      continue;
    }
    if (scoring.is_scored(*judged)) {
      return base::fail(
          fmt::format("{}:{}: topic {} comes back after others that fill the {} MB kept for it",
                      run.name(), stretch.results.front().line, stretch.topic,
                      options_.max_kept_bytes >> 20),
          {}, "sort the run by topic: sort -s -k1,1");
    }
    // The topic may change with every line, so the work here must not grow with the kept topics.
    std::size_t& place = places[scoring.place_of(*judged)];
    if (place == kNeverKept || place < gone) {
      place = gone + kept.size();
      kept.push_back(std::move(stretch));
      kept_bytes += bytes_of(kept.back());
    } else {
      std::vector<RankedResult>& results = kept[place - gone].results;
      const std::size_t room = results.capacity();
      kept_bytes += id_bytes(stretch.results);
      std::ranges::move(stretch.results, std::back_inserter(results));
      kept_bytes += (results.capacity() - room) * sizeof(RankedResult);
    }
    while (kept_bytes > options_.max_kept_bytes && kept.size() > 1) {
      if (auto done = score_first(); !done) return std::unexpected(std::move(done.error()));
    }
  }
  while (!kept.empty()) {
    if (auto done = score_first(); !done) return std::unexpected(std::move(done.error()));
  }
  ScoreTable table = scoring.table(run.tag());
  if (run.options().problems != nullptr) {
    collection::ProblemList& problems = *run.options().problems;
    if (unjudged.count > 0) {
      problems.flawed(
          run.name(), 0,
          fmt::format("{} without judgements {} left out: {}", unjudged.count_text("topic"),
                      unjudged.count == 1 ? "is" : "are", unjudged.text()));
    }
    if (disordered.count > 0) {
      problems.flawed(run.name(), 0,
                      fmt::format("scores are not in the order of the ranks in {}, and the scores "
                                  "count: {}",
                                  disordered.count_text("topic"), disordered.text()));
    }
    if (const std::uint64_t unknown = scoring.results_without_visual_id(); unknown > 0) {
      problems.flawed(run.name(), 0,
                      fmt::format("{} result{} no visual id: unjudged, and each counts for itself",
                                  unknown, unknown == 1 ? " has" : "s have"));
    }
    if (scoring.missing().count > 0) {
      const bool one = scoring.missing().count == 1;
      problems.flawed(
          run.name(), 0,
          fmt::format("{} {} not in the run and {}: {}",
                      scoring.missing().count_text("judged topic"), one ? "is" : "are",
                      options_.missing_as_zero ? (one ? "counts as 0" : "count as 0")
                                               : (one ? "does not count" : "do not count"),
                      scoring.missing().text()));
    }
  }
  return table;
}

ScoreTable Scorer::score(const Run& run) const {
  RunScoring scoring(*this);
  std::vector<std::uint64_t> hashes;
  for (const TopicResults& topic : run.topics) {
    const TopicJudgements* judged = scoring.judged(topic.topic);
    if (judged == nullptr) continue;
    hashes.clear();
    for (const RankedResult& result : topic.results) hashes.push_back(id_hash(result.id));
    std::vector<RankedResult> results = topic.results;
    scoring.score(*judged, results, hashes);
  }
  return scoring.table(run.tag);
}

base::Result<ScoreTable> score_run(RunReader& run, const Judgements& judgements,
                                   const ScoreOptions& options) {
  return Scorer(judgements, options).score(run);
}

ScoreTable score_run(const Run& run, const Judgements& judgements, const ScoreOptions& options) {
  return Scorer(judgements, options).score(run);
}

}  // namespace noether::evaluation
