// Builds an index from documents with several threads: each analyses a batch of documents and
// writes it as a segment; at the end all segments are committed at once, and then merged.
// Batches depend only on the size of their documents, so the bytes of the index do not depend on
// the number of threads. The index does not change before the commit, however the work ends.
// A document replaces the one with the same id in the index. If an id occurs twice in one run, the
// first document is kept and the later one is refused and reported: two different documents with
// one id are an error in the collection. A refused document replaces nothing.
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
  std::uint64_t documents = 0;  // documents that were added to the index
  std::uint64_t replaced = 0;   // of these, documents that replaced an older one
  std::uint64_t unchanged = 0;  // documents that the index already had, and that were skipped
  std::uint64_t refused = 0;
  // Documents of the same sources that were in the index and did not occur this time: those that
  // were removed, and those that were kept.
  std::uint64_t removed = 0;
  std::uint64_t not_seen = 0;
  std::uint64_t of_unknown_origin = 0;  // older documents of unknown source, which are kept
  std::uint64_t text_bytes = 0;
  std::uint64_t formulas = 0;  // places of formulas
  std::uint64_t segments = 0;  // written before merging
};

struct BuildOptions {
  unsigned threads = 1;
  // The approximate memory of documents, terms and postings; a few megabytes are added.
  std::uint64_t memory_bytes = std::uint64_t{512} << 20;
  // The sources of this run, by unique names, and the source, from 0, of the last document. The
  // index stores it.
  std::vector<std::string> origins = {};
  std::function<std::size_t()> origin = {};
  // Called when all documents were read. True means that the sources were read completely, so
  // documents that came from them earlier and did not occur now are removed in the same commit.
  std::function<bool()> is_complete = {};
  // If `is_complete` was false, called for each document that did not occur: whether it is no
  // longer in its source. If this is not set, all of them are kept.
  std::function<bool(std::string_view origin, const text::Document&)> is_gone = {};
  // Skips a document that the index already has, from the same source and with the same content.
  // Set this only for an index that this program made itself: another program may read formulas
  // differently.
  bool skip_unchanged = false;
  // Called by the reading thread after each document.
  std::function<void(const BuildCounts&)> progress = {};
  // Called at the end for each refused document, in order, with its id and the reason.
  std::function<void(const std::string& id, const base::Error& why)> refused = {};
};

// Creates the index if it is missing. Returns an error if the documents cannot be read or the index
// cannot be written; its last commit remains. If only merging failed, that commit contains the
// documents.
base::Result<BuildCounts> build_index(const std::string& folder, const NextDocument& next,
                                      const BuildOptions& options = {},
                                      base::FileSystem& file_system = base::FileSystem::real());

}  // namespace noether::index
