// Documents into an index, by several threads: each cuts up a batch of documents and writes it as a
// segment; at the end all segments are committed at once, and then merged.
//
// Batches are cut by the size of their documents alone, so the bytes of the index are the same
// whatever the number of threads. Until the commit the index is what it was, however the work ends.
//
// A document whose id the index has already replaces the one there. When an id comes twice in one
// run, the first document stays and the later one is refused and reported: two different
// documents of one name are a mistake of the collection, and which one is meant nobody knows.
// A document that is refused replaces nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/file_system.h"
#include "noether/text/document.h"

namespace noether::index {

// Gives the next document, or false at the end; called by one thread only.
using NextDocument = std::function<base::Result<bool>(text::Document&)>;

struct BuildCounts {
  std::uint64_t documents = 0;  // that came into the index
  std::uint64_t replaced = 0;   // of them, in the place of an older one
  std::uint64_t unchanged = 0;  // that were in the index as they are, and were passed over
  std::uint64_t refused = 0;
  // Documents of the same sources that the index had and that did not come this time: those that
  // were taken out, and those that were left in.
  std::uint64_t removed = 0;
  std::uint64_t not_seen = 0;
  std::uint64_t of_unknown_origin = 0;  // older documents of which no source is known, and stay
  std::uint64_t text_bytes = 0;
  std::uint64_t formulas = 0;  // places of formulas
  std::uint64_t segments = 0;  // that were written before merging
};

struct BuildOptions {
  unsigned threads = 1;
  // About what documents, terms and postings take in memory; a few megabytes come on top.
  std::uint64_t memory_bytes = std::uint64_t{512} << 20;
  // The sources of this run, by names that tell each from all others, and which of them, from 0,
  // the last document came from. The index remembers it.
  std::vector<std::string> origins = {};
  std::function<std::size_t()> origin = {};
  // Asked when all documents were read. True: all there is in the sources was seen, so documents
  // that came from them before, and did not come now, are taken out in the same commit.
  std::function<bool()> is_complete = {};
  // Asked after that, when it was false, about each document that did not come: whether it is gone
  // from its source all the same. When this is not given, none is.
  std::function<bool(std::string_view origin, const text::Document&)> is_gone = {};
  // Leaves a document alone that the index has already, of the same source and the same in all its
  // parts: for an index that this program has made itself, since another one may read formulas
  // otherwise.
  bool skip_unchanged = false;
  // Told by the reading thread after each document.
  std::function<void(const BuildCounts&)> progress = {};
  // A document that was not taken: its id, and why. In the order of the documents, at the end.
  std::function<void(const std::string& id, const base::Error& why)> refused = {};
};

// Makes the index when there is none. An error when the documents cannot be read on, or the index
// not be written; its last commit stands then. That has the documents when only merging failed.
base::Result<BuildCounts> build_index(const std::string& folder, const NextDocument& next,
                                      const BuildOptions& options = {},
                                      base::FileSystem& file_system = base::FileSystem::real());

}  // namespace noether::index
