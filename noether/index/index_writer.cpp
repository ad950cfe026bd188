#include "noether/index/index_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "noether/index/index_writer_state.h"

namespace noether::index {
namespace {

base::Result<base::FileLock> take_lock(const std::string& folder) {
  auto lock = base::FileLock::take(lock_path(folder));
  // The error has a hint only if another program holds the lock, not if the folder is
  // write-protected.
  if (!lock && !lock.error().hint.empty()) {
    lock.error().hint = "another program writes this index; wait until it has ended";
  }
  return lock;
}

}  // namespace

IndexWriter::IndexWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
IndexWriter::IndexWriter(IndexWriter&&) noexcept = default;
IndexWriter& IndexWriter::operator=(IndexWriter&&) noexcept = default;

IndexWriter::~IndexWriter() {
  if (!state_) return;
  base::FileSystem& file_system = state_->file_system;
  const std::string folder = state_->folder;
  const bool was_for_nothing = state_->made_folder && state_->manifest.generation == 0;
  state_.reset();  // also releases the lock
  if (was_for_nothing) (void)file_system.remove(folder);
}

base::Result<IndexWriter> IndexWriter::open(const std::string& folder, const Schema& schema,
                                            const WriterOptions& options,
                                            base::FileSystem& file_system) {
  if (auto good = schema.check(); !good) return std::unexpected(good.error());
  if (!file_system.exists(manifest_path(folder))) {
    const bool is_new = !file_system.exists(folder);
    if (auto made = file_system.make_folder(folder); !made) return std::unexpected(made.error());
    const auto names = file_system.list(folder);
    if (!names) return std::unexpected(names.error());
    for (const std::string& name : *names) {
      // A writer that ended before its first commit leaves these files.
      if (name == "lock" || name == "segments" || name.starts_with("manifest.")) continue;
      return base::fail(fmt::format("'{}' holds '{}' and is not an index", folder, name), {},
                        "name a folder that is new or empty");
    }
    auto lock = take_lock(folder);
    if (!lock) return std::unexpected(lock.error());
    if (file_system.exists(manifest_path(folder))) {
      return base::fail(fmt::format("another program has just made the index '{}'", folder), {},
                        "run the same command again");
    }
    Manifest manifest;
    manifest.schema = schema;
    IndexWriter writer(std::make_unique<State>(folder, options, file_system, std::move(*lock),
                                               std::move(manifest)));
    writer.state_->changed = true;
    writer.state_->made_folder = is_new;
    writer.state_->remove_what_is_not_named(writer.state_->manifest);
    auto done = file_system.make_folder(segments_folder(folder));
    if (done) done = file_system.sync_folder(folder);
    if (done) done = file_system.sync_folder(base::folder_of(folder));
    if (!done) return std::unexpected(done.error());
    return writer;
  }
  auto writer = open(folder, options, file_system);
  if (writer && writer->schema() != schema) {
    return base::fail(fmt::format("the index '{}' was made with other spaces", folder), {},
                      "make it again in a new folder, or use the program it was made with");
  }
  return writer;
}

base::Result<IndexWriter> IndexWriter::open(const std::string& folder, const WriterOptions& options,
                                            base::FileSystem& file_system) {
  if (!file_system.exists(manifest_path(folder))) {
    return no_index(folder);
  }
  auto lock = take_lock(folder);
  if (!lock) return std::unexpected(lock.error());
  auto manifest = load_manifest(folder, file_system);
  if (!manifest) return std::unexpected(manifest.error());
  IndexWriter writer(std::make_unique<State>(folder, options, file_system, std::move(*lock),
                                             std::move(*manifest)));
  if (auto done = writer.state_->open_segments(); !done) return std::unexpected(done.error());
  return writer;
}

const Schema& IndexWriter::schema() const { return state_->manifest.schema; }
std::uint32_t IndexWriter::segments() const {
  return static_cast<std::uint32_t>(state_->segments.size());
}
std::optional<std::uint32_t> IndexWriter::find_formula(std::string_view latex) const {
  return state_->builder.find_formula(latex);
}
base::Result<std::uint32_t> IndexWriter::add_formula(const FormulaEntry& formula) {
  return state_->builder.add_formula(formula);
}

base::Result<void> IndexWriter::add(const DocumentEntry& entry) {
  if (auto good = state_->usable(); !good) return good;
  if (auto added = state_->builder.add(entry); !added) return std::unexpected(added.error());
  state_->changed = true;
  const auto removed = state_->note(state_->remove_from_segments(entry.document.id));
  if (!removed) return std::unexpected(removed.error());
  if (state_->builder.memory() <= state_->options.memory_bytes) return {};
  return state_->note(state_->flush());
}

base::Result<bool> IndexWriter::remove(std::string_view id) {
  if (auto good = state_->usable(); !good) return std::unexpected(good.error());
  if (const auto waiting = state_->builder.find_document(id)) {
    state_->builder.remove(*waiting);
    state_->changed = true;
    return true;
  }
  return state_->note(state_->remove_from_segments(id));
}

std::uint32_t IndexWriter::reserve_segment() {
  const std::lock_guard guard(state_->mutex);
  return state_->manifest.next_segment++;
}

std::uint32_t IndexWriter::origin_number(std::string_view name) {
  if (name.empty()) return 0;
  const std::lock_guard guard(state_->mutex);
  auto& origins = state_->origins;
  auto at = std::ranges::find(origins, name);
  if (at == origins.end()) at = origins.insert(origins.end(), std::string(name));
  return static_cast<std::uint32_t>(at - origins.begin()) + 1;
}

base::Result<void> IndexWriter::add_segment(SegmentBuilder builder, std::uint32_t segment,
                                            std::vector<OriginRun> origins) {
  if (builder.schema() != schema())
    return base::fail("the builder has other spaces than the index");
  auto written = state_->write_segment(std::move(builder), segment, std::move(origins));
  const std::lock_guard guard(state_->mutex);
  return state_->note(std::move(written));
}

base::Result<std::uint64_t> IndexWriter::commit() {
  if (auto good = state_->usable(); !good) return std::unexpected(good.error());
  auto done = state_->flush();
  if (done && state_->changed) done = state_->publish();
  if (done) done = state_->merge_where_due();
  if (done && state_->changed) done = state_->publish();
  if (done = state_->note(std::move(done)); !done) return std::unexpected(done.error());
  return state_->manifest.generation;
}

base::Result<EmbeddingCounts> IndexWriter::add_vectors(const FormulaEmbedding& embedding,
                                                       const EmbeddingProgress& progress) {
  if (embedding.set.unit != VectorUnit::Formula || !is_vector_set_name(embedding.set.name)) {
    return base::fail(fmt::format("'{}' is not a name for vectors of formulas", embedding.set.name),
                      {}, "take small letters, digits and hyphens, 32 at most");
  }
  if (auto committed = commit(); !committed) return std::unexpected(committed.error());
  EmbeddingCounts counts;
  for (LiveSegment& segment : state_->segments) {
    if (!needs_vectors(segment.open, embedding)) {
      const SegmentVectors* vectors = segment.open.vectors_of(embedding.set);
      counts.kept += vectors->readable();
      counts.unreadable += vectors->unreadable();
      continue;
    }
    auto done = state_->note(state_->embed(segment, embedding, counts, progress));
    if (!done) return std::unexpected(done.error());
  }
  return counts;
}

base::Result<PassageCounts> IndexWriter::add_passages(const PassageEmbedding& embedding,
                                                      const PassageProgress& progress) {
  if (!is_of_text(embedding.set.unit) || !is_vector_set_name(embedding.set.name)) {
    return base::fail(
        fmt::format("'{}' is not a name for passages or sentences", embedding.set.name), {},
        "take small letters, digits and hyphens, 32 at most");
  }
  const bool has_nothing = embedding.model.width == 0 && embedding.token_bytes == 0;
  if (has_nothing || embedding.model.width > kMaxVectorWidth || embedding.batch == 0) {
    return base::fail(fmt::format("passages by {} have vectors of {} numbers, from 1 to {}",
                                  embedding.model.name, embedding.model.width, kMaxVectorWidth));
  }
  if (auto committed = commit(); !committed) return std::unexpected(committed.error());
  PassageCounts counts;
  for (LiveSegment& segment : state_->segments) {
    std::optional<base::Error> failure;
    auto done = state_->note(state_->add_passages(segment, embedding, counts, progress, failure));
    if (!done) return std::unexpected(done.error());
    if (failure) return std::unexpected(*failure);
  }
  return counts;
}

base::Result<void> IndexWriter::merge_all() {
  if (auto good = state_->usable(); !good) return good;
  auto done = state_->flush();
  if (done && state_->changed) done = state_->publish();
  const auto& segments = state_->segments;
  if (segments.size() > 1 || (segments.size() == 1 && !segments[0].open.deleted.empty())) {
    if (done) done = state_->merge(0, segments.size());
    if (done) done = state_->publish();
  }
  return state_->note(std::move(done));
}

}  // namespace noether::index
