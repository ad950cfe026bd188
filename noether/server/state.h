// What the handlers answer from: one commit of the index, which is exchanged as a whole when there
// is a new one.
//
// A handler takes the snapshot once and keeps it to its end, so that an answer is of one commit and
// the files of an older one stay open until the last who uses them is done.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/hash.h"
#include "noether/index/index_reader.h"
#include "noether/search/profile/profile.h"
#include "noether/search/search.h"
#include "noether/search/semantic/formula_encoder.h"
#include "noether/search/suggest/suggester.h"

namespace noether::server {

// A searcher serves one thread at a time and keeps its working memory: the free ones wait here.
class SearcherPool {
 public:
  SearcherPool(std::shared_ptr<const index::IndexReader> index, search::Profile profile,
               std::shared_ptr<const search::FormulaEncoder> encoder);

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
  std::mutex mutex_;
  std::vector<std::unique_ptr<search::Searcher>> free_;
};

struct Snapshot {
  std::shared_ptr<const index::IndexReader> index;
  search::Profile profile;
  // None when there is no model, or the index has no vectors of it.
  std::shared_ptr<const search::FormulaEncoder> encoder;
  std::string etag;  // another one for every commit
  std::shared_ptr<const search::Catalogue> catalogue;
  std::unique_ptr<SearcherPool> searchers;
};

struct StateOptions {
  std::string folder;  // of the index
  std::string profile = std::string(search::kDefaultProfile);
  std::string model;  // the folder of an encoder; empty: the one that ships, if any
};

class State {
 public:
  static base::Result<std::unique_ptr<State>> open(StateOptions options);

  std::shared_ptr<const Snapshot> snapshot() const;
  const StateOptions& options() const { return options_; }

  // Takes the newest commit, if there is one that it has not. False when there is nothing new. An
  // error leaves the old one in place.
  base::Result<bool> reload();

 private:
  explicit State(StateOptions options);
  base::Result<std::shared_ptr<Snapshot>> read(std::string etag) const;

  StateOptions options_;
  std::uint64_t run_;
  search::Profile profile_;
  std::shared_ptr<const search::FormulaEncoder> encoder_;
  std::mutex reloading_;
  std::optional<base::Digest> digest_;  // of the manifest that the snapshot is of
  mutable std::mutex mutex_;            // of what follows
  std::shared_ptr<const Snapshot> snapshot_;
};

}  // namespace noether::server
