#include "noether/index/segment_writer.h"

#include <utility>

#include "noether/base/packed_bytes.h"
#include "noether/index/segment_layout.h"
#include "noether/index/term_texts.h"

namespace noether::index {
namespace {

base::Result<void> write_section(SectionWriter& file, std::uint32_t section,
                                 std::string_view bytes) {
  auto done = file.begin(section);
  if (done) done = file.write(bytes);
  return done;
}

base::Result<void> write_count(SectionWriter& file, std::uint32_t count) {
  std::string bytes;
  base::append_fixed(bytes, count, 4);
  return write_section(file, section::count, bytes);
}

}  // namespace

std::string formula_record(std::string_view latex, std::string_view payload) {
  std::string record;
  base::append_text(record, latex);
  record += payload;
  return record;
}

SegmentWriter::SegmentWriter(base::FileSystem& file_system, std::string folder)
    : file_system_(&file_system), folder_(std::move(folder)) {}

base::Result<SegmentWriter> SegmentWriter::create(base::FileSystem& file_system,
                                                  const std::string& folder) {
  if (auto made = file_system.make_folder(folder); !made) return std::unexpected(made.error());
  SegmentWriter writer(file_system, folder);
  const auto open = [&](const char* name, FileKind kind,
                        std::optional<SectionWriter>& into) -> base::Result<void> {
    auto file = SectionWriter::create(file_system, folder + "/" + name, kind);
    if (!file) return std::unexpected(file.error());
    into.emplace(std::move(*file));
    return {};
  };
  auto done = open(kTermsFile, FileKind::terms, writer.terms_);
  if (done) done = open(kDocumentsFile, FileKind::documents, writer.documents_);
  if (done) done = open(kFormulasFile, FileKind::formulas, writer.formulas_);
  if (!done) return std::unexpected(done.error());
  return writer;
}

base::Result<void> SegmentWriter::finish_documents(StoredBlocksWriter& stored,
                                                   const DocumentIds& ids) {
  std::string ends;
  for (const std::uint32_t end : ids.ends) base::append_fixed(ends, end, 4);
  auto done = stored.finish(section::table);
  if (done) done = write_count(*documents_, stored.records());
  if (done) done = write_section(*documents_, section::offsets, ends);
  if (done) done = write_section(*documents_, section::names_or_places, ids.bytes);
  return done;
}

void SegmentWriter::PlaceList::add(std::span<const Place> places) {
  if (count_++ % kPlacesSample == 0) base::append_fixed(offsets_, bytes_.size(), 8);
  base::append_varint(bytes_, places.size());
  std::uint32_t document = 0;
  for (const Place& place : places) {
    base::append_varint(bytes_, place.document - document);
    base::append_varint(bytes_, place.field);
    base::append_varint(bytes_, place.begin);
    base::append_varint(bytes_, place.end - place.begin);
    document = place.document;
  }
}

base::Result<void> SegmentWriter::finish_formulas(StoredBlocksWriter& stored,
                                                  const PlaceList& places) {
  auto done = stored.finish(section::table);
  if (done) done = write_count(*formulas_, stored.records());
  if (done) done = write_section(*formulas_, section::offsets, places.offsets_);
  if (done) done = write_section(*formulas_, section::names_or_places, places.bytes_);
  return done;
}

base::Result<void> SegmentWriter::begin_space(std::uint32_t space, std::uint32_t units,
                                              PackedLengths lengths) {
  space_ = space;
  units_ = units;
  lengths_ = std::move(lengths);
  dictionary_.emplace(units);
  return terms_->begin(section::of_space(space, section::postings));
}

base::Result<void> SegmentWriter::add_term(std::uint64_t kept_key,
                                           std::span<const Posting> postings) {
  DictionaryEntry entry;
  entry.key = kept_key;
  entry.count = static_cast<std::uint32_t>(postings.size());
  if (postings.size() == 1) {
    entry.only = postings.front();
    dictionary_->add(entry);
    return {};
  }
  list_.clear();
  append_postings(list_, postings, lengths_.column());
  entry.offset = terms_->position();
  entry.size = list_.size();
  dictionary_->add(entry);
  return terms_->write(list_);
}

base::Result<void> SegmentWriter::end_space(std::span<const std::string_view> texts) {
  const std::uint64_t terms = dictionary_->terms();
  const DictionaryWriter::Bytes dictionary = dictionary_->finish();
  std::string header;
  base::append_fixed(header, terms, 8);
  base::append_fixed(header, units_, 4);
  base::append_fixed(header, lengths_.width, 4);
  base::append_fixed(header, lengths_.total, 8);
  const auto write = [&](section::OfSpace what, std::string_view bytes) {
    return write_section(*terms_, section::of_space(space_, what), bytes);
  };
  auto done = write(section::samples, dictionary.samples);
  if (done) done = write(section::dictionary, dictionary.blocks);
  if (done) done = write(section::lengths, lengths_.bytes);
  if (done) done = write(section::texts, texts.empty() ? std::string() : pack_texts(texts));
  if (done) done = write(section::header, header);
  return done;
}

base::Result<std::array<FileSeal, 3>> SegmentWriter::finish() {
  std::array<FileSeal, 3> seals;
  std::size_t number = 0;
  for (SectionWriter* file : {&*terms_, &*documents_, &*formulas_}) {
    const auto seal = file->finish();
    if (!seal) return std::unexpected(seal.error());
    seals[number++] = *seal;
  }
  if (auto done = file_system_->sync_folder(folder_); !done) return std::unexpected(done.error());
  return seals;
}

}  // namespace noether::index
