// Scores an embedding on the five tasks of the E-Gen paper, and writes the scores as a table beside
// the paper's, as JSON, and item by item.
//
// The items are read from a folder that `noether corpus tasks` wrote. From any corpus they are
// made, as that command makes them; then clustering and retrieval use the corpus's own clusters as
// they are, where these are not too many.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/egen/tasks/analogies.h"
#include "noether/egen/tasks/derivation_maker.h"
#include "noether/egen/tasks/retrieval.h"
#include "noether/egen/tasks/semantic_choice.h"
#include "noether/evaluation/embedding/clustering_task.h"
#include "noether/evaluation/embedding/meaning.h"
#include "noether/evaluation/embedding/nearest_tasks.h"
#include "noether/evaluation/embedding/pair_tasks.h"

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

struct EmbeddingScoreOptions {
  TaskSelection tasks = TaskSelection::all();
  std::uint64_t seed = 1;  // of K-means
  std::size_t k_means_starts = 10;
  bool with_algebra = false;      // algebra decides what it can, the embedding the rest
  double decision_seconds = 0.5;  // the most that algebra may take for one
  unsigned threads = 1;
  // Reports the current work and its progress.
  std::function<void(std::string_view work, std::uint64_t done, std::uint64_t of)> on_progress = {};
};

struct EmbeddingScores {
  std::string embedding;
  std::string reads;  // see Embedding
  std::size_t width = 0;
  std::uint64_t unreadable = 0;  // expressions that have no vector but zeros: wrong
  bool with_algebra = false;
  std::string data;                   // which corpus, digest and seed
  std::string threshold_data;         // the same, of the derivations that gave the threshold
  bool threshold_is_of_data = false;  // they are those that are scored

  std::vector<std::string_view> without_items;  // tasks that were asked for in vain
  DecisionCost cost;                            // of what algebra was asked

  std::size_t clusters = 0;
  std::size_t expressions = 0;  // of the clusters
  std::uint64_t k_means_seed = 0;
  std::size_t k_means_starts = 0;
  std::size_t grouped = 0;  // expressions of groups that algebra made the clusters
  std::optional<ClusteringScore> clustering;
  std::optional<ChoiceScore> choices;
  std::optional<MistakeScore> mistakes;
  std::optional<AnalogyScore> analogies;
  std::optional<RetrievalScore> retrieval;
};

// Every expression that has to have a vector, each once.
std::vector<std::string> expressions_of(const TaskData& data, const TaskData* threshold_data,
                                        const TaskSelection& tasks);

// The threshold of mistake detection is computed from `threshold_data`; without it from the
// derivations that are scored. A task without items is left out, and an error when there is no
// other.
base::Result<EmbeddingScores> score_embedding(const Embedding& embedding, const TaskData& data,
                                              const TaskData* threshold_data,
                                              const EmbeddingScoreOptions& options);

// One number of the table. All are shares of 1.
struct ScoreRow {
  std::string task;     // "K-means", "retrieval at 5"
  std::string measure;  // "accuracy", "F1"
  double paper = 0;     // the best of the paper's models
  double ours = 0;
  std::optional<double> decided;  // the share of the items that algebra decided
  std::optional<double> ceiling;  // the best that can be had on these data, where that is below 1
};

std::vector<ScoreRow> score_rows(const EmbeddingScores& scores);

// The embedding, the data, the table, and bars.
std::string score_text(const EmbeddingScores& scores);
std::string score_json(const EmbeddingScores& scores, const TaskData& data);
// JSON Lines: every item with its result.
std::string score_details(const EmbeddingScores& scores, const TaskData& data);

// Expressions with their clusters, on which clustering and retrieval are scored.
struct LabelledExpressions {
  std::vector<std::string> expressions;
  std::vector<std::uint32_t> cluster_of;  // of every expression, from 0
  std::size_t clusters = 0;
};

LabelledExpressions label_expressions(std::span<const egen::RetrievalCluster> clusters);

}  // namespace noether::evaluation
