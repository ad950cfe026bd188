#include "noether/egen/corpus/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <system_error>
#include <thread>
#include <vector>

#include "noether/algebra/numeric/thread_memory.h"
#include "noether/base/cpu_clock.h"
#include "noether/egen/corpus/corpus_folder.h"
#include "noether/egen/formats/shard_index.h"
#include "noether/egen/prefix_tokens.h"

namespace noether::egen {
namespace {

// The clusters of one block, and what is counted about them.
struct MadeBlock {
  std::vector<Cluster> clusters;
  Counts counts;  // a function of the initial expressions, the options and the seed
  // The rest depends on this machine and this run.
  WorkSeconds work;
  std::size_t largest_graph = 0;
  double slowest = 0;
};

// Each thread needs its own.
class BlockMaker {
 public:
  BlockMaker(const ClusterOptions& options, std::uint64_t seed) : maker_(options), seed_(seed) {}

  // `first` is the number of the first initial expression in the whole list. An expression without
  // a cluster is counted as dropped, with the reason.
  MadeBlock make(std::span<const InitialExpression> initials, std::uint64_t first);

 private:
  void count(const MadeCluster& made, Counts& counts);

  ClusterMaker maker_;
  std::uint64_t seed_;
  PrefixShapes shapes_;
};

MadeBlock BlockMaker::make(std::span<const InitialExpression> initials, std::uint64_t first) {
  MadeBlock block;
  for (std::size_t i = 0; i < initials.size(); ++i) {
    const double before = base::thread_cpu_seconds();
    auto made = maker_.make(initials[i].prefix, initials[i].origin, first + i, seed_);
    const double used = base::thread_cpu_seconds() - before;
    if (!made) {
      // A single bad expression among thousands must not end the run.
      ++block.counts["dropped: " + made.error().message];
      continue;
    }
    block.work += {made->saturate_seconds, made->count_seconds, made->sample_seconds,
                   made->verify_seconds, used};
    block.slowest = std::max(block.slowest, used);
    block.largest_graph = std::max(block.largest_graph, made->graph_nodes);
    count(*made, block.counts);
    if (made->dropped.empty()) block.clusters.push_back(std::move(made->cluster));
  }
  return block;
}

void BlockMaker::count(const MadeCluster& made, Counts& counts) {
  counts["drawn"] += made.drawn;
  for (std::size_t i = 0; i < kRefusals; ++i) {
    if (made.refused[i] == 0) continue;
    counts["refused: " + std::string(refusal_name(static_cast<Refusal>(i)))] += made.refused[i];
  }
  if (!made.dropped.empty()) {
    ++counts["dropped: " + made.dropped];
    return;
  }
  const Cluster& cluster = made.cluster;
  std::map<std::uint32_t, std::uint64_t> roots;
  std::uint64_t most = 0;
  for (const Member& member : cluster.members) {
    const auto shape = shapes_.read(member.expression);
    if (!shape.tokens.empty()) most = std::max(most, ++roots[shape.tokens.front()]);
  }
  if (cluster.members.empty()) return;
  counts[std::string(kRootShareCount)] += most * 1'000'000 / cluster.members.size();
  counts[std::string(kAvailableDigitsCount)] += cluster.available.size();
  if (cluster.available.size() >= 4) ++counts[std::string(kThousandCount)];
}

// Increase this number if the same request gives other clusters than before, so that a newer
// program does not finish a run of an older one.
constexpr std::string_view kAlgorithm = "1";

// A cluster is stored in one block of a shard, with two bytes for each token and some more for the
// other data of a member.
constexpr std::size_t kMostMembers = 1'000'000;
constexpr std::size_t kBytesBesideTokens = 64;

base::Result<void> check_storable(const ClusterOptions& clusters) {
  const std::size_t member_bytes =
      2 * static_cast<std::size_t>(clusters.max_tokens) + kBytesBesideTokens;
  const std::size_t most = std::min<std::size_t>(kMostMembers, kMaxBlockBytes / 2 / member_bytes);
  if (clusters.per_cluster <= most) return {};
  return base::fail(fmt::format("a cluster of {} members of up to {} tokens is too large to store",
                                clusters.per_cluster, clusters.max_tokens),
                    {}, fmt::format("ask for {} members per cluster at most", most));
}

double elapsed_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

CorpusPlan plan_of(const GenerateRequest& request, const InitialList& initials) {
  CorpusPlan plan;
  plan.command = "generate";
  plan.format = request.format;
  plan.clusters = initials.expressions.size();
  plan.clusters_per_block = kInitialsPerBlock;
  plan.part = request.part;
  plan.parameters = {
      {"algorithm", std::string(kAlgorithm)},
      {"initial-expressions", initials.digest.hex()},
      {"max-tokens", std::to_string(request.clusters.max_tokens)},
      {"nodes", std::to_string(request.clusters.made_nodes)},
      {"per-cluster", std::to_string(request.clusters.per_cluster)},
      {"sampling", std::string(sampling_name(request.clusters.sampling))},
      {"seed", std::to_string(request.seed)},
      {"shared-domain", request.clusters.shared_domain ? "yes" : "no"},
      {"twins", request.clusters.twins ? "yes" : "no"},
      {"initial-candidates", std::to_string(initials.candidates)},
  };
  for (const DroppedCount& dropped : initials.dropped) {
    plan.parameters["initial-" + std::string(unfit_name(dropped.reason))] =
        std::to_string(dropped.count);
  }
  plan.rule_names = ClusterMaker(request.clusters).rule_names();
  return plan;
}

// The threads of one run, and their shared state.
class Workshop {
 public:
  Workshop(const GenerateRequest& request, const GenerateHooks& hooks, const InitialList& initials,
           CorpusFolder& folder)
      : request_(request), hooks_(hooks), initials_(initials), folder_(folder) {
    for (std::uint64_t block = 0; block < folder_.block_count(); ++block) {
      if (!folder_.owns_block(block)) continue;
      const CorpusFolder::Range range = folder_.block_range(block);
      report_.initials += range.last - range.first;
      if (folder_.has_block(block)) {
        report_.found += range.last - range.first;
      } else {
        missing_.push_back(block);
      }
    }
  }

  // Returns whether all blocks exist at the end; the error is the first one of any thread.
  base::Result<bool> run() {
    std::vector<std::thread> threads;
    const std::size_t count =
        std::min<std::size_t>(std::max(1U, request_.threads), missing_.size());
    running_ = count;
    try {
      while (threads.size() < count) {
        threads.emplace_back([this] {
          const algebra::ThreadMemory memory;
          work();
        });
      }
    } catch (const std::system_error& error) {
      // If the machine provides no more threads, the existing ones do the work.
      if (threads.empty()) return base::fail(std::string("cannot start a thread: ") + error.what());
      const std::scoped_lock fewer(mutex_);
      running_ -= count - threads.size();
    }
    std::unique_lock lock(mutex_);
    while (running_ > 0) {
      changed_.wait_for(lock, std::chrono::milliseconds(100));
      const std::uint64_t made = made_.load();
      lock.unlock();
      if (hooks_.on_progress) hooks_.on_progress(made, report_.initials - report_.found);
      lock.lock();
    }
    lock.unlock();
    for (std::thread& thread : threads) thread.join();
    report_.made = made_.load();
    if (error_) return std::unexpected(*error_);
    return written_ == missing_.size();
  }

  GenerateReport take_report() { return std::move(report_); }

 private:
  void work() {
    try {
      BlockMaker maker(request_.clusters, request_.seed);
      while (const auto block = next_block()) {
        if (!make_block(maker, *block)) break;
      }
    } catch (const std::exception& exception) {
      keep_error({std::string("making clusters failed: ") + exception.what(), {}, {}});
    }
    const std::scoped_lock lock(mutex_);
    --running_;
    changed_.notify_all();
  }

  std::optional<std::uint64_t> next_block() {
    if (failed_.load() || (hooks_.stop != nullptr && hooks_.stop->load())) return std::nullopt;
    const std::size_t next = next_.fetch_add(1);
    if (next >= missing_.size() || next >= hooks_.max_blocks) return std::nullopt;
    return missing_[next];
  }

  bool make_block(BlockMaker& maker, std::uint64_t number) {
    const CorpusFolder::Range range = folder_.block_range(number);
    const auto all = std::span(initials_.expressions);
    const MadeBlock block =
        maker.make(all.subspan(range.first, range.last - range.first), range.first);
    if (auto written = folder_.write_block(number, block.clusters, block.counts); !written) {
      keep_error(written.error());
      return false;
    }
    made_ += range.last - range.first;
    const std::scoped_lock lock(mutex_);
    ++written_;
    report_.work += block.work;
    report_.slowest = std::max(report_.slowest, block.slowest);
    report_.largest_graph = std::max(report_.largest_graph, block.largest_graph);
    return true;
  }

  void keep_error(base::Error error) {
    const std::scoped_lock lock(mutex_);
    if (!error_) error_ = std::move(error);
    failed_ = true;
  }

  const GenerateRequest& request_;
  const GenerateHooks& hooks_;
  const InitialList& initials_;
  CorpusFolder& folder_;
  std::vector<std::uint64_t> missing_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::uint64_t> made_{0};
  std::atomic<bool> failed_{false};

  std::mutex mutex_;  // guards all of the following
  std::condition_variable changed_;
  std::size_t running_ = 0;
  std::size_t written_ = 0;
  std::optional<base::Error> error_;
  GenerateReport report_;
};

}  // namespace

WorkSeconds& WorkSeconds::operator+=(const WorkSeconds& more) {
  saturate += more.saturate;
  count += more.count;
  sample += more.sample;
  verify += more.verify;
  cpu += more.cpu;
  return *this;
}

base::Result<GenerateReport> generate_corpus(const GenerateRequest& request,
                                             const GenerateHooks& hooks) {
  const auto start = std::chrono::steady_clock::now();
  if (auto storable = check_storable(request.clusters); !storable) {
    return std::unexpected(storable.error());
  }
  const auto initials = initial_expressions(request.initials);
  if (!initials) return std::unexpected(initials.error());
  if (hooks.on_initials) hooks.on_initials(*initials);
  if (initials->expressions.empty()) {
    return base::fail("there is no initial expression to start from", {},
                      "every expansion or line was refused; see the counts above");
  }
  base::FileSystem& file_system =
      hooks.file_system != nullptr ? *hooks.file_system : base::FileSystem::real();
  auto folder = CorpusFolder::open(request.folder, plan_of(request, *initials), file_system);
  if (!folder) return std::unexpected(folder.error());
  GenerateReport report;
  if (folder->finished()) {
    report.finished = true;
  } else {
    Workshop workshop(request, hooks, *initials, *folder);
    const auto whole = workshop.run();
    if (!whole) return std::unexpected(whole.error());
    report = workshop.take_report();
    report.finished = *whole;
  }
  if (report.finished) {
    auto manifest = folder->finish(hooks.on_strung);
    if (!manifest) return std::unexpected(manifest.error());
    report.manifest = std::move(*manifest);
  }
  report.seconds = elapsed_since(start);
  return report;
}

}  // namespace noether::egen
