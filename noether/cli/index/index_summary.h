// The options of noether index, and its reports.
#pragma once

#include <cstdint>
#include <string>

#include "noether/cli/collection/collection_arguments.h"
#include "noether/cli/index/passage_vectors.h"
#include "noether/cli/index/sentence_contexts.h"
#include "noether/index/analysis/build_index.h"

namespace noether::cli {

struct IndexOptions {
  CollectionArguments collection;
  std::string folder;
  std::uint64_t memory = std::uint64_t{512} << 20;
  unsigned threads = 0;
  bool keep_removed = false;
  bool watch = false;
  bool vectors = false;
  std::string model;  // empty: the shipped model
  bool dense = false;
  std::string text_model;  // empty: the shipped model
  bool contexts = false;
  ContextArguments context;
  bool json = false;
};

// The work that was done, and the contents of the index after it.
struct IndexingResult {
  index::BuildCounts counts;
  double seconds = 0;
  std::uint64_t documents = 0;  // in the whole index
  std::uint64_t formulas = 0;
  std::uint64_t segments = 0;
  std::uint64_t bytes = 0;
};

// The reports about vectors of formulas, about passages and sentences, and about graphs; empty if
// they were not requested.
struct AddedVectors {
  std::string formulas;
  AddedPassages texts;
  std::string contexts;

  std::string text() const { return formulas + texts.passages + texts.sentences + contexts; }
};

std::string summary_text(const IndexingResult& made, const IndexOptions& options);
// Reports a change that was found while watching.
std::string change_text(const IndexingResult& made, const IndexOptions& options);
std::string summary_json(const IndexingResult& made, const IndexOptions& options,
                         const AddedVectors& vectors);

}  // namespace noether::cli
