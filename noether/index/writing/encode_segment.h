// Adds passages to the documents of a segment that have none yet.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "noether/base/file_system.h"
#include "noether/index/open_segment.h"
#include "noether/index/passages/passage_embedding.h"

namespace noether::index {

// The passages in the set of the embedding, if they are of its model and can be kept; else null.
const SegmentPassages* passages_to_keep(const OpenSegment& segment,
                                        const PassageEmbedding& embedding);

// The work that remains until the segment is complete.
enum class PassageWork : std::uint8_t {
  None,
  Encode,  // documents that are not deleted were not tried
  Link,    // the graph is missing
};
PassageWork passage_work(const OpenSegment& segment, const PassageEmbedding& embedding);

// One file of passages: the existing ones and those of some more documents.
struct PassageRound {
  std::optional<FileSeal> file;  // empty if there is nothing new
  std::uint64_t documents = 0;   // encoded documents
  std::uint64_t passages = 0;
  std::chrono::steady_clock::duration writing{};  // time apart from encoding
  std::optional<base::Error> failure;  // of the model; its earlier results are in the file
};

struct PassageRoundOptions {
  // `Encode` writes no graph, so that encoded passages need not wait for it.
  PassageWork work = PassageWork::Encode;
  // Whether the existing passages were verified already. If not, they are verified, and damaged
  // ones are made again.
  bool is_checked = false;
  // No batch begins after this time.
  std::chrono::steady_clock::duration encode_for{};
};

// Keeps existing passages of the same model, except those of deleted documents; drops those of
// another model.
base::Result<PassageRound> encode_segment(const OpenSegment& segment,
                                          const PassageEmbedding& embedding,
                                          const PassageRoundOptions& options,
                                          base::FileSystem& file_system, const std::string& path,
                                          const PassageProgress& progress);

}  // namespace noether::index
