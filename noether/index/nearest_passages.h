// The passages of an index, over all segments: those of a document, and those with the vectors
// nearest to a given one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/index/passages/passage_embedding.h"
#include "noether/index/passages/segment_passages.h"
#include "noether/index/vectors/nearest_vectors.h"

namespace noether::index {

// The passages in the order in which the model gave them. Documents are numbered as in IndexReader.
// The result is valid while the reader lives. It is empty if the document is deleted or has no
// passages; damaged passages are an error.
base::Result<std::vector<Passage>> passages_of(const IndexReader& index, std::uint32_t document,
                                               const VectorSet& set = kPassageVectors);

// The terms of passages that begin with `prefix`, segment by segment: a term may occur several
// times. Documents are numbered as in IndexReader; deleted ones are left out.
base::Result<std::vector<TermDocuments>> passage_terms(const IndexReader& index,
                                                       std::string_view prefix,
                                                       const VectorSet& set = kPassageVectors);

struct NearPassage {
  float cosine = 0;
  std::uint32_t document = 0;  // as IndexReader numbers them
  std::uint32_t passage = 0;   // among those of the document, as passages_of gives them

  friend bool operator==(const NearPassage&, const NearPassage&) = default;
};

// The nearest come first; equal ones are in order of their numbers. A document may occur several
// times. Deleted documents are left out. Returns an error if the vector does not have the width of
// those in the index or is zero, or if passages of the index are damaged.
base::Result<std::vector<NearPassage>> nearest_passages(const IndexReader& index,
                                                        std::span<const float> vector,
                                                        const NearestOptions& options = {},
                                                        const VectorSet& set = kPassageVectors);

// Statistics of the passages of one set.
struct PassageStatistics {
  std::vector<VectorModel> models;  // one, except while an index changes from one model to another
  std::uint32_t token_bytes = 0;    // of the first model
  std::uint64_t documents = 0;      // documents that were tried
  std::uint64_t with_passages = 0;  // of these, documents that have passages
  std::uint64_t untried = 0;   // documents that were added later, or that another model processed
  std::uint64_t passages = 0;  // including those of deleted documents, until they are merged away
  std::uint64_t tokens = 0;
  std::optional<base::Error> damage;  // of the first file that cannot be read
  std::uint64_t bytes = 0;            // on the disk, including the following
  std::uint64_t token_code_bytes = 0;
  std::uint64_t graph_bytes = 0;
};

PassageStatistics passage_statistics(const IndexReader& index,
                                     const VectorSet& set = kPassageVectors);

// Returns an error with advice if the passages of the set are missing or damaged, belong to another
// model, or were made with another reading.
base::Result<void> expect_passages_of(const IndexReader& index, const VectorModel& model,
                                      const VectorSet& set = kPassageVectors);

}  // namespace noether::index
