#include "noether/index/writing/segment_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/base/packed_bytes.h"
#include "noether/index/segment/dictionary.h"
#include "noether/index/segment/document_bytes.h"
#include "noether/index/segment/segment_layout.h"

namespace noether::index {
namespace {

constexpr std::size_t kListsBytes = std::size_t{64} << 10;

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

base::Result<void> write_ends(SectionWriter& file, std::uint32_t section,
                              const StringColumn& column) {
  std::string ends;
  for (const std::uint32_t end : column.ends) base::append_fixed(ends, end, 4);
  return write_section(file, section, ends);
}

}  // namespace

base::Result<void> DocumentStore::add(const text::Document& document) {
  const DocumentBytes bytes = document_bytes(document);
  if (bytes.head.size() > kMaxRecordBytes || bytes.body.size() > kMaxRecordBytes) {
    return base::fail(fmt::format("the document '{}' has {} bytes, and the index takes {}",
                                  document.id, std::max(bytes.head.size(), bytes.body.size()),
                                  kMaxRecordBytes));
  }
  auto done = heads.add(bytes.head);
  if (done) done = bodies.add(bytes.body);
  if (done && !ids.add(document.id))
    done = base::fail("the ids of all documents together are too long");
  return done;
}

base::Result<void> FormulaStore::add(std::string_view latex_text, std::string_view payload) {
  if (payload.size() > UINT32_MAX - payloads.bytes.size()) {
    return base::fail("the payloads of all formulas together are too long");
  }
  auto done = latex.add(latex_text);
  if (done) (void)payloads.add(payload);
  return done;
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
  auto done = open(kTermsFile, FileKind::Terms, writer.terms_);
  if (done) done = open(kDocumentsFile, FileKind::Documents, writer.documents_);
  if (done) done = open(kFormulasFile, FileKind::Formulas, writer.formulas_);
  if (!done) return std::unexpected(done.error());
  return writer;
}

base::Result<void> SegmentWriter::finish_documents(DocumentStore& stored) {
  auto done = stored.bodies.finish(section::table);
  if (done) done = stored.heads.stream_to(*documents_, section::head_blocks);
  if (done) done = stored.heads.finish(section::head_table);
  if (done) done = write_count(*documents_, stored.size());
  if (done) done = write_ends(*documents_, section::offsets, stored.ids);
  if (done) done = write_section(*documents_, section::names_or_places, stored.ids.bytes);
  return done;
}

base::Result<void> SegmentWriter::finish_formulas(FormulaStore& stored,
                                                  const PlaceListWriter& places) {
  auto done = stored.latex.finish(section::table);
  if (done) done = write_count(*formulas_, stored.size());
  if (done) done = write_section(*formulas_, section::offsets, places.offsets());
  if (done) done = write_section(*formulas_, section::names_or_places, places.bytes());
  if (done) done = write_ends(*formulas_, section::payload_ends, stored.payloads);
  if (done) done = write_section(*formulas_, section::payloads, stored.payloads.bytes);
  return done;
}

base::Result<void> SegmentWriter::begin_space(std::uint32_t number, const Space& space,
                                              std::uint32_t units, PackedLengths lengths) {
  space_ = number;
  units_ = units;
  lengths_ = std::move(lengths);
  dictionary_.emplace(units, space.key_bits);
  return terms_->begin(section::of_space(number, section::postings));
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
  // Lists are short: many of them are written at once.
  const std::size_t begin = lists_.size();
  entry.offset = terms_->position() + begin;
  append_postings(lists_, postings, lengths_.column());
  entry.size = lists_.size() - begin;
  dictionary_->add(entry);
  return lists_.size() < kListsBytes ? base::Result<void>() : write_lists();
}

base::Result<void> SegmentWriter::write_lists() {
  auto done = terms_->write(lists_);
  lists_.clear();
  return done;
}

base::Result<void> SegmentWriter::end_space(std::span<const std::string_view> texts) {
  if (auto written = write_lists(); !written) return written;
  const std::uint64_t terms = dictionary_->terms();
  const DictionaryWriter::Bytes dictionary = dictionary_->finish();
  if (dictionary.blocks.size() > Dictionary::kMaxBytes) {
    return base::fail("a segment has too many terms for its dictionary", {},
                      "index parts of the collection separately");
  }
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
