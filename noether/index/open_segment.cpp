#include "noether/index/open_segment.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "noether/base/packed_bytes.h"
#include "noether/index/passages/passage_embedding.h"

namespace noether::index {
namespace {

constexpr std::uint32_t kBitmapSection = 1;

}  // namespace

Deletions::Deletions(const std::vector<bool>& deleted) {
  for (std::uint32_t i = 0; i < deleted.size(); ++i) {
    if (deleted[i]) add(i);
  }
}

void Deletions::add(std::uint32_t document) {
  if (has(document)) return;
  if (document / 64 >= words_.size()) words_.resize(document / 64 + 1);
  words_[document / 64] |= std::uint64_t{1} << document % 64;
  ++count_;
}

base::Result<FileSeal> Deletions::write(base::FileSystem& file_system,
                                        const std::string& path) const {
  auto file = SectionWriter::create(file_system, path, FileKind::Deletions);
  if (!file) return std::unexpected(file.error());
  std::string bytes;
  for (const std::uint64_t word : words_) base::append_fixed(bytes, word, 8);
  auto done = file->begin(kBitmapSection);
  if (done) done = file->write(bytes);
  if (!done) return std::unexpected(done.error());
  return file->finish();
}

base::Result<Deletions> Deletions::open(SectionFile file, std::uint32_t documents) {
  const auto bytes = file.checked_section(kBitmapSection);
  if (!bytes) return std::unexpected(bytes.error());
  Deletions deletions;
  deletions.words_.resize(bytes->size() / 8);
  std::memcpy(deletions.words_.data(), bytes->data(), 8 * deletions.words_.size());
  for (const std::uint64_t word : deletions.words_) {
    deletions.count_ += static_cast<std::uint32_t>(std::popcount(word));
  }
  const std::size_t words = deletions.words_.size();
  const bool has_too_many =
      words > documents / 64 + 1U ||
      (words == documents / 64 + 1U && deletions.words_.back() >> documents % 64 != 0);
  if (bytes->size() % 8 != 0 || has_too_many) {
    return file.damage("deletes documents that do not exist");
  }
  return deletions;
}

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
    return files.documents.damage("does not have the number of documents that the manifest states");
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
