// Gives passages to the documents of a segment that have none yet.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "noether/base/file_system.h"
#include "noether/index/open_segment.h"
#include "noether/index/passages/passage_embedding.h"

namespace noether::index {

// The passages in the set of the embedding, when they are of its model and can be kept.
const SegmentPassages* passages_to_keep(const OpenSegment& segment,
                                        const PassageEmbedding& embedding);

// What is to be done before the segment is complete.
enum class PassageWork : std::uint8_t {
  None,
  Encode,  // documents that are not deleted were not tried
  Link,    // the graph is missing
};
PassageWork passage_work(const OpenSegment& segment, const PassageEmbedding& embedding);

// One file of passages: those that are there already and those of some more documents.
struct PassageRound {
  std::optional<FileSeal> file;  // none when there is nothing new
  std::uint64_t documents = 0;   // that were encoded
  std::uint64_t passages = 0;
  std::chrono::steady_clock::duration writing{};  // time beside encoding
  std::optional<base::Error> failure;  // of the model; what it gave before is in the file
};

struct PassageRoundOptions {
  // `Encode` writes no graph, so that nothing that was encoded waits for it.
  PassageWork work = PassageWork::Encode;
  // Whether the passages that are there were checked: damaged ones are made anew.
  bool is_checked = false;
  // No batch begins after this time.
  std::chrono::steady_clock::duration encode_for{};
};

// Passages of the same model that are there already are kept, those of another are not, nor those
// of deleted documents.
base::Result<PassageRound> encode_segment(const OpenSegment& segment,
                                          const PassageEmbedding& embedding,
                                          const PassageRoundOptions& options,
                                          base::FileSystem& file_system, const std::string& path,
                                          const PassageProgress& progress);

}  // namespace noether::index
