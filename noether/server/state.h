// The data from which the handlers respond: one commit of each index. All of them are replaced
// together when any index has a new commit. A handler takes the snapshot once and keeps it to its
// end, so that a response belongs to one commit, and the files of an older commit stay open until
// their last user is done.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "noether/answer/candidates.h"
#include "noether/answer/generate/text_writer.h"
#include "noether/base/error.h"
#include "noether/base/hash.h"
#include "noether/embedding/text/cross_encoder.h"
#include "noether/index/index_reader.h"
#include "noether/search/contexts/sentence_graphs.h"
#include "noether/search/map/formula_map.h"
#include "noether/search/pipeline/chosen_profile.h"
#include "noether/search/search.h"
#include "noether/search/semantic/formula_encoder.h"
#include "noether/search/suggest/examples.h"
#include "noether/search/suggest/suggester.h"

namespace noether::server {

// Recent answers, by question. Each snapshot has its own cache, so an answer never outlives the
// commit and the models from which it came. Any number of threads may use it at the same time.
class AnswerCache {
 public:
  static constexpr std::size_t kMostAnswers = 64;

  std::optional<std::string> find(std::string_view asked);
  // If there are too many, the least recently used answer is removed.
  void add(std::string asked, std::string answer);

 private:
  std::mutex mutex_;
  std::list<std::pair<std::string, std::string>> answers_;  // most recently used first
};

// The map of a snapshot's formulas. The first request starts to make it in the background, because
// it takes seconds, and no request waits that long. It lives as long as its snapshot, so it always
// belongs to the commit of the snapshot. It is not written to the disk. Any number of threads may
// use it at the same time.
class MapMaker {
 public:
  // Both must outlive this object; the snapshot keeps them.
  MapMaker(const index::IndexReader& index, const search::Catalogue& catalogue)
      : index_(index), catalogue_(catalogue) {}
  // Running work is abandoned within seconds.
  ~MapMaker() = default;
  MapMaker(const MapMaker&) = delete;
  MapMaker& operator=(const MapMaker&) = delete;

  using Made = base::Result<search::FormulaMap>;
  // The first call starts to make the map. Waits this long. Returns null until the map is finished.
  const Made* ask(std::chrono::milliseconds patience);
  // The fraction done, from 0 to 1.
  double progress() const { return progress_; }

 private:
  void make(const std::stop_token& stop);

  const index::IndexReader& index_;
  const search::Catalogue& catalogue_;
  std::atomic<double> progress_ = 0;
  std::mutex mutex_;
  std::condition_variable made_;
  std::unique_ptr<const Made> map_;
  std::jthread worker_;  // last, so that the thread ends before the other members are destroyed
};

// The data from which the handlers respond: one commit of each index. All of them are replaced
// together when any index has a new commit. A handler takes the snapshot once and keeps it to its
// end, so that a response belongs to one commit, and the files of an older commit stay open until
// their last user is done.

// The searchers that are free. A searcher serves one thread at a time and keeps its working memory.
class SearcherPool {
 public:
  SearcherPool(std::shared_ptr<const index::IndexReader> index, search::Profile profile,
               std::shared_ptr<const search::FormulaEncoder> encoder,
               std::shared_ptr<const search::PassageEncoder> texts,
               std::shared_ptr<const embedding::CrossEncoder> cross_encoder);

  struct GiveBack {
    SearcherPool* pool = nullptr;
    void operator()(search::Searcher* searcher) const;
  };
  // The searcher has the weights of the profile. Weights set on it are reset after the loan.
  using Loan = std::unique_ptr<search::Searcher, GiveBack>;
  base::Result<Loan> borrow();

 private:
  std::shared_ptr<const index::IndexReader> index_;
  search::Profile profile_;
  std::shared_ptr<const search::FormulaEncoder> encoder_;
  std::shared_ptr<const search::PassageEncoder> texts_;
  std::shared_ptr<const embedding::CrossEncoder> cross_encoder_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<search::Searcher>> free_;
};

struct Snapshot {
  std::shared_ptr<const index::IndexReader> index;
  search::Profile profile;
  // Null if there is no model, or the index has no vectors of it.
  std::shared_ptr<const search::FormulaEncoder> encoder;
  // Null if the index has no passages.
  std::shared_ptr<const search::PassageEncoder> texts;
  std::shared_ptr<const embedding::CrossEncoder> cross_encoder;  // null if there is no model
  std::shared_ptr<const search::SentenceGraphs> graphs;          // null if there is no parser
  std::shared_ptr<const answer::TextWriter> generator;           // null: no answers are written
  std::string etag;                                              // different for every commit
  std::shared_ptr<const search::Catalogue> catalogue;
  std::unique_ptr<SearcherPool> searchers;
  std::unique_ptr<MapMaker> map;  // after the index and the catalogue, which it reads

  // Example queries, made at the first call, which may take a second.
  const std::vector<search::Example>& examples() const;
  // The ranking of answers to questions, made at the first call.
  const base::Result<answer::CandidateRanking>& candidates() const;
  // Prepares the ranking of answers, so that the first question does not wait for it. If the index
  // is damaged, the next request reports the error.
  void prepare() const { (void)candidates(); }
  mutable AnswerCache answers;

 private:
  mutable std::once_flag examples_once_;
  mutable std::vector<search::Example> examples_;
  mutable std::once_flag candidates_once_;
  mutable base::Result<answer::CandidateRanking> candidates_;
};

struct StateOptions {
  // The folders of the indexes, which are searched as one. Each index is named after its folder.
  std::vector<std::string> folders;
  std::string profile = std::string(search::kDefaultProfile);
  std::string model = {};      // the folder of an encoder; empty: the shipped one, if any
  std::string parser = {};     // the folder of a parser of sentences, likewise
  std::string generator = {};  // the address or folder of a model that writes answers; or empty
  std::string generator_model = {};  // the name of the model at that address
};

// The names of indexes: `notes` for a folder `~/notes.idx`. If two names are the same, the later
// one becomes `notes-2`.
std::vector<std::string> index_names(const std::vector<std::string>& folders);

class State {
 public:
  static base::Result<std::unique_ptr<State>> open(StateOptions options);

  std::shared_ptr<const Snapshot> snapshot() const;
  const StateOptions& options() const { return options_; }

  // Takes over the newest commit. Returns false if it is not new. After an error the old commit
  // stays.
  base::Result<bool> reload();

 private:
  explicit State(StateOptions options);
  base::Result<std::shared_ptr<Snapshot>> read(std::string etag);

  StateOptions options_;
  std::uint64_t run_;
  std::shared_ptr<const search::FormulaEncoder> encoder_;
  std::shared_ptr<const embedding::CrossEncoder> cross_encoder_;
  std::shared_ptr<const search::SentenceGraphs> graphs_;
  std::shared_ptr<const answer::TextWriter> generator_;
  std::mutex reloading_;
  std::shared_ptr<const search::PassageEncoder> texts_;  // opened for the first index that needs it
  std::optional<base::Digest> digest_;                   // of the snapshot's manifests
  mutable std::mutex mutex_;                             // guards the following members
  std::shared_ptr<const Snapshot> snapshot_;
};

}  // namespace noether::server
