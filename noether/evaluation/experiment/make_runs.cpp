#include "noether/evaluation/experiment/make_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "noether/base/parallel.h"
#include "noether/base/progress.h"
#include "noether/collection/document_source.h"
#include "noether/evaluation/answer_run.h"
#include "noether/evaluation/run.h"
#include "noether/evaluation/runs/answer_writing.h"
#include "noether/evaluation/runs/topic_ranking.h"
#include "noether/index/analysis/build_index.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_writer.h"
#include "noether/index/manifest.h"
#include "noether/index/nearest_passages.h"
#include "noether/search/pipeline/chosen_profile.h"
#include "noether/search/pipeline/profile.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::evaluation {
namespace {

constexpr std::uint64_t kMostManifestBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kPrintedProblems = 5;

base::Result<CollectionIndex> open_index(const std::string& folder) {
  auto& files = base::FileSystem::real();
  auto reader = index::open_search_index(folder);
  if (!reader) return std::unexpected(std::move(reader.error()));
  const auto manifest = files.read(index::manifest_path(folder), kMostManifestBytes);
  if (!manifest) return std::unexpected(manifest.error());
  return CollectionIndex{std::make_shared<const index::IndexReader>(std::move(*reader)),
                         base::digest_of(*manifest)};
}

// Encodes passages as `noether index --dense` does, except for the sentences of formulas, which
// Task 1 does not use.
base::Result<void> add_passages(const std::string& folder, const ExperimentOptions& options) {
  const auto encoder = search::PassageEncoder::open();
  if (!encoder) return std::unexpected(encoder.error());
  auto writer = index::IndexWriter::open(folder);
  if (!writer) return std::unexpected(std::move(writer.error()));
  base::ProgressBar progress("documents read", std::nullopt);
  const auto counts = writer->add_passages(
      encoder->embedding(base::thread_count(options.threads)),
      {.encoded = [&](std::uint64_t documents) { progress.update(documents, documents); },
       .linked = {}});
  progress.finish();
  if (!counts) return std::unexpected(counts.error());
  options.say(fmt::format("{} passages encoded", counts->passages));
  return {};
}

base::Result<void> build(const ExperimentCollection& collection, const std::string& source,
                         const std::string& folder, const ExperimentOptions& options) {
  collection::ProblemList problems;
  problems.listen([&](const collection::Problem& problem) {
    if (problem.severity == collection::Problem::Severity::Remark) return;
    if (problems.count(problem.severity) < kPrintedProblems) {
      options.say(collection::problem_text(problem));
    }
  });
  collection::CollectionOptions opening;
  opening.format = collection.format;
  auto documents = collection::open_collection({source}, opening, problems);
  if (!documents) return std::unexpected(std::move(documents.error()));
  base::ProgressBar progress("documents", (*documents)->total_bytes());
  index::BuildOptions building;
  building.threads = base::thread_count(options.threads);
  building.progress = [&](const index::BuildCounts& counts) {
    progress.update(counts.documents, (*documents)->bytes_read());
  };
  const auto counts = index::build_index(
      folder, [&](text::Document& document) { return (*documents)->next(document); }, building);
  progress.finish();
  if (!counts) return std::unexpected(counts.error());
  if (counts->documents == 0) return base::fail("there is no document in the collection");
  options.say(fmt::format("collection {}: {} documents indexed{}", collection.name,
                          counts->documents,
                          problems.count(collection::Problem::Severity::Skipped) > 0
                              ? fmt::format(", {} records skipped",
                                            problems.count(collection::Problem::Severity::Skipped))
                              : ""));
  if (collection.with_passages) return add_passages(folder, options);
  return {};
}

}  // namespace

base::Result<CollectionIndex> open_collection_index(const ExperimentCollection& collection,
                                                    const ExperimentCache& cache,
                                                    const ExperimentOptions& options) {
  const bool is_index = collection.source.empty();
  const auto path =
      resolved_path(is_index ? collection.index : collection.source, options.folder, options.data);
  if (!path) return std::unexpected(path.error());
  if (is_index) return open_index(*path);
  if (!base::FileSystem::real().exists(*path)) {
    return base::fail(fmt::format("the collection {} is missing", collection.source));
  }
  const auto content = content_digest(*path);
  if (!content) return std::unexpected(content.error());
  base::Hasher key;
  key.add_text("index");
  key.add_text(content->hex());
  key.add_text(collection.format ? collection::format_name(*collection.format) : "");
  if (collection.with_passages) {
    const auto model = content_digest(embedding::shipped_text_model_folder());
    if (!model) return std::unexpected(model.error());
    key.add_text(model->hex());
  }
  key.add_text(options.program);
  const std::string folder = cache.path("index", key.digest());
  if (!cache.has(folder)) {
    auto made = cache.make_folder(folder, [&](const std::string& unfinished) {
      return build(collection, *path, unfinished, options);
    });
    if (!made) return std::unexpected(std::move(made.error()));
  }
  return open_index(folder);
}

namespace {

constexpr std::uint64_t kMostProfileBytes = std::uint64_t{1} << 20;
// The tag of runs in the cache. The name of a system in an experiment does not change its run.
constexpr std::string_view kTag = "noether";

// Returns the lines of the run for the topic with this number. A worker must not be used by two
// threads at once.
using LineWorker = std::function<base::Result<std::string>(std::size_t topic)>;

struct Work {
  std::function<LineWorker()> make_worker;    // empty if the run cannot be made
  std::vector<std::string> lines;             // by topic
  std::map<std::size_t, base::Error> failed;  // by topic
  std::size_t first = 0;  // number of its first piece of work, among those of all runs
};

// The error does not depend on which thread failed first.
base::Error failed_topics(const Work& work, const std::vector<collection::Topic>& topics) {
  const auto& [topic, error] = *work.failed.begin();
  std::string message = fmt::format("topic {}: {}", topics[topic].number, error.message);
  if (work.failed.size() > 1) message += fmt::format("; and {} more", work.failed.size() - 1);
  return {std::move(message), {}, error.hint};
}

base::Result<std::function<LineWorker()>> prepare_ranking(const RunJob& job) {
  auto prepared = RunRanking::prepare(job.topics->collection.index, job.profile->profile,
                                      job.topics->topics, job.topics->posts, job.request);
  if (!prepared) return std::unexpected(std::move(prepared.error()));
  if (auto good = prepared->check(); !good) return std::unexpected(std::move(good.error()));
  const auto ranking = std::make_shared<const RunRanking>(*std::move(prepared));
  return [&job, ranking]() -> LineWorker {
    return [&job, ranking,
            rank = ranking->make_worker()](std::size_t topic) -> base::Result<std::string> {
      const auto items = rank(topic);
      if (!items) return std::unexpected(items.error());
      return run_lines(job.topics->topics[topic].number, *items, RunLayout::Trec, kTag);
    };
  };
}

base::Result<MakeAnswerWorker> prepare_answering(const RunJob& job) {
  const OpenTopics& asked = *job.topics;
  switch (job.answers->way) {
    case AnswerPlan::Way::First:
      return first_answers(asked.collection.index, job.profile->profile, asked.topics, asked.posts);
    case AnswerPlan::Way::Extract: {
      search::ChosenProfile chosen{.profile = job.profile->profile};
      const bool has_passages = !index::passage_statistics(*asked.collection.index).models.empty();
      if (has_passages) {
        auto encoder = search::PassageEncoder::open();
        if (!encoder) return std::unexpected(std::move(encoder.error()));
        chosen.encoder = std::make_shared<const search::PassageEncoder>(*std::move(encoder));
      }
      return extract_answers(asked.collection.index, chosen, asked.topics);
    }
    case AnswerPlan::Way::Generate:
      break;
  }
  auto generator = neural::Generator::open(job.generator);
  if (!generator) return std::unexpected(std::move(generator.error()));
  return generate_answers(std::make_shared<const neural::Generator>(*std::move(generator)),
                          {.beams = job.answers->beams, .hint = job.answers->hint}, asked.topics);
}

base::Result<std::function<LineWorker()>> prepare(const RunJob& job) {
  if (job.answers == nullptr) return prepare_ranking(job);
  auto prepared = prepare_answering(job);
  if (!prepared) return std::unexpected(std::move(prepared.error()));
  return [make = *std::move(prepared)]() -> LineWorker {
    return [answer = make()](std::size_t topic) -> base::Result<std::string> {
      const auto written = answer(topic);
      if (!written) return std::unexpected(written.error());
      return *written ? answer_run_line(**written, kTag) : std::string();
    };
  };
}

// Makes a few runs at a time, because the prepared data of all of them is in memory together.
void make_some(std::span<RunJob> jobs, const ExperimentCache& cache,
               const ExperimentOptions& options, unsigned threads, base::ProgressBar& progress,
               std::size_t& done, std::mutex& mutex) {
  std::vector<Work> work(jobs.size());
  base::for_each_in_parallel(jobs.size(), threads, [&](std::size_t j, std::size_t) {
    auto prepared = prepare(jobs[j]);
    if (prepared) {
      work[j].make_worker = *std::move(prepared);
    } else {
      jobs[j].outcome = std::unexpected(std::move(prepared.error()));
    }
  });
  std::vector<std::size_t> job_of;  // by piece of work
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    work[j].first = job_of.size();
    if (!work[j].make_worker) continue;
    work[j].lines.resize(jobs[j].topics->topics.size());
    job_of.insert(job_of.end(), work[j].lines.size(), j);
  }
  std::vector<std::vector<LineWorker>> workers(threads);
  for (auto& of_thread : workers) of_thread.resize(jobs.size());
  base::for_each_in_parallel(job_of.size(), threads, [&](std::size_t piece, std::size_t thread) {
    const std::size_t j = job_of[piece];
    LineWorker& worker = workers[thread][j];
    if (!worker) worker = work[j].make_worker();
    const std::size_t t = piece - work[j].first;
    auto lines = worker(t);
    if (lines) work[j].lines[t] = *std::move(lines);
    const std::scoped_lock lock(mutex);
    if (!lines) {
      const std::string& number = jobs[j].topics->topics[t].number;
      options.say(fmt::format("{}, topic {}: {}", jobs[j].system, number, lines.error().message));
      work[j].failed.emplace(t, std::move(lines.error()));
    }
    ++done;
    progress.update(done, done);
  });
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    if (!jobs[j].outcome) continue;
    // A run without some topics must not be cached, because it would be taken for a complete one.
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
  // The default profile for all collections is that of words, because indexes made by an experiment
  // have no passages.
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

std::string run_path(const ExperimentCache& cache, const base::Digest& system,
                     const OpenTopics& topics, const RunRequest& request, const AnswerPlan* answers,
                     const std::string& program) {
  base::Hasher key;
  key.add_text("run");
  key.add_text(system.hex());
  key.add_text(topics.identity.hex());
  key.add_number(static_cast<std::uint64_t>(request.task));
  key.add_number(request.top);
  key.add_number(static_cast<std::uint64_t>(request.ids));
  if (answers != nullptr) {
    key.add_number(static_cast<std::uint64_t>(answers->way));
    key.add_number(answers->beams);
    key.add_number(answers->hint ? 1 : 0);
  }
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
