#include "noether/evaluation/experiment/make_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "noether/base/parallel.h"
#include "noether/base/progress.h"
#include "noether/evaluation/runs/linked_posts.h"
#include "noether/evaluation/runs/run_file.h"
#include "noether/search/profile/chosen_profile.h"
#include "noether/search/profile/shipped_profiles.h"

namespace noether::evaluation {
namespace {

constexpr std::uint64_t kMostProfileBytes = std::uint64_t{1} << 20;
// Of the runs in the cache; what a system is called in an experiment does not change its run.
constexpr std::string_view kTag = "noether";

struct Work {
  std::optional<RunRanking> ranking;
  std::vector<std::string> lines;             // by topic
  std::map<std::size_t, base::Error> failed;  // by topic
  std::size_t first = 0;                      // piece of work, among those of all runs
};

// The same whichever thread failed first.
base::Error failed_topics(const Work& work, const std::vector<collection::Topic>& topics) {
  const auto& [topic, error] = *work.failed.begin();
  std::string message = fmt::format("topic {}: {}", topics[topic].number, error.message);
  if (work.failed.size() > 1) message += fmt::format("; and {} more", work.failed.size() - 1);
  return {std::move(message), {}, error.hint};
}

// Some runs at a time: what is prepared for each is in memory together.
void make_some(std::span<RunJob> jobs, const ExperimentCache& cache,
               const ExperimentOptions& options, unsigned threads, base::ProgressBar& progress,
               std::size_t& done, std::mutex& mutex) {
  std::vector<Work> work(jobs.size());
  base::for_each_in_parallel(jobs.size(), threads, [&](std::size_t j, std::size_t) {
    RunJob& job = jobs[j];
    auto ranking = RunRanking::prepare(job.topics->collection.index, job.profile->profile,
                                       job.topics->topics, job.topics->posts, job.request);
    job.outcome = ranking ? ranking->check() : std::unexpected(ranking.error());
    if (job.outcome) work[j].ranking.emplace(std::move(*ranking));
  });
  std::vector<std::size_t> job_of;  // by piece
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    work[j].first = job_of.size();
    if (!work[j].ranking) continue;
    work[j].lines.resize(jobs[j].topics->topics.size());
    job_of.insert(job_of.end(), work[j].lines.size(), j);
  }
  std::vector<std::vector<RunRanking::Worker>> workers(threads);
  for (auto& of_thread : workers) of_thread.resize(jobs.size());
  base::for_each_in_parallel(job_of.size(), threads, [&](std::size_t piece, std::size_t thread) {
    const std::size_t j = job_of[piece];
    RunRanking::Worker& rank = workers[thread][j];
    if (!rank) rank = work[j].ranking->make_worker();
    const std::size_t t = piece - work[j].first;
    const std::string& number = jobs[j].topics->topics[t].number;
    auto items = rank(t);
    if (items) work[j].lines[t] = run_lines(number, *items, RunLayout::Trec, kTag);
    const std::scoped_lock lock(mutex);
    if (!items) {
      options.say(fmt::format("{}, topic {}: {}", jobs[j].system, number, items.error().message));
      work[j].failed.emplace(t, std::move(items.error()));
    }
    ++done;
    progress.update(done, done);
  });
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    if (!jobs[j].outcome) continue;
    // A run without some topics would be taken from the cache for a whole one.
    if (!work[j].failed.empty()) {
      jobs[j].outcome = std::unexpected(failed_topics(work[j], jobs[j].topics->topics));
      continue;
    }
    std::string run;
    for (const std::string& lines : work[j].lines) run += lines;
    jobs[j].outcome = cache.write(jobs[j].path, run);
  }
}

}  // namespace

base::Result<OpenTopics> open_topics(const TopicSet& set, const CollectionIndex& collection,
                                     const ExperimentOptions& options) {
  OpenTopics made;
  made.collection = collection;
  base::Hasher identity;
  identity.add_text(collection.identity.hex());
  const auto path = resolved_path(set.file, options.folder, options.data);
  if (!path) return std::unexpected(path.error());
  collection::ProblemList problems;
  problems.listen([&](const collection::Problem& p) { options.say(collection::problem_text(p)); });
  auto topics = collection::read_topic_file(*path, problems);
  if (!topics) return std::unexpected(std::move(topics.error()));
  made.topics = std::move(*topics);
  std::vector<std::string> files = {*path};
  if (!set.posts.empty()) {
    const auto posts_path = resolved_path(set.posts, options.folder, options.data);
    if (!posts_path) return std::unexpected(posts_path.error());
    auto posts = read_topic_posts(*posts_path);
    if (!posts) return std::unexpected(std::move(posts.error()));
    made.posts = std::move(posts->posts);
    files.push_back(*posts_path);
  }
  for (const std::string& file : files) {
    const auto content = content_digest(file);
    if (!content) return std::unexpected(content.error());
    identity.add_text(content->hex());
  }
  made.identity = identity.digest();
  return made;
}

base::Result<NamedProfile> open_profile(const std::string& name, const ExperimentOptions& options) {
  // The same system for every collection: those that an experiment indexes have no passages.
  const std::string_view shipped = name == search::kDefaultProfile ? search::kProfileOfWords : name;
  for (const search::ShippedProfileFile& file : search::shipped_profile_files()) {
    if (file.name != fmt::format("profiles/{}.profiles", shipped)) continue;
    auto profile = search::read_profile(file.text, name);
    if (!profile) return std::unexpected(std::move(profile.error()));
    return NamedProfile{std::move(*profile), base::digest_of(file.text)};
  }
  const auto path = resolved_path(name, options.folder, options.data);
  if (!path) return std::unexpected(path.error());
  const auto text = base::FileSystem::real().read(*path, kMostProfileBytes);
  if (!text) {
    return base::fail(fmt::format("there is no profile '{}', and no such file", name));
  }
  auto profile = search::read_profile(*text, name);
  if (!profile) return std::unexpected(std::move(profile.error()));
  return NamedProfile{std::move(*profile), base::digest_of(*text)};
}

std::string run_path(const ExperimentCache& cache, const NamedProfile& profile,
                     const OpenTopics& topics, const RunRequest& request,
                     const std::string& program) {
  base::Hasher key;
  key.add_text("run");
  key.add_text(profile.identity.hex());
  key.add_text(topics.identity.hex());
  key.add_number(static_cast<std::uint64_t>(request.task));
  key.add_number(request.top);
  key.add_number(static_cast<std::uint64_t>(request.ids));
  key.add_text(program);
  return cache.path("run", key.digest());
}

void make_runs(std::vector<RunJob>& jobs, const ExperimentCache& cache,
               const ExperimentOptions& options) {
  const unsigned threads = base::thread_count(options.threads);
  std::size_t topics = 0;
  for (const RunJob& job : jobs) topics += job.topics->topics.size();
  base::ProgressBar progress("topics", topics);
  std::size_t done = 0;
  std::mutex mutex;
  for (std::size_t begin = 0; begin < jobs.size(); begin += threads) {
    const std::size_t count = std::min<std::size_t>(threads, jobs.size() - begin);
    make_some(std::span(jobs).subspan(begin, count), cache, options, threads, progress, done,
              mutex);
  }
}

}  // namespace noether::evaluation
