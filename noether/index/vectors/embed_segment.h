// Gives vectors to the formulas of a segment that have none yet.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/index/open_segment.h"

namespace noether::index {

// A model, as far as an index has to do with it.
struct FormulaEmbedding {
  VectorModel model;
  VectorSet set = {};  // that the vectors go to; of formulas
  // Writes the vector of each formula, model.width numbers, and says which could be read. An error
  // is for what ends the work.
  std::function<base::Result<std::vector<bool>>(std::span<const std::string> latex,
                                                std::span<float> vectors)>
      embed;
};

// Who waits for the work hears of it.
struct EmbeddingProgress {
  std::function<void(std::uint64_t formulas)> embedded;  // of all segments
  std::function<void(std::uint32_t vectors)> linked;     // into the graph of the segment
};

struct EmbeddingCounts {
  std::uint64_t embedded = 0;    // formulas that got a vector now
  std::uint64_t kept = 0;        // that had one before
  std::uint64_t unreadable = 0;  // in all
};

// False when there is nothing to do: vectors of this model are in the set for every formula it can
// read.
bool needs_vectors(const OpenSegment& segment, const FormulaEmbedding& embedding);

// Vectors of the same model that are there already are kept, those of another are not.
base::Result<FileSeal> embed_segment(const OpenSegment& segment, const FormulaEmbedding& embedding,
                                     base::FileSystem& file_system, const std::string& path,
                                     EmbeddingCounts& counts,
                                     const EmbeddingProgress& progress = {});

}  // namespace noether::index
