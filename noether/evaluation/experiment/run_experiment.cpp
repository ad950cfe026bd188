#include "noether/evaluation/experiment/run_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "noether/base/parallel.h"
#include "noether/evaluation/answer_run.h"
#include "noether/evaluation/answers/answer_embeddings.h"
#include "noether/evaluation/answers/answer_files.h"
#include "noether/evaluation/experiment/encoder_scores.h"
#include "noether/evaluation/experiment/make_runs.h"
#include "noether/evaluation/experiment/written_scores.h"
#include "noether/evaluation/judgements.h"
#include "noether/evaluation/score.h"
#include "noether/evaluation/visual_map.h"
#include "noether/neural/generate/generator.h"

namespace noether::evaluation {
namespace {

// The data with which the runs of some topics are scored.
struct ScoringSet {
  Judgements judgements;
  std::optional<VisualMap> visual_ids;
  std::unique_ptr<Scorer> scorer;
  // For Task 3 only: the posts with a judgement, and the embeddings of answers.
  std::optional<KnownAnswers> posts;
  std::shared_ptr<const ContextEncoder> encoder;
  std::shared_ptr<const neural::Generator> decoder;  // if null, fluency is not measured
};

class ExperimentRun {
 public:
  ExperimentRun(const Experiment& experiment, const ExperimentCache& cache,
                const ExperimentOptions& options)
      : experiment_(experiment), cache_(cache), options_(options) {}

  ExperimentResults run() {
    results_.scores.resize(experiment_.systems.size());
    for (auto& row : results_.scores) row.resize(experiment_.topics.size());
    open_scoring();
    plan();
    make();
    score();
    score_encoders(experiment_, cache_, options_, results_);
    return std::move(results_);
  }

 private:
  // A run that is to be scored. If it is missing, a job makes it first.
  struct Planned {
    std::size_t system;
    std::size_t topics;
    std::string path;
    std::optional<RunFormat> format;
    std::optional<std::size_t> job;
  };

  void refuse(std::size_t system, std::size_t topics, const base::Error& why) {
    results_.scores[system][topics].emplace(std::unexpected(why));
  }

  void open_scoring() {
    scoring_.resize(experiment_.topics.size());
    for (std::size_t t = 0; t < experiment_.topics.size(); ++t) {
      auto facts = open_scoring(experiment_.topics[t], scoring_[t]);
      results_.topics.push_back(std::move(facts));
    }
  }

  base::Result<TopicSetFacts> open_scoring(const TopicSet& set, ScoringSet& made) const {
    collection::ProblemList problems;
    problems.listen(
        [&](const collection::Problem& p) { options_.say(collection::problem_text(p)); });
    const ReadOptions reading{.lenient = false, .problems = &problems};
    const auto path = resolved_path(set.judgements, options_.folder, options_.data);
    if (!path) return std::unexpected(path.error());
    auto judgements = read_judgements(*path, reading);
    if (!judgements) return std::unexpected(missing_or(*path, set.judgements, judgements.error()));
    made.judgements = std::move(*judgements);
    const TopicSetFacts facts{made.judgements.topics().size(), made.judgements.size()};
    if (set.task == 3) return facts;
    ScoreOptions scoring;
    scoring.measures = measures_of(experiment_, set);
    scoring.threshold = set.threshold;
    scoring.only_with_relevant = set.skips_empty;
    if (!set.visual_ids.empty()) {
      const auto map_path = resolved_path(set.visual_ids, options_.folder, options_.data);
      if (!map_path) return std::unexpected(map_path.error());
      auto map = read_visual_map(std::span(&*map_path, 1), reading);
      if (!map) return std::unexpected(missing_or(*map_path, set.visual_ids, map.error()));
      made.visual_ids.emplace(std::move(*map));
      if (are_formulas(made.judgements, *made.visual_ids)) {
        made.judgements = visually_distinct(made.judgements, *made.visual_ids);
      }
      scoring.visual_ids = &*made.visual_ids;
    }
    made.scorer = std::make_unique<Scorer>(made.judgements, scoring);
    return TopicSetFacts{made.judgements.topics().size(), made.judgements.size()};
  }

  static base::Error missing_decoder(const std::string& path, const std::string& written,
                                     const base::Error& error) {
    base::Error missing = missing_or(path, written, error);
    if (!base::FileSystem::real().exists(path)) {
      missing.hint += "; scripts/answer_writer.sh makes a decoder";
    }
    return missing;
  }

  bool is_wanted(std::size_t system, std::size_t topics) const {
    const ExperimentSystem& asked = experiment_.systems[system];
    const auto& baselines = experiment_.comparison.baselines;
    const bool is_baseline = std::ranges::find(baselines, asked.name) != baselines.end();
    return std::ranges::any_of(experiment_.tables, [&](const ExperimentTable& table) {
      const bool has_columns = std::ranges::any_of(table.groups, [&](const ColumnGroup& group) {
        return topics_for(experiment_, asked, group) == topics;
      });
      return has_columns && std::ranges::any_of(table.rows, [&](const TableRow& row) {
               return row.kind == TableRow::Kind::Measured &&
                      (is_baseline || row.system == asked.name);
             });
    });
  }

  void plan() {
    for (std::size_t t = 0; t < experiment_.topics.size(); ++t) {
      for (std::size_t s = 0; s < experiment_.systems.size(); ++s) {
        if (!is_wanted(s, t)) continue;
        if (!results_.topics[t]) {
          refuse(s, t, results_.topics[t].error());
        } else if (auto planned = plan(s, t); !planned) {
          refuse(s, t, planned.error());
        }
      }
    }
  }

  base::Result<void> plan(std::size_t s, std::size_t t) {
    const ExperimentSystem& system = experiment_.systems[s];
    const TopicSet& set = experiment_.topics[t];
    if (set.task == 3) {
      if (auto open = open_posts(t); !open) return open;
    }
    const bool is_generated = set.task == 3 && !system.answers.generator.empty();
    if (is_generated) return plan_generation(s, t);
    if (system.profile.empty()) {
      const auto run = std::ranges::find(system.runs, set.name, &RunFile::topics);
      if (run == system.runs.end()) return base::fail("no run for these topics");
      const auto path = resolved_path(run->path, options_.folder, options_.data);
      if (!path) return std::unexpected(path.error());
      if (!base::FileSystem::real().exists(*path)) {
        return std::unexpected(not_there(run->path));
      }
      planned_.push_back({s, t, *path, run->format, {}});
      return {};
    }
    if (set.file.empty()) return base::fail("no file of topics to run");
    const auto& profile = open_profile_of(s);
    if (!profile) return std::unexpected(profile.error());
    const auto& topics = open_topics_of(t);
    if (!topics) return std::unexpected(topics.error());
    if (set.task != 2 && needs_posts(profile->profile) && topics->posts.empty()) {
      return base::fail("these topics have no posts, which the profile asks for");
    }
    RunRequest request{.task = set.task, .top = system.top, .ids = {}};
    request.ids = set.visual_ids.empty() ? FormulaIds::Visual : FormulaIds::Formula;
    const AnswerPlan* const answers = set.task == 3 ? &system.answers : nullptr;
    const std::string path =
        run_path(cache_, profile->identity, *topics, request, answers, options_.program);
    return plan_job({.system = system.name,
                     .set = set.name,
                     .profile = &*profile,
                     .topics = &*topics,
                     .request = request,
                     .answers = answers,
                     .path = path,
                     .outcome = {}},
                    s, t);
  }

  // Plans answers written by a decoder.
  base::Result<void> plan_generation(std::size_t s, std::size_t t) {
    const ExperimentSystem& system = experiment_.systems[s];
    const auto& topics = open_topics_of(t);
    if (!topics) return std::unexpected(topics.error());
    const auto folder = resolved_path(system.answers.generator, options_.folder, options_.data);
    if (!folder) return std::unexpected(folder.error());
    const auto identity = content_digest(*folder);
    if (!identity) {
      return std::unexpected(missing_decoder(*folder, system.answers.generator, identity.error()));
    }
    const RunRequest request{.task = 3, .top = 1, .ids = {}};
    const std::string path =
        run_path(cache_, *identity, *topics, request, &system.answers, options_.program);
    return plan_job({.system = system.name,
                     .set = experiment_.topics[t].name,
                     .topics = &*topics,
                     .request = request,
                     .answers = &system.answers,
                     .generator = *folder,
                     .path = path,
                     .outcome = {}},
                    s, t);
  }

  base::Result<void> plan_job(RunJob job, std::size_t s, std::size_t t) {
    planned_.push_back({s, t, job.path, RunFormat::Trec, {}});
    if (cache_.has(job.path)) {
      ++results_.runs_found;
      return {};
    }
    // Two names of the same profile share a run.
    const auto there = std::ranges::find(jobs_, job.path, &RunJob::path);
    planned_.back().job = static_cast<std::size_t>(there - jobs_.begin());
    if (there == jobs_.end()) jobs_.push_back(std::move(job));
    return {};
  }

  // Opens the posts with which the answers to topics of Task 3 are compared.
  base::Result<void> open_posts(std::size_t t) {
    ScoringSet& made = scoring_[t];
    if (made.posts) return {};
    const auto& topics = open_topics_of(t);
    if (!topics) return std::unexpected(topics.error());
    if (encoder_ == nullptr) {
      auto opened = ContextEncoder::open();
      if (!opened) return std::unexpected(std::move(opened.error()));
      encoder_ = std::make_shared<const ContextEncoder>(*std::move(opened));
    }
    auto posts = judged_posts(made.judgements, *topics->collection.index);
    if (!posts) return std::unexpected(std::move(posts.error()));
    made.posts.emplace(*std::move(posts));
    made.encoder = encoder_;
    open_decoder(experiment_.topics[t].decoder, made);
    return {};
  }

  // Opens a decoder. If it is missing, only its column is affected.
  void open_decoder(const std::string& written, ScoringSet& made) {
    if (written.empty()) return;
    const auto folder = resolved_path(written, options_.folder, options_.data);
    auto opened = folder ? neural::Generator::open(*folder)
                         : base::Result<neural::Generator>(std::unexpected(folder.error()));
    if (opened) {
      made.decoder = std::make_shared<const neural::Generator>(*std::move(opened));
      return;
    }
    const base::Error error =
        folder ? missing_decoder(*folder, written, opened.error()) : opened.error();
    options_.say(
        fmt::format("nothing scores how fluent answers are: {} ({})", error.message, error.hint));
  }

  const base::Result<NamedProfile>& open_profile_of(std::size_t s) {
    const std::string& name = experiment_.systems[s].profile;
    const auto found = profiles_.find(name);
    if (found != profiles_.end()) return found->second;
    return profiles_.emplace(name, open_profile(name, options_)).first->second;
  }

  const base::Result<OpenTopics>& open_topics_of(std::size_t t) {
    const auto found = topics_.find(t);
    if (found != topics_.end()) return found->second;
    const TopicSet& set = experiment_.topics[t];
    auto collection = collections_.find(set.collection);
    if (collection == collections_.end()) {
      const ExperimentCollection& declared = *experiment_.find_collection(set.collection);
      collection =
          collections_.emplace(set.collection, open_collection_index(declared, cache_, options_))
              .first;
    }
    base::Result<OpenTopics> opened = collection->second
                                          ? open_topics(set, *collection->second, options_)
                                          : std::unexpected(collection->second.error());
    if (!opened && collection->second) {
      const auto path = resolved_path(set.file, options_.folder, options_.data);
      if (path) opened = std::unexpected(missing_or(*path, set.file, opened.error()));
    }
    return topics_.emplace(t, std::move(opened)).first->second;
  }

  void make() {
    if (jobs_.empty()) return;
    options_.say(fmt::format("{} runs to make", jobs_.size()));
    make_runs(jobs_, cache_, options_);
    for (const Planned& planned : planned_) {
      if (!planned.job) continue;
      const base::Result<void>& outcome = jobs_[*planned.job].outcome;
      if (outcome) {
        ++results_.runs_made;
      } else {
        refuse(planned.system, planned.topics, outcome.error());
      }
    }
  }

  void score() {
    const unsigned threads = base::thread_count(options_.threads);
    std::mutex mutex;
    base::for_each_in_parallel(planned_.size(), threads, [&](std::size_t p, std::size_t) {
      const Planned& planned = planned_[p];
      ExperimentResults::Cell& cell = results_.scores[planned.system][planned.topics];
      if (cell) return;
      collection::ProblemList problems;
      base::Result<ScoreTable> table = score(planned, problems);
      if (table) table->system = experiment_.systems[planned.system].name;
      const std::scoped_lock lock(mutex);
      // The name of a file in the cache means nothing to the user.
      for (const collection::Problem& problem : problems.kept()) {
        options_.say(fmt::format("{} on {}: {}", experiment_.systems[planned.system].name,
                                 experiment_.topics[planned.topics].name, problem.message));
      }
      cell.emplace(std::move(table));
    });
  }

  base::Result<ScoreTable> score(const Planned& planned, collection::ProblemList& problems) const {
    const ReadOptions reading{.lenient = false, .problems = &problems};
    const ScoringSet& scoring = scoring_[planned.topics];
    const TopicSet& set = experiment_.topics[planned.topics];
    if (set.task == 3) {
      auto run = read_answer_run(planned.path, reading);
      if (!run) return std::unexpected(std::move(run.error()));
      return score_written(*std::move(run), {.judgements = &scoring.judgements,
                                             .posts = &*scoring.posts,
                                             .embeddings = scoring.encoder.get(),
                                             .decoder = scoring.decoder.get(),
                                             .threshold = set.threshold,
                                             .skips_empty = set.skips_empty});
    }
    auto reader = RunReader::open(planned.path, reading, planned.format);
    if (!reader) return std::unexpected(std::move(reader.error()));
    return scoring.scorer->score(*reader);
  }

  const Experiment& experiment_;
  const ExperimentCache& cache_;
  const ExperimentOptions& options_;
  ExperimentResults results_;
  std::vector<ScoringSet> scoring_;
  std::map<std::string, base::Result<CollectionIndex>> collections_;
  std::map<std::string, base::Result<NamedProfile>> profiles_;
  std::map<std::size_t, base::Result<OpenTopics>> topics_;
  std::shared_ptr<const ContextEncoder> encoder_;  // if it had to be opened
  std::vector<Planned> planned_;
  std::vector<RunJob> jobs_;
};

}  // namespace

const ScoreTable* ExperimentResults::table(std::size_t system, std::size_t topics_number) const {
  const Cell& cell = scores[system][topics_number];
  return cell && *cell ? &**cell : nullptr;
}

base::Result<ExperimentResults> run_experiment(const Experiment& experiment,
                                               const ExperimentCache& cache,
                                               const ExperimentOptions& options) {
  return ExperimentRun(experiment, cache, options).run();
}

}  // namespace noether::evaluation
