// Scores an embedding on the five tasks of the E-Gen paper.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/evaluation/embedding/analogy_task.h"
#include "noether/evaluation/embedding/choice_task.h"
#include "noether/evaluation/embedding/clustering_task.h"
#include "noether/evaluation/embedding/meaning.h"
#include "noether/evaluation/embedding/mistake_task.h"
#include "noether/evaluation/embedding/retrieval_task.h"
#include "noether/evaluation/embedding/task_data.h"

namespace noether::evaluation {

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

}  // namespace noether::evaluation
