#include "noether/index/open_segment.h"

#include <utility>

namespace noether::index {
namespace {

base::Result<void> expect_seal(const SectionFile& file, const FileSeal& seal) {
  if (file.seal() == seal) return {};
  return file.damage("is not the file that the manifest names");
}

}  // namespace

base::Result<std::shared_ptr<const SegmentVectors>> open_vectors(const std::string& folder,
                                                                 const SegmentRecord& record) {
  auto file = SectionFile::open(vectors_path(folder, record), FileKind::Vectors);
  if (!file) return std::unexpected(file.error());
  if (auto same = expect_seal(*file, record.vectors); !same) return std::unexpected(same.error());
  auto vectors = SegmentVectors::open(std::move(*file), record.formulas);
  if (!vectors) return std::unexpected(vectors.error());
  return std::make_shared<const SegmentVectors>(std::move(*vectors));
}

base::Result<OpenSegment> open_segment(const std::string& folder, const SegmentRecord& record,
                                       const Schema& schema) {
  auto reader = SegmentReader::open(segment_folder(folder, record.number), schema);
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
  if (record.vectors_in > 0) {
    auto vectors = open_vectors(folder, record);
    if (vectors) {
      segment.vectors = std::move(*vectors);
    } else {
      segment.damaged_vectors = std::move(vectors.error());
      segment.damaged_vectors->hint = "make them anew with `noether embed-index INDEX`";
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
