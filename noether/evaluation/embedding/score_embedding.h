// Scores an embedding on the five tasks of the E-Gen paper. Writes the scores as a table beside the
// paper's, as JSON, and item by item.
//
// The items are read from a folder that `noether corpus tasks` wrote, or made from any corpus as
// that command makes them. In the latter case clustering and retrieval use the corpus's own
// clusters, unless these are too many.
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
// The names k-means, semantic, mistakes, algebra and retrieval.
std::string_view embedding_task_name(EmbeddingTask task);

struct TaskSelection {
  std::array<bool, kEmbeddingTasks> chosen{};

  static TaskSelection all();
  // Parses names separated by commas.
  static base::Result<TaskSelection> parse(std::string_view names);
  bool has(EmbeddingTask task) const { return chosen[static_cast<std::size_t>(task)]; }
};

// The limits up to which all expressions and clusters of a corpus are clustered; of more, some are
// drawn.
inline constexpr std::size_t kMostClusteredExpressions = 20'000;
inline constexpr std::size_t kMostClusters = 1'000;

struct TaskData {
  std::string path;          // as the user gave it
  std::string corpus;        // the source of the items
  std::string digest;        // of that corpus
  std::uint64_t seed = 0;    // the seed by which items were drawn
  bool as_they_are = false;  // the clusters are all those of the corpus
  bool was_made = false;     // the items were made from a corpus rather than read

  std::vector<egen::SemanticChoice> choices;
  std::vector<egen::Derivation> derivations;
  std::vector<egen::Analogy> analogies;
  std::vector<egen::PoolEntry> pool;
  std::vector<egen::RetrievalCluster> clusters;

  bool has_items(EmbeddingTask task) const;
  // The corpus, its digest and the seed, for people.
  std::string description() const;
};

struct TaskDataOptions {
  TaskSelection tasks = TaskSelection::all();
  std::uint64_t seed = 1;      // for items that are made
  std::uint64_t items = 1000;  // the number of choices and derivations, if they are made
  unsigned threads = 1;
  std::function<void(std::string_view task, std::uint64_t done, std::uint64_t of)> on_item = {};
};

// Returns an error if the corpus has no clusters.
base::Result<TaskData> load_task_data(const std::string& path, const TaskDataOptions& options);

struct EmbeddingScoreOptions {
  TaskSelection tasks = TaskSelection::all();
  std::uint64_t seed = 1;  // for K-means
  std::size_t k_means_starts = 10;
  bool with_algebra = false;      // algebra decides where it can, the embedding decides the rest
  double decision_seconds = 0.5;  // the time limit for one decision of algebra
  unsigned threads = 1;
  // Reports the current work and its progress.
  std::function<void(std::string_view work, std::uint64_t done, std::uint64_t of)> on_progress = {};
};

struct EmbeddingScores {
  std::string embedding;
  std::string reads;  // see Embedding::reads
  std::size_t width = 0;
  std::uint64_t unreadable = 0;  // expressions whose vector is zero; they count as wrong
  bool with_algebra = false;
  std::string data;                   // the corpus, its digest and the seed
  std::string threshold_data;         // the same for the derivations that gave the threshold
  bool threshold_is_of_data = false;  // those derivations are the ones scored

  std::vector<std::string_view> without_items;  // requested tasks that have no items
  DecisionCost cost;                            // the cost of algebra's decisions

  std::size_t clusters = 0;
  std::size_t expressions = 0;  // in the clusters
  std::uint64_t k_means_seed = 0;
  std::size_t k_means_starts = 0;
  std::size_t grouped = 0;  // expressions in groups that algebra took as clusters
  std::optional<ClusteringScore> clustering;
  std::optional<ChoiceScore> choices;
  std::optional<MistakeScore> mistakes;
  std::optional<AnalogyScore> analogies;
  std::optional<RetrievalScore> retrieval;
};

// The expressions that need a vector, each once.
std::vector<std::string> expressions_of(const TaskData& data, const TaskData* threshold_data,
                                        const TaskSelection& tasks);

// The threshold of mistake detection is computed from `threshold_data` if it is given, else from
// the derivations that are scored. A task without items is left out; if no task is left, the result
// is an error.
base::Result<EmbeddingScores> score_embedding(const Embedding& embedding, const TaskData& data,
                                              const TaskData* threshold_data,
                                              const EmbeddingScoreOptions& options);

// One number of the table. All numbers are shares of 1.
struct ScoreRow {
  std::string task;     // "K-means", "retrieval at 5"
  std::string measure;  // "accuracy", "F1"
  double paper = 0;     // the best value of the paper's models
  double ours = 0;
  std::optional<double> decided;  // the share of the items that algebra decided
  std::optional<double> ceiling;  // the best possible value for these data, if it is below 1
};

std::vector<ScoreRow> score_rows(const EmbeddingScores& scores);

// A text with the embedding, the data, the table, and bars.
std::string score_text(const EmbeddingScores& scores);
std::string score_json(const EmbeddingScores& scores, const TaskData& data);
// JSON Lines with every item and its result.
std::string score_details(const EmbeddingScores& scores, const TaskData& data);

// Expressions with their clusters, for clustering and retrieval.
struct LabelledExpressions {
  std::vector<std::string> expressions;
  std::vector<std::uint32_t> cluster_of;  // for every expression, from 0
  std::size_t clusters = 0;
};

LabelledExpressions label_expressions(std::span<const egen::RetrievalCluster> clusters);

}  // namespace noether::evaluation
