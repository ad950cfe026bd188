// The items of the five tasks, and where they come from.
//
// From a folder that `noether corpus tasks` wrote they are read. From any corpus they are made, as
// that command makes them; then clustering and retrieval use the corpus's own clusters as they
// are, where these are not too many.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/egen/tasks/analogies.h"
#include "noether/egen/tasks/derivation_maker.h"
#include "noether/egen/tasks/retrieval.h"
#include "noether/egen/tasks/semantic_choice.h"

namespace noether::evaluation {

enum class EmbeddingTask : std::uint8_t { Clustering, Choice, Mistakes, Algebra, Retrieval };
inline constexpr std::size_t kEmbeddingTasks = 5;
// k-means semantic mistakes algebra retrieval
std::string_view embedding_task_name(EmbeddingTask task);

struct TaskSelection {
  std::array<bool, kEmbeddingTasks> chosen{};

  static TaskSelection all();
  // Names separated by commas.
  static base::Result<TaskSelection> parse(std::string_view names);
  bool has(EmbeddingTask task) const { return chosen[static_cast<std::size_t>(task)]; }
};

// More expressions, and more clusters, are not clustered as they are: of them some are drawn.
inline constexpr std::size_t kMostClusteredExpressions = 20'000;
inline constexpr std::size_t kMostClusters = 1'000;

struct TaskData {
  std::string path;          // as given
  std::string corpus;        // what the items were made from
  std::string digest;        // of that corpus
  std::uint64_t seed = 0;    // by which items were drawn
  bool as_they_are = false;  // the clusters are those of the corpus, none drawn or left out
  bool was_made = false;     // from a corpus, rather than read

  std::vector<egen::SemanticChoice> choices;
  std::vector<egen::Derivation> derivations;
  std::vector<egen::Analogy> analogies;
  std::vector<egen::PoolEntry> pool;
  std::vector<egen::RetrievalCluster> clusters;

  bool has_items(EmbeddingTask task) const;
  // For people: the corpus, its digest and the seed.
  std::string description() const;
};

struct TaskDataOptions {
  TaskSelection tasks = TaskSelection::all();
  std::uint64_t seed = 1;      // for what is made
  std::uint64_t items = 1000;  // of choices and derivations, when they are made
  unsigned threads = 1;
  std::function<void(std::string_view task, std::uint64_t done, std::uint64_t of)> on_item = {};
};

// An error where the corpus has no clusters.
base::Result<TaskData> load_task_data(const std::string& path, const TaskDataOptions& options);

}  // namespace noether::evaluation
