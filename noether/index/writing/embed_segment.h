// Adds vectors to the formulas of a segment that have none yet.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/index/open_segment.h"

namespace noether::index {

// The interface of a model of formulas to an index.
struct FormulaEmbedding {
  VectorModel model;
  VectorSet set = {};  // the set of these vectors; its unit is the formula
  // Writes the vector of each formula, model.width numbers, and returns which formulas it could
  // read. An error ends the work.
  std::function<base::Result<std::vector<bool>>(std::span<const std::string> latex,
                                                std::span<float> vectors)>
      embed;
};

// Callbacks that report the progress of the work.
struct EmbeddingProgress {
  std::function<void(std::uint64_t formulas)> embedded;  // of all segments
  std::function<void(std::uint32_t vectors)> linked;     // into the graph of the segment
};

struct EmbeddingCounts {
  std::uint64_t embedded = 0;    // formulas that received a vector in this run
  std::uint64_t kept = 0;        // formulas that had a vector before
  std::uint64_t unreadable = 0;  // in all
};

// False if the set has vectors of this model for every formula that it can read.
bool needs_vectors(const OpenSegment& segment, const FormulaEmbedding& embedding);

// Keeps existing vectors of the same model; drops those of another model.
base::Result<FileSeal> embed_segment(const OpenSegment& segment, const FormulaEmbedding& embedding,
                                     base::FileSystem& file_system, const std::string& path,
                                     EmbeddingCounts& counts,
                                     const EmbeddingProgress& progress = {});

}  // namespace noether::index
