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
// Valid while the reader lives. Empty if the document is deleted or has no passages; an error if
// they are damaged.
base::Result<std::vector<Passage>> passages_of(const IndexReader& index, std::uint32_t document,
                                               const VectorSet& set = kPassageVectors);

// Terms of passages that begin so, segment by segment: a term may be there several times. Documents
// are numbered as IndexReader numbers them; deleted ones are left out.
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
  std::vector<VectorModel> models;  // one, unless an index is half way from one to the other
  std::uint32_t token_bytes = 0;    // of the first model
  std::uint64_t documents = 0;      // that were tried
  std::uint64_t with_passages = 0;  // of them, those that have any
  std::uint64_t untried = 0;        // that came in later, or whose model is another
  std::uint64_t passages = 0;       // also of deleted documents, until they are merged away
  std::uint64_t tokens = 0;
  std::optional<base::Error> damage;  // of the first file that cannot be read
  std::uint64_t bytes = 0;            // on the disk; of these
  std::uint64_t token_code_bytes = 0;
  std::uint64_t graph_bytes = 0;
};

PassageStatistics passage_statistics(const IndexReader& index,
                                     const VectorSet& set = kPassageVectors);

// An error with advice when the set has no passages, or those of another model, or such as were
// made with another reading, or damaged ones.
base::Result<void> expect_passages_of(const IndexReader& index, const VectorModel& model,
                                      const VectorSet& set = kPassageVectors);

}  // namespace noether::index
