#include "noether/index/index_writer_state.h"

#include <algorithm>
#include <chrono>

#include "noether/base/file_system.h"
#include "noether/index/writing/encode_segment.h"
#include "noether/index/writing/merge_segments.h"
#include "noether/index/writing/merge_vectors.h"

namespace noether::index {
namespace {

void remove_folder(base::FileSystem& file_system, const std::string& folder) {
  // A file that cannot be removed does no harm: no manifest names it, and the next writer tries
  // again.
  for (const auto& name : file_system.list(folder).value_or(std::vector<std::string>())) {
    (void)file_system.remove(folder + "/" + name);
  }
  (void)file_system.remove(folder);
}

}  // namespace

IndexWriter::State::~State() {
  if (!changed && !failed) return;
  if (!file_system.exists(manifest_path(folder))) {
    remove_what_is_not_named(manifest);
    (void)file_system.remove(segments_folder(folder));
    return;
  }
  // If a commit failed in its last step, its manifest may be on the disk, or may be lost in a power
  // failure. So the files that either manifest names are kept, and the next writer knows which
  // manifest it is.
  const auto on_disk = load_manifest(folder, file_system);
  if (on_disk) remove_what_is_not_named(*on_disk);
}

base::Result<void> IndexWriter::State::open_segments() {
  for (const SegmentRecord& record : manifest.segments) {
    auto opened = open_segment(folder, record, SpaceView::same(manifest.schema));
    if (!opened) return std::unexpected(opened.error());
    segments.push_back({record, std::move(*opened)});
  }
  remove_what_is_not_named(manifest);
  return {};
}

void IndexWriter::State::remove_what_is_not_named(const Manifest& by) const {
  const std::string unfinished = manifest_path(folder) + std::string(base::kUnfinished);
  if (file_system.exists(unfinished)) (void)file_system.remove(unfinished);
  const std::string all = segments_folder(folder);
  if (!file_system.is_folder(all)) return;
  for (const auto& name : file_system.list(all).value_or(std::vector<std::string>())) {
    const std::string path = all + "/" + name;
    std::vector<const SegmentRecord*> records;
    for (const Manifest* one : {&by, &manifest}) {
      for (const SegmentRecord& segment : one->segments) {
        if (segment_folder(folder, segment.number) == path) records.push_back(&segment);
      }
    }
    if (records.empty()) {
      remove_folder(file_system, path);
      continue;
    }
    for (const auto& file : file_system.list(path).value_or(std::vector<std::string>())) {
      const std::string at = path + "/" + file;
      const bool is_named =
          (!file.starts_with("deleted-") && !file.starts_with("vectors-")) ||
          std::ranges::any_of(records, [&](const SegmentRecord* record) {
            if (record->deleted > 0 && at == deletions_path(folder, *record)) return true;
            return std::ranges::any_of(record->vectors, [&](const VectorRecord& one) {
              return at == vectors_path(folder, *record, one);
            });
          });
      if (!is_named) (void)file_system.remove(at);
    }
  }
}

base::Result<void> IndexWriter::State::usable() const {
  if (!failed) return {};
  return base::fail("this writer met an error before and changes nothing any more", {},
                    "open the index again; its last commit is intact");
}

base::Result<bool> IndexWriter::State::remove_from_segments(std::string_view id) {
  for (LiveSegment& segment : segments) {
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

base::Result<void> IndexWriter::State::flush() {
  if (builder.documents() == 0 && builder.formulas() == 0) return {};
  SegmentBuilder full = std::exchange(builder, SegmentBuilder(manifest.schema));
  return write_segment(std::move(full), manifest.next_segment++);
}

base::Result<void> IndexWriter::State::write_segment(SegmentBuilder from, std::uint32_t number,
                                                     std::vector<OriginRun> from_where) {
  const std::vector<bool> removed = from.removed();
  const auto seals = std::move(from).write(segment_folder(folder, number), file_system);
  if (!seals) return std::unexpected(seals.error());
  const std::lock_guard guard(mutex);
  return insert(*seals, number, removed, std::move(from_where));
}

base::Result<void> IndexWriter::State::insert(const std::array<FileSeal, 3>& seals,
                                              std::uint32_t number,
                                              const std::vector<bool>& removed,
                                              std::vector<OriginRun> from_where) {
  auto reader =
      SegmentReader::open(segment_folder(folder, number), SpaceView::same(manifest.schema));
  if (!reader) return std::unexpected(reader.error());
  LiveSegment live;
  live.record.number = number;
  live.record.documents = reader->documents();
  live.record.formulas = reader->formulas();
  live.record.files = seals;
  live.record.origins = std::move(from_where);
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

base::Result<void> IndexWriter::State::write_deletions(LiveSegment& segment,
                                                       std::uint64_t generation) {
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
  next.origins = origins;
  next.segments.clear();
  for (LiveSegment& segment : segments) {
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
  for (LiveSegment& segment : segments) segment.is_new = segment.deletions_changed = false;
  changed = false;
  remove_what_is_not_named(manifest);
  return {};
}

base::Result<void> IndexWriter::State::take_vectors(LiveSegment& segment,
                                                    const VectorRecord& vectors) {
  auto opened = open_vectors(folder, segment.record, vectors);
  if (!opened) return std::unexpected(opened.error());
  std::erase_if(segment.record.vectors,
                [&](const VectorRecord& one) { return one.set == vectors.set; });
  std::erase_if(segment.open.vectors,
                [&](const OpenVectors& one) { return one.set == vectors.set; });
  segment.record.vectors.push_back(vectors);
  segment.open.vectors.push_back(std::move(*opened));
  changed = true;
  return file_system.sync_folder(segment_folder(folder, segment.record.number));
}

base::Result<void> IndexWriter::State::embed(LiveSegment& segment,
                                             const FormulaEmbedding& embedding,
                                             EmbeddingCounts& counts,
                                             const EmbeddingProgress& progress) {
  VectorRecord made{.set = embedding.set,
                    .reading = embedding.model.reading,
                    .made_in = manifest.generation + 1,
                    .file = {}};
  const auto seal = embed_segment(segment.open, embedding, file_system,
                                  vectors_path(folder, segment.record, made), counts, progress);
  if (!seal) return std::unexpected(seal.error());
  made.file = *seal;
  if (auto taken = take_vectors(segment, made); !taken) return taken;
  return publish();
}

base::Result<void> IndexWriter::State::add_passages(LiveSegment& segment,
                                                    const PassageEmbedding& embedding,
                                                    PassageCounts& counts,
                                                    const PassageProgress& progress,
                                                    std::optional<base::Error>& failure) {
  using Clock = std::chrono::steady_clock;
  const std::uint64_t before = counts.documents;
  PassageProgress of_round = progress;
  PassageRoundOptions options{.encode_for = embedding.commit_every};
  while (!failure) {
    options.work = passage_work(segment.open, embedding);
    if (options.work == PassageWork::None) break;
    VectorRecord made{.set = embedding.set,
                      .reading = embedding.model.reading,
                      .made_in = manifest.generation + 1,
                      .file = {}};
    if (progress.encoded) {
      of_round.encoded = [&, done = counts.documents](std::uint64_t documents) {
        progress.encoded(done + documents);
      };
    }
    auto round = encode_segment(segment.open, embedding, options, file_system,
                                vectors_path(folder, segment.record, made), of_round);
    if (!round) return std::unexpected(round.error());
    failure = std::move(round->failure);
    if (!round->file) break;
    counts.documents += round->documents;
    counts.passages += round->passages;
    made.file = *round->file;
    const Clock::time_point begin = Clock::now();
    auto done = take_vectors(segment, made);
    if (done) done = publish();
    if (!done) return done;
    // At most a tenth of the time goes into writing.
    const Clock::duration writing = round->writing + (Clock::now() - begin);
    options.is_checked = true;
    if (embedding.commit_every.count() > 0) {
      options.encode_for = std::max<Clock::duration>(embedding.commit_every, 10 * writing);
    }
  }
  if (const auto* passages = passages_to_keep(segment.open, embedding)) {
    counts.kept += passages->tried() - (counts.documents - before);
  }
  return {};
}

base::Result<void> IndexWriter::State::merge_passage_set(const VectorSet& set, std::size_t first,
                                                         std::size_t last, LiveSegment& merged) {
  std::vector<PassagesToMerge> sources;
  for (std::size_t i = first; i < last; ++i) {
    const OpenSegment& open = segments[i].open;
    sources.push_back({open.passages_of(set), open.reader->documents(), &open.deleted});
  }
  VectorRecord made{.set = set, .made_in = manifest.generation + 1, .file = {}};
  const auto passages =
      merge_passages(sources, file_system, vectors_path(folder, merged.record, made));
  if (!passages) return std::unexpected(passages.error());
  if (!*passages) return {};
  made.file = (*passages)->file;
  made.reading = (*passages)->reading;
  return take_vectors(merged, made);
}

base::Result<void> IndexWriter::State::merge_set(const VectorSet& set, std::size_t first,
                                                 std::size_t last,
                                                 const std::vector<FormulaNumbers>& numbers,
                                                 LiveSegment& merged) {
  std::vector<VectorsToMerge> sources;
  for (std::size_t i = first; i < last; ++i) {
    sources.push_back({segments[i].open.vectors_of(set), &numbers[i - first]});
  }
  VectorRecord made{.set = set, .made_in = manifest.generation + 1, .file = {}};
  const auto vectors = merge_vectors(sources, merged.record.formulas, file_system,
                                     vectors_path(folder, merged.record, made));
  if (!vectors) return std::unexpected(vectors.error());
  if (!*vectors) return {};
  made.file = (*vectors)->file;
  made.reading = (*vectors)->reading;
  return take_vectors(merged, made);
}

base::Result<void> IndexWriter::State::merge_vectors_of(std::size_t first, std::size_t last,
                                                        const std::vector<FormulaNumbers>& numbers,
                                                        LiveSegment& merged) {
  std::vector<VectorSet> sets;
  for (std::size_t i = first; i < last; ++i) {
    for (const OpenVectors& one : segments[i].open.vectors) {
      if (std::ranges::find(sets, one.set) == sets.end()) sets.push_back(one.set);
    }
  }
  for (const VectorSet& set : sets) {
    auto done = is_of_text(set.unit) ? merge_passage_set(set, first, last, merged)
                                     : merge_set(set, first, last, numbers, merged);
    if (!done) return done;
  }
  return {};
}

// The sources of the documents of the segments, without deleted ones, in the order in which the
// documents follow each other in the merged segment.
std::vector<OriginRun> IndexWriter::State::merged_origins(std::size_t first,
                                                          std::size_t last) const {
  std::vector<OriginRun> merged;
  for (std::size_t i = first; i < last; ++i) {
    const LiveSegment& segment = segments[i];
    std::uint32_t next = 0;
    const auto take = [&](std::uint32_t documents, std::uint32_t origin) {
      for (const std::uint32_t end = next + documents; next < end; ++next) {
        if (!segment.open.deleted.has(next)) append_run(merged, {1, origin});
      }
    };
    for (const OriginRun& run : segment.record.origins) take(run.documents, run.origin);
    take(segment.record.documents - next, 0);
  }
  return merged;
}

base::Result<void> IndexWriter::State::merge(std::size_t first, std::size_t last) {
  std::vector<MergeSource> sources;
  for (std::size_t i = first; i < last; ++i) {
    sources.push_back({segments[i].open.reader.get(), &segments[i].open.deleted});
  }
  const std::uint32_t number = manifest.next_segment++;
  const auto merged = merge_segments(sources, segment_folder(folder, number), file_system);
  if (!merged) return std::unexpected(merged.error());
  if (auto done = insert(merged->files, number, {}, merged_origins(first, last)); !done)
    return done;
  if (auto done = merge_vectors_of(first, last, merged->formulas, segments.back()); !done) {
    return done;
  }
  // The merged segment was added behind all others; it moves to the place of its sources.
  const auto at = [&](std::size_t i) { return segments.begin() + static_cast<std::ptrdiff_t>(i); };
  segments[first] = std::move(segments.back());
  segments.pop_back();
  segments.erase(at(first + 1), at(last));
  return {};
}

base::Result<void> IndexWriter::State::merge_where_due() {
  while (true) {
    std::vector<SegmentSize> sizes;
    for (const LiveSegment& segment : segments) {
      sizes.push_back({segment.record.documents, segment.open.deleted.count()});
    }
    const auto due = merge_due(sizes, options.merge_factor);
    if (!due) return {};
    if (auto done = merge(due->first, due->last); !done) return done;
  }
}

}  // namespace noether::index
