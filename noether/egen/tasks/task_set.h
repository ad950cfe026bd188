// The task sets of the paper, made from one corpus: a folder of JSON Lines files and manifest.json,
// which is written last. See docs/tasks.md. A folder that holds anything else is refused.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "noether/base/file_system.h"
#include "noether/egen/tasks/derivation_maker.h"
#include "noether/egen/tasks/retrieval.h"
#include "noether/egen/training/member_table.h"

namespace noether::egen {

struct TaskSetOptions {
  std::string source;  // the path of the corpus, for the manifest
  std::string folder;
  std::uint64_t seed = 1;
  std::uint64_t items = 1000;  // of semantic choice, and of derivations
  std::size_t analogies = 584;
  // expressions of the corpus in which answers of analogies are searched
  std::size_t pool = 10'000;
  RetrievalOptions retrieval;
  DerivationOptions derivations;
  unsigned threads = 1;  // 0: as many as the machine runs at once
  std::function<void(std::string_view task, std::uint64_t done, std::uint64_t of)> on_item;
};

struct TaskSetReport {
  std::uint64_t semantic_items = 0;
  std::uint64_t derivations = 0;
  std::uint64_t steps = 0;  // from one line to the next
  std::uint64_t mistakes = 0;
  std::uint64_t analogies = 0;
  std::uint64_t pool = 0;
  std::uint64_t retrieval_clusters = 0;
  std::uint64_t retrieval_expressions = 0;
};

// A corpus that is too small gives fewer items; the report says how many. Items are a function of
// the corpus, the seed and the counts, whatever the number of threads.
base::Result<TaskSetReport> write_task_set(
    const MemberTable& table, const TaskSetOptions& options,
    base::FileSystem& file_system = base::FileSystem::real());

}  // namespace noether::egen
