// Generates a whole corpus: a cluster for every initial expression, by many threads.
//
// Threads take blocks of neighbouring initial expressions; a block is written when it is complete.
// An interrupted run resumes with the missing blocks. The result depends on the request alone: not
// on the number of threads, the number of interruptions, or which of several machines made which
// block.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "noether/base/error.h"
#include "noether/base/file_system.h"
#include "noether/egen/clusters/cluster_maker.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/templates/initial_expressions.h"

namespace noether::egen {

// Small enough that threads finish at about the same time and a killed run loses little.
inline constexpr std::uint64_t kInitialsPerBlock = 16;

struct GenerateRequest {
  InitialRequest initials;
  ClusterOptions clusters;
  std::uint64_t seed = 0;
  CorpusFormat format = CorpusFormat::EgenText;
  CorpusPart part;
  std::string folder;
  unsigned threads = 1;
};

struct GenerateHooks {
  // Called about ten times a second by the calling thread, with counts of this run's initial
  // expressions.
  std::function<void(std::uint64_t done, std::uint64_t of)> on_progress;
  std::function<void(const InitialList&)> on_initials;
  std::function<void(std::uint64_t block)> on_strung;  // called while the blocks are concatenated
  // When it becomes true, the run finishes the blocks in progress and ends.
  const std::atomic<bool>* stop = nullptr;
  std::uint64_t max_blocks = UINT64_MAX;  // ends the run after this many blocks, like `stop`
  base::FileSystem* file_system = nullptr;
};

// Seconds of the threads, by activity; `cpu` is the processor time among them.
struct WorkSeconds {
  double saturate = 0;
  double count = 0;
  double sample = 0;
  double verify = 0;
  double cpu = 0;

  WorkSeconds& operator+=(const WorkSeconds& more);
};

struct GenerateReport {
  bool finished = false;  // false: the run was stopped, and only the numbers of this run are valid
  CorpusManifest manifest;     // if finished
  std::uint64_t initials = 0;  // of this part
  std::uint64_t found = 0;     // of these, in blocks that already existed
  std::uint64_t made = 0;
  double seconds = 0;  // of this run
  WorkSeconds work;
  std::size_t largest_graph = 0;
  double slowest = 0;  // CPU seconds of the slowest cluster
};

// Errors: bad templates or files, or a folder that cannot be written or belongs to another plan.
base::Result<GenerateReport> generate_corpus(const GenerateRequest& request,
                                             const GenerateHooks& hooks = {});

}  // namespace noether::egen
