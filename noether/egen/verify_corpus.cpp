#include "noether/egen/verify_corpus.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace noether::egen {
namespace {

// Large enough that threads seldom wait for one another.
constexpr std::size_t kMembersPerBlock = 1000;

class Run {
 public:
  Run(ClusterSource& source, const std::function<void(std::uint64_t)>& on_progress)
      : source_(source), on_progress_(on_progress) {}

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
    CorpusCheck check{tally_, {}};
    for (auto& [number, members] : found_) {
      std::ranges::move(members, std::back_inserter(check.found));
    }
    return check;
  }

 private:
  // The next clusters and the number of their block; none at the end.
  std::optional<std::uint64_t> take(std::vector<Cluster>& block) {
    const std::lock_guard lock(reading_);
    block.clear();
    std::size_t members = 0;
    while (!is_over_ && members < kMembersPerBlock) {
      Cluster& cluster = block.emplace_back();
      const auto more = source_.next(cluster);
      if (!more) error_ = more.error();
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
    if (!found.empty()) found_.emplace(number, std::move(found));
    if (on_progress_) on_progress_(tally_.members);
  }

  ClusterSource& source_;
  const std::function<void(std::uint64_t)>& on_progress_;
  std::mutex reading_;
  std::mutex counting_;
  bool is_over_ = false;
  std::uint64_t blocks_ = 0;
  std::optional<base::Error> error_;
  CheckTally tally_;
  std::map<std::uint64_t, std::vector<FalseMember>> found_;  // by block
};

}  // namespace

base::Result<CorpusCheck> verify_corpus(ClusterSource& source, std::size_t threads,
                                        const std::function<void(std::uint64_t)>& on_progress) {
  Run run(source, on_progress);
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back([&] { run.work(); });
    run.work();
  }
  return run.result();
}

}  // namespace noether::egen
