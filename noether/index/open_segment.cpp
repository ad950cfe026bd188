#include "noether/index/open_segment.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/index/passages/passage_embedding.h"

namespace noether::index {
namespace {

base::Result<void> expect_seal(const SectionFile& file, const FileSeal& seal) {
  if (file.seal() == seal) return {};
  return file.damage("is not the file that the manifest names");
}

}  // namespace

const SegmentVectors* OpenSegment::vectors_of(const VectorSet& set) const {
  const auto found = std::ranges::find(vectors, set, &OpenVectors::set);
  return found == vectors.end() ? nullptr : found->vectors.get();
}

const base::Error* OpenSegment::damage_of(const VectorSet& set) const {
  const auto found = std::ranges::find(vectors, set, &OpenVectors::set);
  return found == vectors.end() || !found->damage ? nullptr : &*found->damage;
}

const SegmentPassages* OpenSegment::passages_of(const VectorSet& set) const {
  const auto found = std::ranges::find(vectors, set, &OpenVectors::set);
  return found == vectors.end() ? nullptr : found->passages.get();
}

base::Result<OpenVectors> open_vectors(const std::string& folder, const SegmentRecord& record,
                                       const VectorRecord& vectors) {
  const VectorUnit unit = vectors.set.unit;
  if (unit != VectorUnit::Formula && !is_of_text(unit)) {
    return base::fail(
        fmt::format("this program does not read vectors of the unit '{}'", vector_unit_name(unit)));
  }
  auto file = SectionFile::open(vectors_path(folder, record, vectors),
                                is_of_text(unit) ? FileKind::Passages : FileKind::Vectors);
  if (!file) return std::unexpected(file.error());
  if (auto same = expect_seal(*file, vectors.file); !same) return std::unexpected(same.error());
  OpenVectors opened{.set = vectors.set};
  if (is_of_text(unit)) {
    auto passages = SegmentPassages::open(std::move(*file), record.documents, vectors.reading);
    if (!passages) return std::unexpected(passages.error());
    opened.passages = std::make_shared<const SegmentPassages>(std::move(*passages));
    return opened;
  }
  auto of_formulas = SegmentVectors::open(std::move(*file), record.formulas, vectors.reading);
  if (!of_formulas) return std::unexpected(of_formulas.error());
  opened.vectors = std::make_shared<const SegmentVectors>(std::move(*of_formulas));
  return opened;
}

base::Result<OpenSegment> open_segment(const std::string& folder, const SegmentRecord& record,
                                       const SpaceView& view) {
  auto reader = SegmentReader::open(segment_folder(folder, record.number), view);
  if (!reader) return std::unexpected(reader.error());
  const SegmentFiles& files = reader->files();
  auto same = expect_seal(files.terms, record.files[0]);
  if (same) same = expect_seal(files.documents, record.files[1]);
  if (same) same = expect_seal(files.formulas, record.files[2]);
  if (!same) return std::unexpected(same.error());
  if (reader->documents() != record.documents || reader->formulas() != record.formulas) {
    return files.documents.damage("has not the documents that the manifest says");
  }
  OpenSegment segment;
  segment.number = record.number;
  segment.origins = record.origins;
  segment.reader = std::make_shared<const SegmentReader>(std::move(*reader));
  for (const VectorRecord& one : record.vectors) {
    auto vectors = open_vectors(folder, record, one);
    if (!vectors) {
      vectors.error().hint =
          fmt::format("make them again with {}",
                      is_of_text(one.set.unit) ? command_that_adds(one.set)
                                               : std::string_view("`noether embed-index INDEX`"));
      vectors = OpenVectors{.set = one.set, .damage = std::move(vectors.error())};
    }
    segment.vectors.push_back(std::move(*vectors));
  }
  if (record.deleted == 0) return segment;
  auto file = SectionFile::open(deletions_path(folder, record), FileKind::Deletions);
  if (!file) return std::unexpected(file.error());
  if (same = expect_seal(*file, record.deletions); !same) return std::unexpected(same.error());
  auto deleted = Deletions::open(std::move(*file), record.documents);
  if (!deleted) return std::unexpected(deleted.error());
  segment.deleted = std::move(*deleted);
  return segment;
}

}  // namespace noether::index
