// A whole corpus: a cluster for every initial expression, made by many threads.
//
// Threads take blocks of neighbouring initial expressions; a block is written when it is whole. A
// run that was stopped goes on with the blocks that are missing. What is written depends on the
// request alone: not on the threads, nor on how often the run was stopped, nor on which of several
// machines made which block.
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

// Small enough that threads end together and that little is lost when a run is killed.
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
  // Called some ten times a second from the calling thread; initial expressions of this run.
  std::function<void(std::uint64_t done, std::uint64_t of)> on_progress;
  std::function<void(const InitialList&)> on_initials;
  std::function<void(std::uint64_t block)> on_strung;  // while the result is put together
  // When it turns true, the blocks in hand are finished and the run ends.
  const std::atomic<bool>* stop = nullptr;
  std::uint64_t max_blocks = UINT64_MAX;  // as if `stop` turned true after so many
  base::FileSystem* file_system = nullptr;
};

// Time of the threads, by what they did; `cpu` is what they used of it.
struct WorkSeconds {
  double saturate = 0;
  double count = 0;
  double sample = 0;
  double verify = 0;
  double cpu = 0;

  WorkSeconds& operator+=(const WorkSeconds& more);
};

struct GenerateReport {
  bool finished = false;       // else it was stopped, and only the numbers of this run hold
  CorpusManifest manifest;     // when finished
  std::uint64_t initials = 0;  // of this part
  std::uint64_t found = 0;     // of these, in blocks that were there already
  std::uint64_t made = 0;
  double seconds = 0;  // of this run
  WorkSeconds work;
  std::size_t largest_graph = 0;
  double slowest = 0;  // CPU seconds of one cluster
};

// Errors: bad templates or files, a folder that cannot be written or belongs to another plan.
base::Result<GenerateReport> generate_corpus(const GenerateRequest& request,
                                             const GenerateHooks& hooks = {});

}  // namespace noether::egen
