// Judgement pools: the items of many runs for assessors, as at ARQMath (Mansouri et al., CLEF 2022,
// sections 4.4 and 5.4), the contribution of each run to a pool, and the items that only that run
// contributed.
// The first answers of every run are pooled. For formulas, each ranking is followed until a number
// of visually distinct ones is reached; these are pooled, and the few instances of each with the
// most votes are judged. A run votes for an instance with 1/rank. A pool does not depend on the
// order of the runs, and a further run does not change the order of the items that are already
// pooled.
//
// The judgements of a pool by several assessors are merged into one file. A negative grade means
// that an assessor could not decide ("system failure", "do not know"), and counts as not judged. If
// two assessors decided about the same item, a rule chooses the grade.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/evaluation/judgements.h"
#include "noether/evaluation/run.h"
#include "noether/evaluation/visual_map.h"

namespace noether::evaluation {

// Compares names in the order that a reader expects: A.9 before A.10.
// Digits compare as numbers, everything else as bytes. Names that differ only in leading zeros are
// ordered by their bytes, so two different names are never equal.
bool natural_less(std::string_view first, std::string_view second);

enum class RunRole : std::uint8_t { Primary, Alternate };

struct PoolOptions {
  std::size_t primary_depth = 45;
  std::size_t alternate_depth = 20;
  // If given, the results are formulas, and a depth counts visually distinct ones.
  const VisualMap* visual_ids = nullptr;
  std::size_t instances = 5;  // the most instances of a formula that are judged
  std::uint64_t seed = 1;     // for the order, and for the choice between equal votes

  static PoolOptions for_formulas(const VisualMap& visual_ids) {
    return {.primary_depth = 25, .alternate_depth = 15, .visual_ids = &visual_ids};
  }
};

struct PoolItem {
  std::string id;
  std::string visual_id;            // for formulas; items of the same visual id are adjacent
  std::vector<std::uint32_t> runs;  // the runs that contributed it, or a formula drawn like it
};

struct TopicPool {
  std::string topic;
  std::vector<PoolItem> items;  // in the order of judging
};

class PoolBuilder {
 public:
  // Results below this rank are neither pooled nor counted as votes.
  static constexpr std::size_t kMaxRank = 1000;

  explicit PoolBuilder(const PoolOptions& options) : options_(options) {}

  // The number of the run: 0, 1, 2, ...
  std::uint32_t add_run(const Run& run, RunRole role);
  // The pools by topic, in natural order.
  std::vector<TopicPool> pools() const;
  // The number of different formulas in the lists without a visual id; each counts as its own.
  std::size_t unmapped() const { return unmapped_; }

 private:
  // A unit of pooling: an answer, or all formulas of a visual id.
  struct Candidate {
    std::vector<std::uint32_t> runs;
    std::unordered_map<std::string, std::uint64_t> votes;  // of instances, for a formula
  };
  using Candidates = std::unordered_map<std::string, Candidate>;
  struct NaturalLess {
    bool operator()(const std::string& a, const std::string& b) const { return natural_less(a, b); }
  };

  void add_formulas(const TopicResults& topic, std::size_t depth, Candidates& candidates);
  std::vector<PoolItem> chosen_instances(const std::string& topic, const std::string& visual,
                                         const Candidate& candidate) const;

  PoolOptions options_;
  std::uint32_t runs_ = 0;
  std::size_t unmapped_ = 0;
  std::map<std::string, Candidates, NaturalLess> topics_;
};

// Lines `topic 0 id -1`, for judgements that are still to be made.
std::string pool_lines(const std::vector<TopicPool>& pools);

struct RunShare {
  std::size_t items = 0;
  std::size_t alone = 0;  // items that only this run contributed
};

struct PoolShares {
  std::size_t topics = 0;
  std::size_t items = 0;
  std::size_t distinct = 0;  // formulas that are drawn differently, counted per topic; else 0
  std::vector<RunShare> runs;

  double mean_items() const {
    return topics == 0 ? 0 : static_cast<double>(items) / static_cast<double>(topics);
  }
};

PoolShares pool_shares(std::span<const TopicPool> pools, std::size_t runs);

// A line `topic id run` for each item and each run that contributed it.
std::string source_lines(std::span<const TopicPool> pools, std::span<const std::string> names);

struct AssessedFile {
  std::string name;
  Judgements judgements;
};

enum class ConflictRule : std::uint8_t {
  Refuse,   // different grades are an error
  First,    // the grade of the file named first
  Highest,  // as for the instances of a formula
  Lowest,
};

struct MergeOptions {
  ConflictRule conflicts = ConflictRule::Refuse;
  // If given, formulas become visual ids, each with the highest grade of its instances.
  const VisualMap* visual_ids = nullptr;
  // Undecided items get grade 0, as in Task 3 of ARQMath, instead of being left out.
  bool undecided_as_zero = false;
  // Topics with fewer relevant items are left out; ARQMath left out those with fewer than two.
  std::size_t least_relevant = 0;
  std::int32_t threshold = 2;  // the least grade that is relevant
};

struct MergedJudgements {
  Judgements judgements;      // topics and ids in natural order
  std::size_t undecided = 0;  // items about which no assessor decided
  std::size_t conflicts = 0;  // items with different grades
  std::vector<std::string> topics_left_out;
};

base::Result<MergedJudgements> merge_judgements(std::span<const AssessedFile> files,
                                                const MergeOptions& options = {});

// The items of a pool for which no file has a line, as "topic id".
std::vector<std::string> missing_items(const Judgements& pool, std::span<const AssessedFile> files);

}  // namespace noether::evaluation
