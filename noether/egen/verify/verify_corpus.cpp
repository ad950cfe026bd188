#include "noether/egen/verify/verify_corpus.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "noether/algebra/numeric/thread_memory.h"
#include "noether/base/parallel.h"

namespace noether::egen {

using algebra::Verdict;

void CheckTally::add(const CheckTally& other) {
  clusters += other.clusters;
  members += other.members;
  proven += other.proven;
  agrees += other.agrees;
  refuted += other.refuted;
  unknown += other.unknown;
  unreadable += other.unreadable;
  by_rounding += other.by_rounding;
  without_meaning += other.without_meaning;
  other_references += other.other_references;
  refined_values += other.refined_values;
  for (std::size_t i = 0; i < domains.size(); ++i) domains[i] += other.domains[i];
}

void ClusterChecker::check(const Cluster& cluster, CheckTally& tally,
                           std::vector<FalseMember>& found) {
  ++tally.clusters;
  tally.members += cluster.members.size();
  if (cluster.members.empty()) return;
  comparison_.compare(cluster);
  const std::size_t reference = comparison_.reference();
  if (reference != 0) ++tally.other_references;
  tally.refined_values += comparison_.refined_values();
  for (std::size_t i = 0; i < cluster.members.size(); ++i) {
    const MemberCheck& check = comparison_.checks()[i];
    if (!comparison_.is_readable(i)) {
      ++tally.unreadable;
      continue;
    }
    ++tally.domains[static_cast<std::size_t>(check.domain)];
    // The reference equals itself, whatever its values are.
    if (check.verdict == Verdict::Agrees || i == reference) {
      ++(cluster.members[i].verdict == Verdict::Proven ? tally.proven : tally.agrees);
    } else if (check.verdict == Verdict::Refuted) {
      ++tally.refuted;
      if (check.by_rounding) ++tally.by_rounding;
      found.push_back({cluster.id, member_origin(cluster, i), i, cluster.members[i].expression,
                       cluster.members[reference].expression, check});
    } else {
      ++tally.unknown;
      if (!check.is_numeric) ++tally.without_meaning;
    }
  }
}

namespace {

// Large enough that threads rarely wait for each other.
constexpr std::size_t kMembersPerBlock = 1000;
// The number of blocks per thread that may be finished before the first of them.
constexpr std::size_t kBlocksAhead = 16;

class Run {
 public:
  Run(ClusterSource& source, std::size_t threads, const FalseMemberSink& on_false)
      : source_(source), most_ahead_(kBlocksAhead * threads), on_false_(on_false) {}

  void work() {
    ClusterChecker checker;
    std::vector<Cluster> block;
    while (const auto number = take(block)) {
      CheckTally tally;
      std::vector<FalseMember> found;
      for (const Cluster& cluster : block) checker.check(cluster, tally, found);
      put(*number, tally, std::move(found));
    }
  }

  base::Result<CorpusCheck> result() {
    if (error_) return std::unexpected(*error_);
    return CorpusCheck{tally_, std::move(found_)};
  }

 private:
  // Takes the next clusters and the number of their block; nothing at the end.
  std::optional<std::uint64_t> take(std::vector<Cluster>& block) {
    const std::lock_guard lock(reading_);
    block.clear();
    {
      // Results wait for those of earlier blocks. The thread with the first of these never waits
      // here, so the wait ends.
      std::unique_lock wait(counting_);
      handed_on_.wait(wait, [&] { return blocks_ < next_ + most_ahead_; });
      if (error_) return std::nullopt;
    }
    std::size_t members = 0;
    while (!is_over_ && members < kMembersPerBlock) {
      Cluster& cluster = block.emplace_back();
      const auto more = source_.next(cluster);
      if (!more) keep_error(more.error());
      is_over_ = !more || !*more;
      if (is_over_) block.pop_back();
      if (!is_over_) members += cluster.members.size();
    }
    if (block.empty()) return std::nullopt;
    return blocks_++;
  }

  void put(std::uint64_t number, const CheckTally& tally, std::vector<FalseMember> found) {
    const std::lock_guard lock(counting_);
    tally_.add(tally);
    waiting_.emplace(number, std::move(found));
    for (auto it = waiting_.begin(); it != waiting_.end() && it->first == next_; ++next_) {
      for (FalseMember& member : it->second) hand_on(member);
      it = waiting_.erase(it);
    }
    handed_on_.notify_all();
  }

  void hand_on(FalseMember& member) {
    if (!on_false_) {
      found_.push_back(std::move(member));
    } else if (!error_) {
      if (auto taken = on_false_(member); !taken) error_ = taken.error();
    }
  }

  void keep_error(const base::Error& error) {
    const std::lock_guard lock(counting_);
    if (!error_) error_ = error;
  }

  ClusterSource& source_;
  const std::size_t most_ahead_;
  const FalseMemberSink& on_false_;

  std::mutex reading_;  // guards the source and these two; locked before the other
  bool is_over_ = false;
  std::uint64_t blocks_ = 0;

  std::mutex counting_;  // guards all of the following
  std::condition_variable handed_on_;
  std::optional<base::Error> error_;
  CheckTally tally_;
  std::uint64_t next_ = 0;                                     // the next block to be passed on
  std::map<std::uint64_t, std::vector<FalseMember>> waiting_;  // of the later blocks
  std::vector<FalseMember> found_;
};

}  // namespace

base::Result<CorpusCheck> verify_corpus(ClusterSource& source, unsigned threads,
                                        const FalseMemberSink& on_false) {
  threads = std::max(threads, 1U);
  Run run(source, threads, on_false);
  base::for_each_in_parallel<algebra::ThreadMemory>(threads, threads,
                                                    [&](std::size_t, std::size_t) { run.work(); });
  return run.result();
}

}  // namespace noether::egen
