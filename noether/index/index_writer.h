// Changes an index: adds, deletes, updates, merges, and makes all changes visible by a commit.
// There is one writer at a time; a lock keeps others out. Committed changes are on the disk.
// Uncommitted changes are lost with the writer, which removes their files when it is closed; the
// next writer removes the files of a killed one. Readers continue with the commit they opened.
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
#include "noether/index/writing/embed_segment.h"
#include "noether/index/writing/segment_builder.h"

namespace noether::index {

struct WriterOptions {
  // A segment is written when the data in memory exceeds this.
  std::uint64_t memory_bytes = std::uint64_t{256} << 20;
  // This many neighbours of about the same size are merged into one when committing.
  std::uint32_t merge_factor = 8;
};

class IndexWriter {
 public:
  // Creates the index if the folder is new or empty. Returns an error if the index has another
  // schema or another writer.
  static base::Result<IndexWriter> open(const std::string& folder, const Schema& schema,
                                        const WriterOptions& options = {},
                                        base::FileSystem& file_system = base::FileSystem::real());
  // Uses the schema of the index.
  static base::Result<IndexWriter> open(const std::string& folder,
                                        const WriterOptions& options = {},
                                        base::FileSystem& file_system = base::FileSystem::real());
  IndexWriter(IndexWriter&&) noexcept;
  IndexWriter& operator=(IndexWriter&&) noexcept;
  ~IndexWriter();

  const Schema& schema() const;

  // As in SegmentBuilder. The numbers of formulas are valid until the next `add`, which may begin a
  // new segment.
  std::optional<std::uint32_t> find_formula(std::string_view latex) const;
  base::Result<std::uint32_t> add_formula(const FormulaEntry& formula);
  // Replaces a document with the same id.
  [[nodiscard]] base::Result<void> add(const DocumentEntry& entry);
  // For parallel building: reserves the place of a segment, in the order of these calls, and writes
  // the contents of a builder of this schema as that segment. Threads may call these at the same
  // time if no id occurs in two builders or in the index.
  std::uint32_t reserve_segment();
  // `origins` are the sources of the documents, in their order; empty if they are unknown.
  [[nodiscard]] base::Result<void> add_segment(SegmentBuilder builder, std::uint32_t segment,
                                               std::vector<OriginRun> origins = {});
  // The number of a source, for OriginRun; a new number if the source was unknown. The empty name
  // has the number 0.
  std::uint32_t origin_number(std::string_view name);
  // Removes a document. Returns whether it existed.
  base::Result<bool> remove(std::string_view id);

  // Returns the generation of the commit. If nothing has changed, there is no new one. If there are
  // many segments, they are then merged in a separate commit. After an error the last commit
  // remains, and this writer can only be closed.
  base::Result<std::uint64_t> commit();
  std::uint32_t segments() const;
  // Commits, then adds vectors to all formulas that have no vector of the model in the set, segment
  // by segment, with a commit after each.
  base::Result<EmbeddingCounts> add_vectors(const FormulaEmbedding& embedding,
                                            const EmbeddingProgress& progress = {});
  // Commits, then adds passages to all documents that the model has not yet processed for the set,
  // with a commit now and then. Sentences are added in the same way, if they are the unit of the
  // set. If `encode` fails, its earlier results are committed, and the writer can continue.
  base::Result<PassageCounts> add_passages(const PassageEmbedding& embedding,
                                           const PassageProgress& progress = {});
  // Commits, then merges all segments into one and drops deleted documents.
  [[nodiscard]] base::Result<void> merge_all();

 private:
  struct State;
  explicit IndexWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace noether::index
