// Scores of an embedding as a table beside the paper's, as JSON, and item by item.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "noether/evaluation/embedding/score_embedding.h"

namespace noether::evaluation {

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

}  // namespace noether::evaluation
