// Makes the runs of an experiment that are not in the cache, on all processors, from the index of a
// collection: an existing index, or one that is made once and cached.
// Systems are prepared in parallel. Then all topics of all systems form one list from which threads
// take work; the place of a topic in a run does not depend on the thread.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/hash.h"
#include "noether/collection/topics.h"
#include "noether/evaluation/experiment/cache.h"
#include "noether/evaluation/experiment/run_experiment.h"
#include "noether/evaluation/runs/run_ranking.h"
#include "noether/index/index_reader.h"
#include "noether/search/pipeline/profile.h"

namespace noether::evaluation {

struct CollectionIndex {
  std::shared_ptr<const index::IndexReader> index;
  base::Digest identity;  // of the manifest of the commit, which has digests of all its files
};

base::Result<CollectionIndex> open_collection_index(const ExperimentCollection& collection,
                                                    const ExperimentCache& cache,
                                                    const ExperimentOptions& options);

// Topics with the index of their collection.
struct OpenTopics {
  CollectionIndex collection;
  std::vector<collection::Topic> topics;
  std::unordered_map<std::string, std::string> posts;
  base::Digest identity;  // of the whole set
};
base::Result<OpenTopics> open_topics(const TopicSet& set, const CollectionIndex& collection,
                                     const ExperimentOptions& options);

struct NamedProfile {
  search::Profile profile;
  base::Digest identity;
};
// Opens a profile that ships with Noether, or one in a file.
base::Result<NamedProfile> open_profile(const std::string& name, const ExperimentOptions& options);

struct RunJob {
  std::string system;
  std::string set;                        // the name of the topics
  const NamedProfile* profile = nullptr;  // null if a decoder answers
  const OpenTopics* topics = nullptr;
  RunRequest request;
  const AnswerPlan* answers = nullptr;  // for Task 3
  std::string generator = {};           // the folder of its decoder
  std::string path;                     // in the cache; see run_path
  base::Result<void> outcome = {};
};

// `system` identifies the profile or the decoder; `answers` is null except in Task 3.
std::string run_path(const ExperimentCache& cache, const base::Digest& system,
                     const OpenTopics& topics, const RunRequest& request, const AnswerPlan* answers,
                     const std::string& program);

// If a job or one of its topics fails, the job has the error, and nothing is cached.
void make_runs(std::vector<RunJob>& jobs, const ExperimentCache& cache,
               const ExperimentOptions& options);

}  // namespace noether::evaluation
