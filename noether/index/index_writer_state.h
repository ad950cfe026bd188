// The state of a writer of an index: the last commit, and the segments of the next one.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/file_descriptor.h"
#include "noether/index/index_writer.h"
#include "noether/index/open_segment.h"
#include "noether/index/writing/merge_segments.h"

namespace noether::index {

// A segment as the next commit will have it.
struct LiveSegment {
  SegmentRecord record;
  OpenSegment open;
  bool is_new = false;  // since the last commit
  bool deletions_changed = false;
};

struct IndexWriter::State {
  State(std::string in, const WriterOptions& with, base::FileSystem& on, base::FileLock held,
        Manifest from)
      : folder(std::move(in)),
        options(with),
        file_system(on),
        lock(std::move(held)),
        manifest(std::move(from)),
        origins(manifest.origins),
        builder(manifest.schema) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  // Removes all uncommitted files.
  ~State();

  base::Result<void> open_segments();
  base::Result<void> usable() const;
  // Passes the result on, and remembers that there was an error.
  template <typename T>
  base::Result<T> note(base::Result<T> result) {
    failed = failed || !result;
    return result;
  }

  base::Result<void> flush();
  base::Result<void> write_segment(SegmentBuilder from, std::uint32_t number,
                                   std::vector<OriginRun> from_where = {});
  base::Result<void> insert(const std::array<FileSeal, 3>& seals, std::uint32_t number,
                            const std::vector<bool>& removed, std::vector<OriginRun> from_where);
  base::Result<bool> remove_from_segments(std::string_view id);
  base::Result<void> publish();
  base::Result<void> write_deletions(LiveSegment& segment, std::uint64_t generation);
  base::Result<void> embed(LiveSegment& segment, const FormulaEmbedding& embedding,
                           EmbeddingCounts& counts, const EmbeddingProgress& progress);
  // Continues until all documents of the segment were tried and the graph, if it should have one,
  // is built.
  base::Result<void> add_passages(LiveSegment& segment, const PassageEmbedding& embedding,
                                  PassageCounts& counts, const PassageProgress& progress,
                                  std::optional<base::Error>& failure);
  // Replaces the vectors of this set in the segment by this file, in the next commit.
  base::Result<void> take_vectors(LiveSegment& segment, const VectorRecord& vectors);
  base::Result<void> merge_vectors_of(std::size_t first, std::size_t last,
                                      const std::vector<FormulaNumbers>& numbers,
                                      LiveSegment& merged);
  base::Result<void> merge_set(const VectorSet& set, std::size_t first, std::size_t last,
                               const std::vector<FormulaNumbers>& numbers, LiveSegment& merged);
  base::Result<void> merge_passage_set(const VectorSet& set, std::size_t first, std::size_t last,
                                       LiveSegment& merged);
  std::vector<OriginRun> merged_origins(std::size_t first, std::size_t last) const;
  base::Result<void> merge(std::size_t first, std::size_t last);
  base::Result<void> merge_where_due();
  // Removes all files except those that this manifest or the manifest of the last commit names.
  void remove_what_is_not_named(const Manifest& by) const;

  std::string folder;
  WriterOptions options;
  base::FileSystem& file_system;
  base::FileLock lock;
  Manifest manifest;                 // the last commit
  std::vector<std::string> origins;  // as the next commit will have them
  SegmentBuilder builder;
  std::vector<LiveSegment> segments;
  std::mutex mutex;  // for adding segments
  bool changed = false;
  bool failed = false;
  bool made_folder = false;  // the folder did not exist before this writer
};

}  // namespace noether::index
