// The data from which the handlers respond: one commit of each index, all of them replaced together
// when any has a new one.
// A handler takes the snapshot once and keeps it to its end, so that a response belongs to one
// commit, and the files of an older one stay open until their last user is done.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "noether/answer/candidates.h"
#include "noether/answer/generate/text_writer.h"
#include "noether/base/error.h"
#include "noether/base/hash.h"
#include "noether/embedding/text/cross_encoder.h"
#include "noether/index/index_reader.h"
#include "noether/search/contexts/sentence_graphs.h"
#include "noether/search/profile/chosen_profile.h"
#include "noether/search/search.h"
#include "noether/search/semantic/formula_encoder.h"
#include "noether/search/suggest/examples.h"
#include "noether/search/suggest/suggester.h"
#include "noether/server/answer_cache.h"
#include "noether/server/map_maker.h"

namespace noether::server {

// A searcher serves one thread at a time and keeps its working memory: the free ones wait here.
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
  // Comes with the weights of the profile; weights set on it do not outlast the loan.
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
  // None when there is no model, or the index has no vectors of it.
  std::shared_ptr<const search::FormulaEncoder> encoder;
  // Null when the index has no passages.
  std::shared_ptr<const search::PassageEncoder> texts;
  std::shared_ptr<const embedding::CrossEncoder> cross_encoder;  // null when there is no model
  std::shared_ptr<const search::SentenceGraphs> graphs;          // null when there is no parser
  std::shared_ptr<const answer::TextWriter> generator;           // null: no answer is written
  std::string etag;                                              // another one for every commit
  std::shared_ptr<const search::Catalogue> catalogue;
  std::unique_ptr<SearcherPool> searchers;
  std::unique_ptr<MapMaker> map;  // behind the index and the catalogue that it reads

  // Example queries, made at the first call, which may take a second.
  const std::vector<search::Example>& examples() const;
  // The ranking of answers to questions, made at the first call.
  const base::Result<answer::CandidateRanking>& candidates() const;
  // Prepares the ranking of answers, so that the first question does not wait for it. If the index
  // is damaged, the request gets the error.
  void prepare() const { (void)candidates(); }
  mutable AnswerCache answers;

 private:
  mutable std::once_flag examples_once_;
  mutable std::vector<search::Example> examples_;
  mutable std::once_flag candidates_once_;
  mutable base::Result<answer::CandidateRanking> candidates_;
};

struct StateOptions {
  // The folders of the indexes, which are searched as one. The name of each is that of its folder.
  std::vector<std::string> folders;
  std::string profile = std::string(search::kDefaultProfile);
  std::string model = {};      // the folder of an encoder; empty: the one that ships, if any
  std::string parser = {};     // that of a parser of sentences, likewise
  std::string generator = {};  // the address or folder of what writes answers; empty: nothing does
  std::string generator_model = {};  // at that address
};

// The names of indexes: `notes` for a folder `~/notes.idx`. If two names are the same, the later
// one becomes `notes-2`.
std::vector<std::string> index_names(const std::vector<std::string>& folders);

class State {
 public:
  static base::Result<std::unique_ptr<State>> open(StateOptions options);

  std::shared_ptr<const Snapshot> snapshot() const;
  const StateOptions& options() const { return options_; }

  // Takes over the newest commit, if it is new. Returns false if there is none. An error keeps the
  // old one.
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
  std::optional<base::Digest> digest_;                   // of the manifests that the snapshot is of
  mutable std::mutex mutex_;                             // of what follows
  std::shared_ptr<const Snapshot> snapshot_;
};

}  // namespace noether::server
