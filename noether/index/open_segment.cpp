#include "noether/index/open_segment.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

base::Result<std::shared_ptr<const SegmentVectors>> open_vectors(const std::string& folder,
                                                                 const SegmentRecord& record,
                                                                 const VectorRecord& vectors) {
  auto file = SectionFile::open(vectors_path(folder, record, vectors), FileKind::Vectors);
  if (!file) return std::unexpected(file.error());
  if (auto same = expect_seal(*file, vectors.file); !same) return std::unexpected(same.error());
  if (vectors.set.unit != VectorUnit::Formula) {
    return base::fail(fmt::format("this program does not read vectors of the unit '{}'",
                                  vector_unit_name(vectors.set.unit)));
  }
  auto opened = SegmentVectors::open(std::move(*file), record.formulas, vectors.reading);
  if (!opened) return std::unexpected(opened.error());
  return std::make_shared<const SegmentVectors>(std::move(*opened));
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
    OpenVectors& into = segment.vectors.emplace_back(one.set);
    auto vectors = open_vectors(folder, record, one);
    if (vectors) {
      into.vectors = std::move(*vectors);
    } else {
      into.damage = std::move(vectors.error());
      into.damage->hint = "make them anew with `noether embed-index INDEX`";
    }
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
