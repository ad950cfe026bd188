#include "noether/index/index_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "noether/base/atomic_file.h"
#include "noether/base/file_lock.h"
#include "noether/index/merge_policy.h"
#include "noether/index/merge_segments.h"
#include "noether/index/open_segment.h"

namespace noether::index {
namespace {

// A segment as the next commit will have it.
struct Live {
  SegmentRecord record;
  OpenSegment open;
  bool is_new = false;  // since the last commit
  bool deletions_changed = false;
};

base::Result<base::FileLock> take_lock(const std::string& folder) {
  auto lock = base::FileLock::take(lock_path(folder));
  // Only a lock that another holds comes with advice; a folder that must not be written has none.
  if (!lock && !lock.error().hint.empty()) {
    lock.error().hint = "another program writes this index; wait until it has ended";
  }
  return lock;
}

void remove_folder(base::FileSystem& file_system, const std::string& folder) {
  // What cannot be removed does no harm: no manifest names it, and the next writer tries again.
  for (const auto& name : file_system.list(folder).value_or(std::vector<std::string>())) {
    (void)file_system.remove(folder + "/" + name);
  }
  (void)file_system.remove(folder);
}

}  // namespace

struct IndexWriter::State {
  State(std::string in, const WriterOptions& with, base::FileSystem& on, base::FileLock held,
        Manifest from)
      : folder(std::move(in)),
        options(with),
        file_system(on),
        lock(std::move(held)),
        manifest(std::move(from)),
        builder(manifest.schema) {}

  base::Result<void> open_segments();
  base::Result<void> usable() const;
  // Passes the result on, and remembers that there was an error.
  template <typename T>
  base::Result<T> note(base::Result<T> result) {
    failed = failed || !result;
    return result;
  }

  base::Result<void> flush();
  base::Result<void> write_segment(SegmentBuilder from, std::uint32_t number);
  base::Result<void> insert(const std::array<FileSeal, 3>& seals, std::uint32_t number,
                            const std::vector<bool>& removed);
  base::Result<bool> remove_from_segments(std::string_view id);
  base::Result<void> publish();
  base::Result<void> write_deletions(Live& segment, std::uint64_t generation);
  base::Result<void> merge(std::size_t first, std::size_t last);
  base::Result<void> merge_where_due();
  void remove_what_is_not_named() const;

  std::string folder;
  WriterOptions options;
  base::FileSystem& file_system;
  base::FileLock lock;
  Manifest manifest;  // the last commit
  SegmentBuilder builder;
  std::vector<Live> segments;
  std::mutex mutex;  // for adding segments
  bool changed = false;
  bool failed = false;
};

IndexWriter::IndexWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
IndexWriter::IndexWriter(IndexWriter&&) noexcept = default;
IndexWriter& IndexWriter::operator=(IndexWriter&&) noexcept = default;
IndexWriter::~IndexWriter() = default;

base::Result<IndexWriter> IndexWriter::open(const std::string& folder, const Schema& schema,
                                            const WriterOptions& options,
                                            base::FileSystem& file_system) {
  if (auto good = schema.check(); !good) return std::unexpected(good.error());
  if (!file_system.exists(manifest_path(folder))) {
    if (auto made = file_system.make_folder(folder); !made) return std::unexpected(made.error());
    const auto names = file_system.list(folder);
    if (!names) return std::unexpected(names.error());
    for (const std::string& name : *names) {
      // These a writer leaves that did not come to its first commit.
      if (name == "lock" || name == "segments" || name.starts_with("manifest.")) continue;
      return base::fail(fmt::format("'{}' holds '{}' and is no index", folder, name), {},
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
    writer.state_->remove_what_is_not_named();
    auto done = file_system.make_folder(segments_folder(folder));
    if (done) done = file_system.sync_folder(folder);
    if (done) done = file_system.sync_folder(base::folder_of(folder));
    if (!done) return std::unexpected(done.error());
    return writer;
  }
  auto writer = open(folder, options, file_system);
  if (writer && writer->schema() != schema) {
    return base::fail(fmt::format("the index '{}' was made with other spaces", folder), {},
                      "make it again, or use the program it was made with");
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

base::Result<void> IndexWriter::State::open_segments() {
  for (const SegmentRecord& record : manifest.segments) {
    auto opened = open_segment(folder, record, manifest.schema);
    if (!opened) return std::unexpected(opened.error());
    segments.push_back({record, std::move(*opened)});
  }
  remove_what_is_not_named();
  return {};
}

void IndexWriter::State::remove_what_is_not_named() const {
  const std::string all = segments_folder(folder);
  if (!file_system.is_folder(all)) return;
  for (const auto& name : file_system.list(all).value_or(std::vector<std::string>())) {
    const std::string path = all + "/" + name;
    const auto record = std::ranges::find_if(manifest.segments, [&](const SegmentRecord& segment) {
      return segment_folder(folder, segment.number) == path;
    });
    if (record == manifest.segments.end()) {
      remove_folder(file_system, path);
      continue;
    }
    for (const auto& file : file_system.list(path).value_or(std::vector<std::string>())) {
      const std::string deletions = path + "/" + file;
      const bool is_named = record->deleted > 0 && deletions == deletions_path(folder, *record);
      if (file.starts_with("deleted-") && !is_named) (void)file_system.remove(deletions);
    }
  }
}

base::Result<void> IndexWriter::State::usable() const {
  if (!failed) return {};
  return base::fail("this writer met an error before and changes nothing any more", {},
                    "open the index again; its last commit stands");
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

base::Result<bool> IndexWriter::State::remove_from_segments(std::string_view id) {
  for (Live& segment : segments) {
    const auto found = segment.open.reader->find_document(id);
    if (!found) return std::unexpected(found.error());
    if (!*found || segment.open.deleted.has(**found)) continue;
    segment.open.deleted.add(**found);
    segment.deletions_changed = true;
    changed = true;
    return true;
  }
  return false;
}

std::uint32_t IndexWriter::reserve_segment() {
  const std::lock_guard guard(state_->mutex);
  return state_->manifest.next_segment++;
}

base::Result<void> IndexWriter::add_segment(SegmentBuilder builder, std::uint32_t segment) {
  if (builder.schema() != schema()) return base::fail("a builder of other spaces");
  auto written = state_->write_segment(std::move(builder), segment);
  const std::lock_guard guard(state_->mutex);
  return state_->note(std::move(written));
}

base::Result<void> IndexWriter::State::flush() {
  if (builder.documents() == 0 && builder.formulas() == 0) return {};
  SegmentBuilder full = std::exchange(builder, SegmentBuilder(manifest.schema));
  return write_segment(std::move(full), manifest.next_segment++);
}

base::Result<void> IndexWriter::State::write_segment(SegmentBuilder from, std::uint32_t number) {
  const std::vector<bool> removed = from.removed();
  const auto seals = std::move(from).write(segment_folder(folder, number), file_system);
  if (!seals) return std::unexpected(seals.error());
  const std::lock_guard guard(mutex);
  return insert(*seals, number, removed);
}

base::Result<void> IndexWriter::State::insert(const std::array<FileSeal, 3>& seals,
                                              std::uint32_t number,
                                              const std::vector<bool>& removed) {
  auto reader = SegmentReader::open(segment_folder(folder, number), manifest.schema);
  if (!reader) return std::unexpected(reader.error());
  Live live;
  live.record.number = number;
  live.record.documents = reader->documents();
  live.record.formulas = reader->formulas();
  live.record.files = seals;
  live.open.number = number;
  live.open.reader = std::make_shared<const SegmentReader>(std::move(*reader));
  live.open.deleted = Deletions(removed);
  live.deletions_changed = !live.open.deleted.empty();
  live.is_new = true;
  auto place = segments.end();
  while (place != segments.begin() && std::prev(place)->is_new &&
         std::prev(place)->record.number > number) {
    --place;
  }
  segments.insert(place, std::move(live));
  changed = true;
  return {};
}

base::Result<void> IndexWriter::State::write_deletions(Live& segment, std::uint64_t generation) {
  segment.record.deleted = segment.open.deleted.count();
  segment.record.deleted_in = generation;
  const auto seal = segment.open.deleted.write(file_system, deletions_path(folder, segment.record));
  if (!seal) return std::unexpected(seal.error());
  segment.record.deletions = *seal;
  return file_system.sync_folder(segment_folder(folder, segment.record.number));
}

base::Result<void> IndexWriter::State::publish() {
  Manifest next = manifest;
  ++next.generation;
  next.segments.clear();
  for (Live& segment : segments) {
    if (segment.deletions_changed) {
      if (auto done = write_deletions(segment, next.generation); !done) return done;
    }
    next.segments.push_back(segment.record);
  }
  auto done = file_system.sync_folder(segments_folder(folder));
  if (done) {
    done = base::write_atomically(file_system, manifest_path(folder), manifest_bytes(next));
  }
  if (!done) return done;
  manifest = std::move(next);
  for (Live& segment : segments) segment.is_new = segment.deletions_changed = false;
  changed = false;
  remove_what_is_not_named();
  return {};
}

base::Result<void> IndexWriter::State::merge(std::size_t first, std::size_t last) {
  std::vector<MergeSource> sources;
  for (std::size_t i = first; i < last; ++i) {
    sources.push_back({segments[i].open.reader.get(), &segments[i].open.deleted});
  }
  const std::uint32_t number = manifest.next_segment++;
  const auto seals = merge_segments(sources, segment_folder(folder, number), file_system);
  if (!seals) return std::unexpected(seals.error());
  if (auto done = insert(*seals, number, {}); !done) return done;
  // It came behind all others, and goes where its sources were.
  const auto at = [&](std::size_t i) { return segments.begin() + static_cast<std::ptrdiff_t>(i); };
  segments[first] = std::move(segments.back());
  segments.pop_back();
  segments.erase(at(first + 1), at(last));
  return {};
}

base::Result<void> IndexWriter::State::merge_where_due() {
  while (true) {
    std::vector<SegmentSize> sizes;
    for (const Live& segment : segments) {
      sizes.push_back({segment.record.documents, segment.open.deleted.count()});
    }
    const auto due = merge_due(sizes, options.merge_factor);
    if (!due) return {};
    if (auto done = merge(due->first, due->last); !done) return done;
  }
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
