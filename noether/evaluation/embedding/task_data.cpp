#include "noether/evaluation/embedding/score_embedding.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>

#include "noether/base/file_system.h"
#include "noether/base/temporary_folder.h"
#include "noether/egen/cluster.h"
#include "noether/egen/formats/whole_number.h"
#include "noether/egen/tasks/task_files.h"
#include "noether/egen/tasks/task_set.h"
#include "noether/egen/training/member_table.h"

namespace noether::evaluation {
namespace {

constexpr std::uint64_t kMaxManifestBytes = std::uint64_t{1} << 20;

constexpr std::array<std::string_view, kEmbeddingTasks> kNames{"k-means", "semantic", "mistakes",
                                                               "algebra", "retrieval"};

template <typename Items>
base::Result<void> read_into(Items& items, base::Result<Items> read) {
  if (!read) return std::unexpected(read.error());
  items = *std::move(read);
  return {};
}

bool needs_clusters(const TaskSelection& tasks) {
  return tasks.has(EmbeddingTask::Clustering) || tasks.has(EmbeddingTask::Retrieval);
}

base::Result<void> read_items(const std::string& folder, const TaskSelection& tasks,
                              TaskData& data) {
  const auto path = [&](std::string_view name) { return folder + "/" + std::string(name); };
  base::Result<void> read;
  if (tasks.has(EmbeddingTask::Choice)) {
    read = read_into(data.choices, egen::read_semantic_choices(path(egen::kSemanticFile)));
  }
  if (read && tasks.has(EmbeddingTask::Mistakes)) {
    read = read_into(data.derivations, egen::read_derivations(path(egen::kDerivationsFile)));
  }
  if (read && tasks.has(EmbeddingTask::Algebra)) {
    read = read_into(data.analogies, egen::read_analogies(path(egen::kAnalogiesFile)));
    if (read) read = read_into(data.pool, egen::read_analogy_pool(path(egen::kAnalogyPoolFile)));
  }
  if (read && needs_clusters(tasks) && !data.as_they_are) {
    read = read_into(data.clusters, egen::read_retrieval_clusters(path(egen::kRetrievalFile)));
  }
  return read;
}

// The manifest of a folder of task sets; nothing if `path` is not such a folder.
std::optional<nlohmann::json> task_manifest(const std::string& path) {
  const auto text = base::FileSystem::real().read(path + "/manifest.json", kMaxManifestBytes);
  if (!text) return std::nullopt;
  auto json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_object() || json.value("holds", nlohmann::json()) != "tasks") return std::nullopt;
  return json;
}

base::Result<TaskData> read_task_folder(const std::string& path, const nlohmann::json& manifest,
                                        const TaskSelection& tasks) {
  TaskData data;
  data.path = path;
  try {
    data.corpus = manifest.at("source").get<std::string>();
    data.digest = manifest.at("source_digest").get<std::string>();
    data.seed = egen::whole_number_at<std::uint64_t>(manifest, "seed");
  } catch (const std::exception& error) {
    return base::fail(fmt::format("{}/manifest.json: {}", path, error.what()), {},
                      "write the folder again with `noether corpus tasks`");
  }
  if (auto read = read_items(path, tasks, data); !read) return std::unexpected(read.error());
  return data;
}

void take_clusters(const egen::MemberTable& table, TaskData& data) {
  for (std::size_t c = 0; c < table.cluster_count(); ++c) {
    egen::RetrievalCluster& cluster = data.clusters.emplace_back();
    cluster.cluster_id = table.cluster_id(c);
    for (std::uint64_t m = 0; m < table.size_of(c); ++m) {
      cluster.expressions.emplace_back(table.expression(table.first_member(c) + m));
    }
  }
}

// Makes the items in a folder, so that they equal those that `noether corpus tasks` writes.
base::Result<void> make_items(const egen::MemberTable& table, const TaskDataOptions& options,
                              TaskData& data) {
  try {
    const base::TemporaryFolder folder;
    egen::TaskSetOptions set;
    set.source = data.path;
    set.folder = folder.path();
    set.seed = options.seed;
    const bool draws_items =
        options.tasks.has(EmbeddingTask::Choice) || options.tasks.has(EmbeddingTask::Mistakes);
    set.items = draws_items ? options.items : 0;
    set.threads = options.threads;
    set.on_item = options.on_item;
    if (data.as_they_are || !needs_clusters(options.tasks)) set.retrieval.clusters = 0;
    if (!options.tasks.has(EmbeddingTask::Algebra)) set.analogies = set.pool = 0;
    if (const auto made = egen::write_task_set(table, set); !made) {
      return std::unexpected(made.error());
    }
    return read_items(folder.path(), options.tasks, data);
  } catch (const std::exception& error) {
    return base::fail(fmt::format("cannot make the task sets: {}", error.what()));
  }
}

}  // namespace

std::string_view embedding_task_name(EmbeddingTask task) {
  return kNames[static_cast<std::size_t>(task)];
}

TaskSelection TaskSelection::all() {
  TaskSelection selection;
  selection.chosen.fill(true);
  return selection;
}

base::Result<TaskSelection> TaskSelection::parse(std::string_view names) {
  TaskSelection selection;
  while (true) {
    const std::string_view name = names.substr(0, names.find(','));
    const auto found = std::ranges::find(kNames, name);
    if (found == kNames.end()) {
      return base::fail(fmt::format("there is no task `{}`", name), {},
                        fmt::format("tasks are {}", fmt::join(kNames, ", ")));
    }
    selection.chosen[static_cast<std::size_t>(found - kNames.begin())] = true;
    if (name.size() == names.size()) return selection;
    names.remove_prefix(name.size() + 1);
  }
}

bool TaskData::has_items(EmbeddingTask task) const {
  switch (task) {
    case EmbeddingTask::Choice:
      return !choices.empty();
    case EmbeddingTask::Mistakes:
      return !derivations.empty();
    case EmbeddingTask::Algebra:
      return !analogies.empty();
    case EmbeddingTask::Clustering:
    case EmbeddingTask::Retrieval:
      return !clusters.empty();
  }
  return false;
}

std::string TaskData::description() const {
  std::string text = path;
  if (corpus != path) text += fmt::format(", made from {}", corpus);
  text += fmt::format(" (digest {}), seed {}", digest, seed);
  if (as_they_are) text += "; all clusters as they are";
  return text;
}

base::Result<TaskData> load_task_data(const std::string& path, const TaskDataOptions& options) {
  if (const auto manifest = task_manifest(path)) {
    return read_task_folder(path, *manifest, options.tasks);
  }
  auto source = egen::open_clusters(path);
  if (!source) return std::unexpected(source.error());
  const auto table = egen::MemberTable::read(**source);
  if (!table) return std::unexpected(table.error());
  if (table->cluster_count() == 0)
    return base::fail(fmt::format("there is no cluster in {}", path));
  TaskData data;
  data.path = data.corpus = path;
  data.digest = table->digest().hex();
  data.seed = options.seed;
  data.was_made = true;
  if (needs_clusters(options.tasks) && table->cluster_count() <= kMostClusters &&
      table->member_count() <= kMostClusteredExpressions) {
    data.as_they_are = true;
    take_clusters(*table, data);
  }
  const bool is_complete = data.as_they_are && !options.tasks.has(EmbeddingTask::Choice) &&
                           !options.tasks.has(EmbeddingTask::Mistakes) &&
                           !options.tasks.has(EmbeddingTask::Algebra);
  if (is_complete) return data;
  if (auto made = make_items(*table, options, data); !made) return std::unexpected(made.error());
  return data;
}

}  // namespace noether::evaluation
