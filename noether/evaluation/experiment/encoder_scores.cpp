#include "noether/evaluation/experiment/encoder_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "noether/base/progress.h"
#include "noether/egen/cluster.h"
#include "noether/egen/tasks/task_set.h"
#include "noether/egen/training/member_table.h"
#include "noether/evaluation/embedding/open_embedding.h"
#include "noether/evaluation/embedding/score_embedding.h"
#include "noether/evaluation/experiment/cache.h"
#include "noether/evaluation/experiment/experiment.h"
#include "noether/evaluation/experiment/run_experiment.h"

namespace noether::evaluation {
namespace {

constexpr std::string_view kReads = "reads";
constexpr std::array<std::string_view, 14> kEncoderMeasures = {kReads,
                                                               "k-means",
                                                               "semantic",
                                                               "no-mistake-precision",
                                                               "no-mistake-recall",
                                                               "no-mistake-f1",
                                                               "mistake-precision",
                                                               "mistake-recall",
                                                               "mistake-f1",
                                                               "algebra",
                                                               "retrieval@5",
                                                               "retrieval@10",
                                                               "retrieval@15",
                                                               "retrieval@20"};

constexpr std::uint64_t kMostScoreBytes = std::uint64_t{1} << 20;

// Nothing for the column `reads`.
std::optional<EmbeddingTask> task_of(std::string_view measure) {
  if (measure == kReads) return std::nullopt;
  if (measure == "k-means") return EmbeddingTask::Clustering;
  if (measure == "semantic") return EmbeddingTask::Choice;
  if (measure == "algebra") return EmbeddingTask::Algebra;
  return measure.starts_with("retrieval") ? EmbeddingTask::Retrieval : EmbeddingTask::Mistakes;
}

EncoderScores figures_of(const EmbeddingScores& scores) {
  EncoderScores made;
  made.reads = scores.reads + (scores.with_algebra ? "; algebra decides what it can" : "");
  const auto add = [&](std::string name, double share) {
    made.figures.emplace(std::move(name), 100 * share);
  };
  if (scores.clustering) add("k-means", scores.clustering->accuracy);
  if (scores.choices) add("semantic", scores.choices->accuracy);
  if (scores.mistakes) {
    for (const auto& [name, found] : {std::pair{"no-mistake", scores.mistakes->no_mistake},
                                      std::pair{"mistake", scores.mistakes->mistake}}) {
      add(fmt::format("{}-precision", name), found.precision());
      add(fmt::format("{}-recall", name), found.recall());
      add(fmt::format("{}-f1", name), found.f1());
    }
  }
  if (scores.analogies) add("algebra", scores.analogies->accuracy);
  for (std::size_t d = 0; scores.retrieval && d < kRetrievalDepths.size(); ++d) {
    add(fmt::format("retrieval@{}", kRetrievalDepths[d]), scores.retrieval->precision[d]);
  }
  return made;
}

std::string scores_text(const EncoderScores& scores) {
  return nlohmann::json{{"reads", scores.reads}, {"figures", scores.figures}}.dump() + "\n";
}

base::Result<EncoderScores> read_scores(const std::string& path) {
  const auto text = base::FileSystem::real().read(path, kMostScoreBytes);
  if (!text) return std::unexpected(text.error());
  try {
    const auto json = nlohmann::json::parse(*text);
    EncoderScores scores;
    scores.reads = json.at("reads").get<std::string>();
    for (const auto& [name, value] : json.at("figures").items()) {
      scores.figures.emplace(name, value.get<double>());
    }
    return scores;
  } catch (const std::exception& error) {
    return base::fail(fmt::format("scores in the cache are broken: {}", error.what()), {},
                      "remove the folder cache/");
  }
}

// The number of items, in words.
std::string counts_of(const TaskData& data) {
  std::size_t steps = 0;
  std::size_t mistakes = 0;
  for (const egen::Derivation& derivation : data.derivations) {
    for (std::size_t i = 1; i < derivation.steps.size(); ++i) {
      ++steps;
      if (derivation.steps[i].mistake) ++mistakes;
    }
  }
  std::size_t expressions = 0;
  for (const egen::RetrievalCluster& cluster : data.clusters) {
    expressions += cluster.expressions.size();
  }
  return fmt::format(
      "{} queries; {} derivations with {} steps, {} of them mistakes; {} analogies; {} expressions "
      "in {} clusters",
      data.choices.size(), data.derivations.size(), steps, mistakes, data.analogies.size(),
      expressions, data.clusters.size());
}

class EncoderScoring {
 public:
  EncoderScoring(const Experiment& experiment, const ExperimentCache& cache,
                 const ExperimentOptions& options, ExperimentResults& results)
      : experiment_(experiment), cache_(cache), options_(options), results_(results) {}

  void run() {
    results_.tasks.resize(experiment_.tasks.size());
    results_.encoders.resize(experiment_.systems.size());
    for (auto& row : results_.encoders) row.resize(experiment_.tasks.size());
    for (std::size_t t = 0; t < experiment_.tasks.size(); ++t) {
      for (std::size_t s = 0; s < experiment_.systems.size(); ++s) {
        const TaskSelection wanted = wanted_tasks(experiment_.systems[s], experiment_.tasks[t]);
        if (wanted.chosen == TaskSelection().chosen) continue;
        results_.encoders[s][t].emplace(scores_of(s, t, wanted));
      }
    }
  }

 private:
  struct OpenTasks {
    TaskData data;
    base::Digest identity;
  };

  // The tasks of the system that the tables show.
  TaskSelection wanted_tasks(const ExperimentSystem& system, const EmbeddingTaskSet& set) const {
    TaskSelection wanted;
    if (system.encoder.folder.empty()) return wanted;
    for (const ExperimentTable& table : experiment_.tables) {
      const bool has_row = std::ranges::any_of(
          table.rows, [&](const TableRow& row) { return row.system == system.name; });
      for (const ColumnGroup& group : table.groups) {
        if (!has_row || group.tasks != set.name) continue;
        for (const TableColumn& column : group.columns) {
          const auto task = task_of(column.encoder_measure);
          if (task) wanted.chosen[static_cast<std::size_t>(*task)] = true;
        }
      }
    }
    return wanted;
  }

  // An encoder whose scores are needed.
  struct Question {
    std::string encoder;  // its folder
    bool with_algebra = false;
    const TaskData* data = nullptr;
    const TaskData* threshold = nullptr;  // if null, the derivations of the data give it
    TaskSelection tasks;
  };

  base::Result<EncoderScores> scores_of(std::size_t s, std::size_t t, const TaskSelection& wanted) {
    const EncoderPlan& plan = experiment_.systems[s].encoder;
    const EmbeddingTaskSet& set = experiment_.tasks[t];
    Question question{.encoder = plan.folder, .with_algebra = plan.with_algebra, .tasks = wanted};
    base::Hasher key;
    key.add_text("encoder");
    key.add_number(plan.with_algebra ? 1 : 0);
    for (const bool chosen : wanted.chosen) key.add_number(chosen ? 1 : 0);
    if (plan.folder != kBagOfTokens) {
      const auto path = resolved_path(plan.folder, options_.folder, options_.data);
      if (!path) return std::unexpected(path.error());
      const auto identity = content_digest(*path);
      if (!identity) return std::unexpected(missing_or(*path, plan.folder, identity.error()));
      question.encoder = *path;
      key.add_text(identity->hex());
    }
    const auto& asked = open(set);
    if (!asked) return std::unexpected(asked.error());
    question.data = &asked->data;
    key.add_text(asked->identity.hex());
    if (!set.threshold.empty() && wanted.has(EmbeddingTask::Mistakes)) {
      const auto& others = open(*experiment_.find_tasks(set.threshold));
      if (!others) return std::unexpected(others.error());
      question.threshold = &others->data;
      key.add_text(others->identity.hex());
    }
    key.add_text(options_.program);
    const std::string path = cache_.path("encoder", key.digest());
    if (cache_.has(path)) {
      ++results_.runs_found;
      return read_scores(path);
    }
    options_.say(fmt::format("scoring {} on {}", experiment_.systems[s].name, set.name));
    auto made = score(question);
    if (!made) return made;
    if (auto kept = cache_.write(path, scores_text(*made)); !kept) {
      return std::unexpected(std::move(kept.error()));
    }
    ++results_.runs_made;
    return made;
  }

  base::Result<EncoderScores> score(const Question& question) const {
    const auto embedding = open_embedding(question.encoder, options_.threads);
    if (!embedding) return std::unexpected(embedding.error());
    base::WorkProgress progress;
    EmbeddingScoreOptions scoring;
    scoring.tasks = question.tasks;
    scoring.with_algebra = question.with_algebra;
    scoring.threads = options_.threads;
    scoring.on_progress = [&](std::string_view work, std::uint64_t done, std::uint64_t of) {
      progress.update(work, done, of);
    };
    const auto scores = score_embedding(*embedding, *question.data, question.threshold, scoring);
    if (!scores) return std::unexpected(scores.error());
    return figures_of(*scores);
  }

  const base::Result<OpenTasks>& open(const EmbeddingTaskSet& set) {
    const auto found = tasks_.find(set.name);
    if (found != tasks_.end()) return found->second;
    const auto& made = tasks_.emplace(set.name, make(set)).first->second;
    if (made) results_.tasks[number_of(set)] = counts_of(made->data);
    return made;
  }

  std::size_t number_of(const EmbeddingTaskSet& set) const {
    return static_cast<std::size_t>(&set - experiment_.tasks.data());
  }

  // Makes the tasks in a folder of the cache, as `noether corpus tasks` does.
  base::Result<OpenTasks> make(const EmbeddingTaskSet& set) const {
    const auto source = resolved_path(set.clusters, options_.folder, options_.data);
    if (!source) return std::unexpected(source.error());
    const auto content = content_digest(*source);
    if (!content) return std::unexpected(missing_or(*source, set.clusters, content.error()));
    base::Hasher key;
    key.add_text("tasks");
    key.add_text(content->hex());
    key.add_number(set.seed);
    key.add_number(set.items);
    key.add_text(options_.program);
    const base::Digest identity = key.digest();
    const std::string path = cache_.path("tasks", identity);
    if (!cache_.has(path)) {
      options_.say(fmt::format("making the tasks {} of {}", set.name, set.clusters));
      auto made = cache_.make_folder(
          path, [&](const std::string& folder) { return write_items(set, *source, folder); });
      if (!made) return std::unexpected(std::move(made.error()));
    }
    auto data = load_task_data(path, {});
    if (!data) return std::unexpected(std::move(data.error()));
    return OpenTasks{*std::move(data), identity};
  }

  base::Result<void> write_items(const EmbeddingTaskSet& set, const std::string& source,
                                 const std::string& folder) const {
    const auto clusters = egen::open_clusters(source);
    if (!clusters) return std::unexpected(clusters.error());
    const auto table = egen::MemberTable::read(**clusters);
    if (!table) return std::unexpected(table.error());
    if (table->cluster_count() == 0) {
      return base::fail(fmt::format("there is no cluster in {}", set.clusters));
    }
    base::WorkProgress progress;
    egen::TaskSetOptions making;
    making.source = set.clusters;
    making.folder = folder;
    making.seed = set.seed;
    making.items = set.items;
    making.threads = options_.threads;
    making.on_item = [&](std::string_view task, std::uint64_t done, std::uint64_t of) {
      progress.update(fmt::format("items of {}", task), done, of);
    };
    const auto report = egen::write_task_set(*table, making);
    if (!report) return std::unexpected(report.error());
    return {};
  }

  const Experiment& experiment_;
  const ExperimentCache& cache_;
  const ExperimentOptions& options_;
  ExperimentResults& results_;
  std::map<std::string, base::Result<OpenTasks>> tasks_;
};

}  // namespace

std::span<const std::string_view> encoder_measures() { return kEncoderMeasures; }

bool is_encoder_measure(std::string_view name) {
  return std::ranges::find(kEncoderMeasures, name) != kEncoderMeasures.end();
}

void score_encoders(const Experiment& experiment, const ExperimentCache& cache,
                    const ExperimentOptions& options, ExperimentResults& results) {
  EncoderScoring(experiment, cache, options, results).run();
}

}  // namespace noether::evaluation
