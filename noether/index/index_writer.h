// Changes an index: adds, deletes, updates, merges, and makes it all visible by a commit.
//
// One writer at a time; a lock keeps others out. What is committed is on the disk. What is not
// committed is lost with the writer, and nothing of it stays on the disk: the writer removes it
// when it is closed, and what a killed one left the next one removes. Readers go on with the commit
// they opened.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/index/entry.h"
#include "noether/index/manifest.h"
#include "noether/index/passages/passage_embedding.h"
#include "noether/index/segment_builder.h"
#include "noether/index/vectors/embed_segment.h"

namespace noether::index {

struct WriterOptions {
  // A segment is written when what waits in memory is larger.
  std::uint64_t memory_bytes = std::uint64_t{256} << 20;
  // So many neighbours of about the same size are merged into one when committing.
  std::uint32_t merge_factor = 8;
};

class IndexWriter {
 public:
  // Makes the index when the folder is new or empty. An error when the index has another schema,
  // or another writer.
  static base::Result<IndexWriter> open(const std::string& folder, const Schema& schema,
                                        const WriterOptions& options = {},
                                        base::FileSystem& file_system = base::FileSystem::real());
  // With the schema that the index has.
  static base::Result<IndexWriter> open(const std::string& folder,
                                        const WriterOptions& options = {},
                                        base::FileSystem& file_system = base::FileSystem::real());
  IndexWriter(IndexWriter&&) noexcept;
  IndexWriter& operator=(IndexWriter&&) noexcept;
  ~IndexWriter();

  const Schema& schema() const;

  // As SegmentBuilder. The numbers of formulas are good until the next `add`, which may begin a new
  // segment.
  std::optional<std::uint32_t> find_formula(std::string_view latex) const;
  base::Result<std::uint32_t> add_formula(const FormulaEntry& formula);
  // A document of the same id is replaced.
  [[nodiscard]] base::Result<void> add(const DocumentEntry& entry);
  // For parallel building: the place of a segment, in the order of these calls, and what a builder
  // of this schema holds as that segment. Threads may do this at once, when no two builders have a
  // document of the same id, nor the index one of theirs.
  std::uint32_t reserve_segment();
  // `origins` says where the documents came from, in their order; empty when that is not known.
  [[nodiscard]] base::Result<void> add_segment(SegmentBuilder builder, std::uint32_t segment,
                                               std::vector<OriginRun> origins = {});
  // The number of a source, as runs of documents name it; a new one when it was not known. A name
  // that is empty has 0.
  std::uint32_t origin_number(std::string_view name);
  // Whether there was such a document.
  base::Result<bool> remove(std::string_view id);

  // The generation of the commit. When nothing has changed there is no new one. Segments that are
  // many are then merged, in a commit of its own. After an error the last commit stands, and this
  // writer can only be closed.
  base::Result<std::uint64_t> commit();
  std::uint32_t segments() const;
  // Commits, then gives vectors of the model to all formulas that have none of it in the set,
  // segment by segment, with a commit for each.
  base::Result<EmbeddingCounts> add_vectors(const FormulaEmbedding& embedding,
                                            const EmbeddingProgress& progress = {});
  // Commits, then gives passages of the model to all documents that have none of it in the set,
  // with a commit every now and then; sentences likewise, by the unit of the set. Where `encode`
  // fails, all that it gave before is committed, and the writer can go on.
  base::Result<PassageCounts> add_passages(const PassageEmbedding& embedding,
                                           const PassageProgress& progress = {});
  // Commits, then merges all segments into one and drops what was deleted.
  [[nodiscard]] base::Result<void> merge_all();

 private:
  struct State;
  explicit IndexWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace noether::index
