// The state that the readers of one collection share, and the dispatch of files to their readers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "noether/collection/document_source.h"
#include "noether/collection/file_walk.h"

namespace noether::collection {

struct Reading {
  CollectionOptions options;
  ProblemList& problems;
  LeftOut left_out = {};
};

struct ArchiveBudget;

// The nesting depth of archives, and the budget for unpacking that is left; null and 0 outside
// archives.
struct ArchiveLevel {
  std::shared_ptr<ArchiveBudget> budget = nullptr;
  int depth = 0;
};

// Concatenates sources.
std::unique_ptr<DocumentSource> chain_sources(std::vector<std::unique_ptr<DocumentSource>> sources);

// Opens the files of a folder, each with the reader of its kind, one kind after the other. Files
// without a reader are counted. `prefix` precedes the ids of documents that are named by their
// file.
std::vector<std::unique_ptr<DocumentSource>> open_by_kind(const std::shared_ptr<Reading>& reading,
                                                          const std::vector<FoundFile>& files,
                                                          const std::string& prefix,
                                                          const ArchiveLevel& level = {});

// Opens files of one kind.
std::unique_ptr<DocumentSource> open_kind(const std::shared_ptr<Reading>& reading, Format format,
                                          std::vector<FoundFile> files, const std::string& prefix,
                                          const ArchiveLevel& level = {});

// The first bytes of a file, enough to recognise its kind; empty if it cannot be read.
std::string start_of(const FoundFile& file);

}  // namespace noether::collection
