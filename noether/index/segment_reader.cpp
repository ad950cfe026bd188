#include "noether/index/segment_reader.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "noether/base/packed_bytes.h"
#include "noether/index/document_bytes.h"
#include "noether/index/place_list.h"
#include "noether/index/segment_layout.h"

namespace noether::index {

struct SegmentReader::State {
  struct OpenSpace {
    std::uint32_t units = 0;
    std::uint64_t total_length = 0;
    Dictionary dictionary;
    std::string_view postings;
    LengthColumn lengths;
    std::string_view texts;
  };

  State(SegmentFiles of, const Schema& with)
      : files(std::move(of)), schema(with), spaces(all_spaces(with)) {}

  base::Result<void> open();
  base::Result<OpenSpace> open_space(std::uint32_t space) const;
  base::Result<void> open_names();
  base::Result<std::string_view> places_of(std::uint32_t formula) const;
  std::unexpected<base::Error> wrong_places(std::uint32_t formula) const;

  SegmentFiles files;
  Schema schema;
  std::vector<Space> spaces;
  std::vector<OpenSpace> open_spaces;
  std::uint32_t documents = 0;
  std::uint32_t formulas = 0;
  StoredBlocks document_heads;
  StoredBlocks document_bodies;
  StoredBlocks stored_latex;
  std::string_view id_ends;
  std::string_view ids;
  std::string_view place_offsets;
  std::string_view places;
  std::string_view payload_ends;
  std::string_view payloads;
};

namespace {

base::Result<std::uint32_t> read_count(const SectionFile& file) {
  const auto bytes = file.checked_section(section::count);
  if (!bytes) return std::unexpected(bytes.error());
  base::PackedReader reader(*bytes);
  const auto count = static_cast<std::uint32_t>(reader.fixed(4));
  if (reader.failed() || count == UINT32_MAX) return file.damage("does not say how much it holds");
  return count;
}

template <typename T>
T load(std::string_view bytes, std::size_t at) {
  T number;
  std::memcpy(&number, bytes.data() + at, sizeof(T));
  return number;
}

// One of the strings of a column that was written one behind the other.
base::Result<std::string_view> string_at(const SectionFile& file, std::string_view ends,
                                         std::string_view strings, std::uint32_t number) {
  const std::size_t at = 4 * std::size_t{number};
  const std::size_t from = number == 0 ? 0 : at - 4;
  auto done = file.verify(ends.substr(from, at + 4 - from));
  if (!done) return std::unexpected(done.error());
  const std::uint32_t begin = number == 0 ? 0 : load<std::uint32_t>(ends, at - 4);
  const auto end = load<std::uint32_t>(ends, at);
  if (begin > end || end > strings.size()) {
    return file.damage(fmt::format("contradicts itself about string {} of a column", number));
  }
  const std::string_view text = strings.substr(begin, end - begin);
  if (done = file.verify(text); !done) return std::unexpected(done.error());
  return text;
}

}  // namespace

base::Result<SegmentReader::State::OpenSpace> SegmentReader::State::open_space(
    std::uint32_t space) const {
  const SectionFile& file = files.terms;
  const auto part = [&](section::OfSpace what) {
    return file.section(section::of_space(space, what));
  };
  const auto header = file.checked_section(section::of_space(space, section::header));
  const auto samples = file.checked_section(section::of_space(space, section::samples));
  const auto blocks = part(section::dictionary);
  const auto postings = part(section::postings);
  const auto lengths = part(section::lengths);
  const auto texts = part(section::texts);
  for (const auto* one : {&header, &samples, &blocks, &postings, &lengths, &texts}) {
    if (!*one) return std::unexpected(one->error());
  }
  base::PackedReader reader(*header);
  const std::uint64_t terms = reader.fixed(8);
  OpenSpace opened;
  opened.units = static_cast<std::uint32_t>(reader.fixed(4));
  const auto width = static_cast<std::uint32_t>(reader.fixed(4));
  opened.total_length = reader.fixed(8);
  const std::uint32_t units = spaces[space].unit == Unit::document ? documents : formulas;
  if (reader.failed() || opened.units != units || (width != 1 && width != 2 && width != 4) ||
      lengths->size() != std::uint64_t{units} * width) {
    return file.damage(fmt::format("contradicts itself in the space '{}'", spaces[space].name));
  }
  auto dictionary = Dictionary::open(*samples, *blocks, terms, units, spaces[space].key_bits);
  if (!dictionary) return file.damage(dictionary.error().message);
  opened.dictionary = *dictionary;
  opened.postings = *postings;
  opened.lengths = LengthColumn(*lengths, width);
  opened.texts = *texts;
  return opened;
}

base::Result<void> SegmentReader::State::open_names() {
  const auto ends = files.documents.section(section::offsets);
  const auto names = files.documents.section(section::names_or_places);
  const auto offsets = files.formulas.section(section::offsets);
  const auto all_places = files.formulas.section(section::names_or_places);
  const auto kept_ends = files.formulas.section(section::payload_ends);
  const auto kept = files.formulas.section(section::payloads);
  for (const auto* one : {&ends, &names, &offsets, &all_places, &kept_ends, &kept}) {
    if (!*one) return std::unexpected(one->error());
  }
  if (ends->size() != std::uint64_t{documents} * 4) {
    return files.documents.damage("contradicts itself about the ids of documents");
  }
  if (offsets->size() !=
      (std::uint64_t{formulas} + kPlacesSample - 1) / kPlacesSample * sizeof(std::uint64_t)) {
    return files.formulas.damage("contradicts itself about the places of formulas");
  }
  if (kept_ends->size() != std::uint64_t{formulas} * 4) {
    return files.formulas.damage("contradicts itself about the payloads of formulas");
  }
  id_ends = *ends;
  ids = *names;
  place_offsets = *offsets;
  places = *all_places;
  payload_ends = *kept_ends;
  payloads = *kept;
  return {};
}

base::Result<void> SegmentReader::State::open() {
  const auto document_count = read_count(files.documents);
  if (!document_count) return std::unexpected(document_count.error());
  const auto formula_count = read_count(files.formulas);
  if (!formula_count) return std::unexpected(formula_count.error());
  documents = *document_count;
  formulas = *formula_count;
  auto bodies = StoredBlocks::open(files.documents, section::table, section::blocks, documents);
  if (!bodies) return std::unexpected(bodies.error());
  document_bodies = *bodies;
  auto heads =
      StoredBlocks::open(files.documents, section::head_table, section::head_blocks, documents);
  if (!heads) return std::unexpected(heads.error());
  document_heads = *heads;
  auto latex = StoredBlocks::open(files.formulas, section::table, section::blocks, formulas);
  if (!latex) return std::unexpected(latex.error());
  stored_latex = *latex;
  for (std::uint32_t space = 0; space < spaces.size(); ++space) {
    auto opened = open_space(space);
    if (!opened) return std::unexpected(opened.error());
    open_spaces.push_back(*opened);
  }
  return open_names();
}

SegmentReader::SegmentReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
SegmentReader::SegmentReader(SegmentReader&&) noexcept = default;
SegmentReader& SegmentReader::operator=(SegmentReader&&) noexcept = default;
SegmentReader::~SegmentReader() = default;

base::Result<SegmentReader> SegmentReader::open(const std::string& folder, const Schema& schema) {
  auto terms = SectionFile::open(folder + "/" + kTermsFile, FileKind::terms);
  if (!terms) return std::unexpected(terms.error());
  auto documents = SectionFile::open(folder + "/" + kDocumentsFile, FileKind::documents);
  if (!documents) return std::unexpected(documents.error());
  auto formulas = SectionFile::open(folder + "/" + kFormulasFile, FileKind::formulas);
  if (!formulas) return std::unexpected(formulas.error());
  return open({std::move(*terms), std::move(*documents), std::move(*formulas)}, schema);
}

base::Result<SegmentReader> SegmentReader::open(SegmentFiles files, const Schema& schema) {
  SegmentReader reader(std::make_unique<State>(std::move(files), schema));
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
  // Several documents may share a key, if hardly ever, and a removed one may have the same id.
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

// The places of the formula, behind those of the formulas before it since the last sample.
base::Result<std::string_view> SegmentReader::State::places_of(std::uint32_t formula) const {
  const SectionFile& file = files.formulas;
  if (formula >= formulas) return base::fail(fmt::format("there is no formula {}", formula));
  const std::size_t sample = formula / kPlacesSample;
  const bool last = (sample + 1) * 8 >= place_offsets.size();
  auto done = file.verify(place_offsets.substr(sample * 8, last ? 8 : 16));
  if (!done) return std::unexpected(done.error());
  const auto begin = load<std::uint64_t>(place_offsets, sample * 8);
  const std::uint64_t end =
      last ? places.size() : load<std::uint64_t>(place_offsets, sample * 8 + 8);
  if (begin > end || end > places.size()) return wrong_places(formula);
  const std::string_view bytes = places.substr(begin, end - begin);
  if (done = file.verify(bytes); !done) return std::unexpected(done.error());
  return bytes;
}

std::unexpected<base::Error> SegmentReader::State::wrong_places(std::uint32_t formula) const {
  return files.formulas.damage(
      fmt::format("contradicts itself about the places of formula {}", formula));
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
