// The formulas of an index with the vectors nearest to a given one, over all segments.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/index/vectors/nearest_vectors.h"

namespace noether::index {

struct NearFormula {
  float cosine = 0;
  // As in IndexReader; a formula of several segments has several numbers.
  std::uint32_t formula = 0;
  std::uint32_t vector = 0;  // among those of its segment

  friend bool operator==(const NearFormula&, const NearFormula&) = default;
};

// Statistics of the vectors of one set.
struct VectorStatistics {
  std::vector<VectorModel> models;  // one, except while an index changes from one model to another
  std::uint64_t vectors = 0;        // distinct vectors of each segment
  std::uint64_t readable = 0;       // formulas that have a vector
  std::uint64_t unreadable = 0;
  std::uint64_t untried = 0;  // formulas added later, or with vectors of another model
  std::optional<base::Error>
      damage;               // of the first file that cannot be opened; its formulas are untried
  std::uint64_t bytes = 0;  // on the disk, including the graph
  std::uint64_t graph_bytes = 0;
};

VectorStatistics vector_statistics(const IndexReader& index, const VectorSet& set = {});
// All sets for which a segment has vectors, ordered by unit and name.
std::vector<VectorSet> vector_sets(const IndexReader& index);

// Returns an error with advice if the vectors of the set are missing or damaged, belong to another
// model, or were made with another reading of formulas.
base::Result<void> expect_vectors_of(const IndexReader& index, const VectorModel& model,
                                     const VectorSet& set = {});

// The nearest come first; equal ones are in order of their numbers. Formulas that occur only in
// deleted documents are left out. Returns an error if the vector does not have the width of those
// in the index or is zero, or if vectors of the index are damaged.
base::Result<std::vector<NearFormula>> nearest_formulas(const IndexReader& index,
                                                        std::span<const float> vector,
                                                        const NearestOptions& options = {},
                                                        const VectorSet& set = {});

// Cosines that differ by no more than this count as equal: codes determine each cosine within
// 0.00002, and the output has at most four digits.
inline constexpr float kTiedCosines = 1e-4F;

// The formulas that are added beyond the count because they are as near as the last one within it.
struct TieOptions {
  std::uint32_t most = 0;  // the maximum number of formulas in all, if it exceeds the count
  // Formulas, ascending, that precede others with the same vector.
  std::span<const std::uint32_t> first = {};
};

// The nearest formulas, and those that tie with the last of them, within the limits of the options.
base::Result<std::vector<NearFormula>> nearest_with_ties(const IndexReader& index,
                                                         std::span<const float> vector,
                                                         const NearestOptions& options,
                                                         const TieOptions& ties,
                                                         const VectorSet& set = {});

}  // namespace noether::index
