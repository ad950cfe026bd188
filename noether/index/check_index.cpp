#include "noether/index/check_index.h"

#include <fmt/format.h>

#include "noether/index/manifest.h"
#include "noether/index/open_segment.h"
#include "noether/index/passages/check_passages.h"
#include "noether/index/segment/check_segment.h"
#include "noether/index/vectors/check_vectors.h"

namespace noether::index {

base::Result<IndexCheck> check_index(const std::string& folder,
                                     const std::function<void(const base::Error&)>& damage,
                                     base::FileSystem& file_system) {
  const auto manifest = load_manifest(folder, file_system);
  if (!manifest) return std::unexpected(manifest.error());
  IndexCheck check;
  check.generation = manifest->generation;
  const auto note = [&](const base::Error& error) {
    ++check.damages;
    damage(error);
  };
  for (const SegmentRecord& record : manifest->segments) {
    ++check.segments;
    const auto segment = open_segment(folder, record, SpaceView::same(manifest->schema));
    if (!segment) {
      note(segment.error());
      continue;
    }
    check.documents += record.documents - segment->deleted.count();
    check.formulas += record.formulas;
    check.bytes += segment->reader->bytes();
    if (segment->deleted.count() != record.deleted) {
      note({fmt::format("'{}' deletes {} documents, and the manifest says {}",
                        deletions_path(folder, record), segment->deleted.count(), record.deleted),
            {},
            "restore the file from a copy, or make the index again"});
    }
    check_segment(*segment->reader, note);
    for (const OpenVectors& one : segment->vectors) {
      if (one.damage) note(*one.damage);
      check.bytes += one.bytes();
      base::Result<void> sound;
      if (one.vectors != nullptr) {
        check.vectors += one.vectors->size();
        sound = check_vectors(*one.vectors);
      }
      if (one.passages != nullptr) {
        (one.set.unit == VectorUnit::Sentence ? check.sentences : check.passages) +=
            one.passages->size();
        sound = check_passages(*one.passages);
        if (sound) sound = check_places(*one.passages, *segment->reader, one.set.unit);
      }
      if (!sound) note(sound.error());
    }
  }
  return check;
}

}  // namespace noether::index
