#include "noether/index/segment/segment_reader.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "noether/index/section_file.h"
#include "noether/index/segment/document_bytes.h"
#include "noether/index/segment/place_list.h"
#include "noether/index/segment/segment_layout.h"
#include "noether/index/segment/segment_state.h"

namespace noether::index {
namespace {

// Returns one of the strings of a column in which they are concatenated.
base::Result<std::string_view> string_at(const SectionFile& file, std::string_view ends,
                                         std::string_view strings, std::uint32_t number) {
  const std::size_t at = 4 * std::size_t{number};
  const std::size_t from = number == 0 ? 0 : at - 4;
  auto done = file.verify(ends.substr(from, at + 4 - from));
  if (!done) return std::unexpected(done.error());
  const std::uint32_t begin = number == 0 ? 0 : load_number<std::uint32_t>(ends, at - 4);
  const auto end = load_number<std::uint32_t>(ends, at);
  if (begin > end || end > strings.size()) {
    return file.damage(fmt::format("contradicts itself about string {} of a column", number));
  }
  const std::string_view text = strings.substr(begin, end - begin);
  if (done = file.verify(text); !done) return std::unexpected(done.error());
  return text;
}

}  // namespace

SegmentReader::SegmentReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
SegmentReader::SegmentReader(SegmentReader&&) noexcept = default;
SegmentReader& SegmentReader::operator=(SegmentReader&&) noexcept = default;
SegmentReader::~SegmentReader() = default;

base::Result<SegmentReader> SegmentReader::open(const std::string& folder, const SpaceView& view) {
  auto terms = SectionFile::open(folder + "/" + kTermsFile, FileKind::Terms);
  if (!terms) return std::unexpected(terms.error());
  terms->expect(MappedBytes::Access::HereAndThere);
  auto documents = SectionFile::open(folder + "/" + kDocumentsFile, FileKind::Documents);
  if (!documents) return std::unexpected(documents.error());
  auto formulas = SectionFile::open(folder + "/" + kFormulasFile, FileKind::Formulas);
  if (!formulas) return std::unexpected(formulas.error());
  return open({std::move(*terms), std::move(*documents), std::move(*formulas)}, view);
}

base::Result<SegmentReader> SegmentReader::open(SegmentFiles files, const SpaceView& view) {
  SegmentReader reader(std::make_unique<State>(std::move(files), view));
  if (auto opened = reader.state_->open(); !opened) return std::unexpected(opened.error());
  return reader;
}

const Schema& SegmentReader::schema() const { return state_->schema; }
const std::vector<Space>& SegmentReader::spaces() const { return state_->spaces; }
const SegmentFiles& SegmentReader::files() const { return state_->files; }
std::uint32_t SegmentReader::documents() const { return state_->documents; }
std::uint32_t SegmentReader::formulas() const { return state_->formulas; }
std::uint32_t SegmentReader::units(std::uint32_t space) const {
  return state_->open_spaces[space].units;
}
std::uint64_t SegmentReader::total_length(std::uint32_t space) const {
  return state_->open_spaces[space].total_length;
}
std::uint64_t SegmentReader::terms(std::uint32_t space) const {
  return state_->open_spaces[space].dictionary.terms();
}
const Dictionary& SegmentReader::dictionary(std::uint32_t space) const {
  return state_->open_spaces[space].dictionary;
}
std::uint64_t SegmentReader::bytes() const {
  return state_->files.terms.bytes() + state_->files.documents.bytes() +
         state_->files.formulas.bytes();
}

base::Result<LengthColumn> SegmentReader::lengths(std::uint32_t space) const {
  const LengthColumn& column = state_->open_spaces[space].lengths;
  if (state_->is_missing(space)) return column;
  if (auto done = state_->files.terms.verify(column.bytes()); !done) {
    return std::unexpected(done.error());
  }
  return column;
}

base::Result<DictionaryEntry> SegmentReader::find(std::uint32_t space, std::uint64_t key) const {
  const Dictionary& dictionary = state_->open_spaces[space].dictionary;
  const std::uint64_t kept = kept_key(state_->spaces[space], key);
  const auto block = dictionary.block_of(kept);
  if (!block) return DictionaryEntry{};
  if (auto done = state_->files.terms.verify(dictionary.block_bytes(*block)); !done) {
    return std::unexpected(done.error());
  }
  auto entry = dictionary.find(*block, kept);
  if (!entry) return state_->files.terms.damage(entry.error().message);
  return entry;
}

base::Result<std::uint32_t> SegmentReader::frequency(std::uint32_t space, std::uint64_t key) const {
  const auto entry = find(space, key);
  if (!entry) return std::unexpected(entry.error());
  return entry->count;
}

base::Result<void> SegmentReader::read_block(std::uint32_t space, std::size_t block,
                                             std::vector<DictionaryEntry>& entries) const {
  const Dictionary& dictionary = state_->open_spaces[space].dictionary;
  auto done = state_->files.terms.verify(dictionary.block_bytes(block));
  if (!done) return done;
  done = dictionary.read(block, entries);
  return done ? done : state_->files.terms.damage(done.error().message);
}

base::Result<PostingCursor> SegmentReader::postings(std::uint32_t space, std::uint64_t key) const {
  const auto entry = find(space, key);
  if (!entry) return std::unexpected(entry.error());
  return postings(space, *entry);
}

base::Result<PostingCursor> SegmentReader::postings(std::uint32_t space,
                                                    const DictionaryEntry& entry) const {
  const State::OpenSpace& opened = state_->open_spaces[space];
  if (entry.count == 0) return PostingCursor();
  const auto column = lengths(space);
  if (!column) return std::unexpected(column.error());
  if (entry.count == 1) return PostingCursor::single(entry.only, opened.units, *column);
  const auto& file = state_->files.terms;
  if (entry.offset > opened.postings.size() || entry.size > opened.postings.size() - entry.offset) {
    return file.damage("has a list that is not in its place");
  }
  const std::string_view bytes = opened.postings.substr(entry.offset, entry.size);
  if (auto done = file.verify(bytes); !done) return std::unexpected(done.error());
  PostingCursor cursor(bytes, entry.count, opened.units, *column);
  if (cursor.damaged()) return file.damage("has a list that contradicts itself");
  return cursor;
}

base::Result<TermTexts> SegmentReader::texts(std::uint32_t space) const {
  if (state_->is_missing(space)) return TermTexts();
  const std::string_view bytes = state_->open_spaces[space].texts;
  if (auto done = state_->files.terms.verify(bytes); !done) return std::unexpected(done.error());
  auto texts = TermTexts::open(bytes);
  if (!texts) return state_->files.terms.damage(texts.error().message);
  return texts;
}

base::Result<std::string_view> SegmentReader::document_id(std::uint32_t document) const {
  if (document >= state_->documents) {
    return base::fail(fmt::format("there is no document {}", document));
  }
  return string_at(state_->files.documents, state_->id_ends, state_->ids, document);
}

base::Result<std::optional<std::uint32_t>> SegmentReader::find_document(std::string_view id) const {
  // Several documents may share a key, though hardly ever, and a removed one may have the same id.
  auto cursor = postings(id_space(state_->schema), term_key(id));
  if (!cursor) return std::unexpected(cursor.error());
  std::optional<std::uint32_t> found;
  for (; cursor->unit() != PostingCursor::kEnd; cursor->next()) {
    const auto here = document_id(cursor->unit());
    if (!here) return std::unexpected(here.error());
    if (*here == id) found = cursor->unit();
  }
  return found;
}

base::Result<text::Document> SegmentReader::document_head(std::uint32_t document) const {
  const auto head = state_->document_heads.record(document);
  if (!head) return std::unexpected(head.error());
  auto read = read_document_head(*head);
  if (!read) return state_->files.documents.damage(fmt::format("holds no document {}", document));
  return read;
}

base::Result<text::Document> SegmentReader::document(std::uint32_t document) const {
  const auto head = state_->document_heads.record(document);
  if (!head) return std::unexpected(head.error());
  const auto body = state_->document_bodies.record(document);
  if (!body) return std::unexpected(body.error());
  auto read = read_document(*head, *body);
  if (!read) return state_->files.documents.damage(fmt::format("holds no document {}", document));
  return read;
}

base::Result<StoredFormula> SegmentReader::formula(std::uint32_t formula) const {
  auto latex = state_->stored_latex.record(formula);
  if (!latex) return std::unexpected(latex.error());
  const auto kept = payload(formula);
  if (!kept) return std::unexpected(kept.error());
  return StoredFormula{std::move(*latex), std::string(*kept)};
}

base::Result<std::string_view> SegmentReader::payload(std::uint32_t formula) const {
  if (formula >= state_->formulas) {
    return base::fail(fmt::format("there is no formula {}", formula));
  }
  return string_at(state_->files.formulas, state_->payload_ends, state_->payloads, formula);
}

base::Result<std::vector<Place>> SegmentReader::places(std::uint32_t formula) const {
  const auto bytes = state_->places_of(formula);
  if (!bytes) return std::unexpected(bytes.error());
  std::vector<Place> places;
  if (!read_places(*bytes, formula % kPlacesSample, state_->documents, places)) {
    return state_->wrong_places(formula);
  }
  return places;
}

base::Result<std::vector<NamedPlace>> SegmentReader::named_places(std::uint32_t formula) const {
  const auto bytes = state_->places_of(formula);
  if (!bytes) return std::unexpected(bytes.error());
  std::vector<NamedPlace> places;
  if (!read_places(*bytes, formula % kPlacesSample, state_->documents, places)) {
    return state_->wrong_places(formula);
  }
  return places;
}

base::Result<std::vector<std::uint32_t>> SegmentReader::find_formulas(
    Identity identity, const base::Digest& digest) const {
  auto cursor = postings(identity_space(state_->schema, identity), digest.high);
  if (!cursor) return std::unexpected(cursor.error());
  std::vector<std::uint32_t> found;
  for (; cursor->unit() != PostingCursor::kEnd; cursor->next()) found.push_back(cursor->unit());
  return found;
}

}  // namespace noether::index
