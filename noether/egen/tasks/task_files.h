// Writes and reads the files of the task sets, each in JSON Lines. See docs/tasks.md.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/egen/tasks/analogies.h"
#include "noether/egen/tasks/derivation_maker.h"
#include "noether/egen/tasks/retrieval.h"
#include "noether/egen/tasks/semantic_choice.h"

namespace noether::egen {

inline constexpr std::string_view kSemanticFile = "semantic.jsonl";
inline constexpr std::string_view kDerivationsFile = "derivations.jsonl";
inline constexpr std::string_view kAnalogiesFile = "analogies.jsonl";
inline constexpr std::string_view kAnalogyPoolFile = "analogy_pool.jsonl";
inline constexpr std::string_view kRetrievalFile = "retrieval.jsonl";

// Returns one line of a file, without its end.
std::string json_line(const SemanticChoice& item);
std::string json_line(const Derivation& item);
std::string json_line(const Analogy& item);
std::string json_line(const PoolEntry& item);
std::string json_line(const RetrievalCluster& item);

// Parses a line; an error describes the problem.
base::Result<void> read_json_line(std::string_view line, SemanticChoice& item);
base::Result<void> read_json_line(std::string_view line, Derivation& item);
base::Result<void> read_json_line(std::string_view line, Analogy& item);
base::Result<void> read_json_line(std::string_view line, PoolEntry& item);
base::Result<void> read_json_line(std::string_view line, RetrievalCluster& item);

// Errors name the file, the line and the problem.
base::Result<std::vector<SemanticChoice>> read_semantic_choices(const std::string& path);
base::Result<std::vector<Derivation>> read_derivations(const std::string& path);
base::Result<std::vector<Analogy>> read_analogies(const std::string& path);
base::Result<std::vector<PoolEntry>> read_analogy_pool(const std::string& path);
base::Result<std::vector<RetrievalCluster>> read_retrieval_clusters(const std::string& path);

}  // namespace noether::egen
