#include "noether/index/writing/segment_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "noether/index/segment/segment_layout.h"
#include "noether/index/writing/key_table.h"
#include "noether/index/writing/segment_writer.h"
#include "noether/index/writing/space_builder.h"

namespace noether::index {
namespace {

struct PlaceRecord {
  std::uint32_t formula;
  CodedPlace place;
};

// The span at a place, which has its names.
const text::FormulaSpan* span_at(const text::Field& field, std::uint32_t begin) {
  const auto it = std::ranges::lower_bound(field.formulas, begin, {}, &text::FormulaSpan::begin);
  return it == field.formulas.end() || it->begin != begin ? nullptr : &*it;
}

}  // namespace

struct SegmentBuilder::State {
  explicit State(Schema of) : schema(std::move(of)) {
    for (Space& space : all_spaces(schema)) spaces.emplace_back(std::move(space));
  }

  base::Result<void> check(const std::vector<SpaceTerms>& terms, Unit unit) const;
  base::Result<void> check(const DocumentEntry& entry) const;
  void add_terms(std::uint32_t unit, const std::vector<SpaceTerms>& terms);
  base::Result<void> write_formulas(SegmentWriter& segment);

  Schema schema;
  std::vector<SpaceBuilder> spaces;
  DocumentStore stored_documents;
  FormulaStore stored_formulas;
  NamePool names;
  std::unordered_map<base::Digest, std::uint32_t> documents_by_id;
  DigestTable formulas_by_latex;
  std::vector<PlaceRecord> places;
  std::vector<bool> removed;
};

SegmentBuilder::SegmentBuilder(Schema schema)
    : state_(std::make_unique<State>(std::move(schema))) {}
SegmentBuilder::SegmentBuilder(SegmentBuilder&&) noexcept = default;
SegmentBuilder& SegmentBuilder::operator=(SegmentBuilder&&) noexcept = default;
SegmentBuilder::~SegmentBuilder() = default;

const Schema& SegmentBuilder::schema() const { return state_->schema; }
std::uint32_t SegmentBuilder::documents() const { return state_->stored_documents.size(); }
std::uint32_t SegmentBuilder::formulas() const { return state_->stored_formulas.size(); }
const std::vector<bool>& SegmentBuilder::removed() const { return state_->removed; }

base::Result<void> SegmentBuilder::State::check(const std::vector<SpaceTerms>& terms,
                                                Unit unit) const {
  std::uint64_t seen = 0;
  for (const SpaceTerms& of_space : terms) {
    if (of_space.space >= schema.spaces.size()) {
      return base::fail(fmt::format("the index has no space {}", of_space.space));
    }
    const Space& space = schema.spaces[of_space.space];
    if (space.unit != unit) {
      return base::fail(fmt::format("the space '{}' is one of {}", space.name,
                                    unit == Unit::Document ? "formulas" : "documents"));
    }
    if ((seen >> of_space.space & 1) != 0) {
      return base::fail(fmt::format("the space '{}' is given twice", space.name));
    }
    seen |= std::uint64_t{1} << of_space.space;
    if (!space.keeps_texts) continue;
    for (const Term& term : of_space.terms) {
      if (term.key != term_key(term.text)) {
        return base::fail(fmt::format("'{}' is not the text of its key in the space '{}'",
                                      term.text, space.name));
      }
    }
  }
  return {};
}

base::Result<void> SegmentBuilder::State::check(const DocumentEntry& entry) const {
  const auto& fields = entry.document.fields;
  for (const text::Field& field : fields) {
    std::uint32_t end = 0;
    for (const text::FormulaSpan& span : field.formulas) {
      if (span.begin < end || span.end < span.begin || span.end > field.text.size()) {
        return base::fail(fmt::format("the formulas of '{}' of the document '{}' are out of order",
                                      field.name, entry.document.id));
      }
      end = span.end;
    }
  }
  for (const FormulaOccurrence& occurrence : entry.formulas) {
    if (occurrence.formula >= stored_formulas.size() || occurrence.field >= fields.size() ||
        occurrence.end < occurrence.begin ||
        occurrence.end > fields[occurrence.field].text.size()) {
      return base::fail(fmt::format(
          "a formula of the document '{}' has a place outside of its text", entry.document.id));
    }
  }
  return check(entry.terms, Unit::Document);
}

void SegmentBuilder::State::add_terms(std::uint32_t unit, const std::vector<SpaceTerms>& terms) {
  for (const SpaceTerms& of_space : terms) {
    spaces[of_space.space].add(unit, of_space.length, of_space.terms);
  }
}

std::optional<std::uint32_t> SegmentBuilder::find_formula(std::string_view latex) const {
  return state_->formulas_by_latex.find(base::digest_of(latex));
}

base::Result<std::uint32_t> SegmentBuilder::add_formula(const FormulaEntry& formula) {
  const base::Digest latex = base::digest_of(formula.latex);
  if (const auto known = state_->formulas_by_latex.find(latex)) return *known;
  if (auto done = state_->check(formula.terms, Unit::Formula); !done) {
    return std::unexpected(done.error());
  }
  const std::uint32_t number = formulas();
  auto done = state_->stored_formulas.add(formula.latex, formula.payload);
  if (!done) return std::unexpected(done.error());
  state_->formulas_by_latex.insert(latex, number);
  state_->add_terms(number, formula.terms);
  for (std::size_t i = 0; i < kIdentities; ++i) {
    if (formula.identities[i] == base::Digest{}) continue;
    const Term term{.key = formula.identities[i].high};
    const std::uint32_t space = identity_space(state_->schema, static_cast<Identity>(i));
    state_->spaces[space].add(number, 0, {&term, 1});
  }
  return number;
}

base::Result<std::uint32_t> SegmentBuilder::add(const DocumentEntry& entry) {
  if (auto done = state_->check(entry); !done) return std::unexpected(done.error());
  const std::uint32_t number = documents();
  auto done = state_->stored_documents.add(entry.document);
  if (!done) return std::unexpected(done.error());
  const base::Digest id = base::digest_of(entry.document.id);
  const auto [known, is_new] = state_->documents_by_id.try_emplace(id, number);
  if (!is_new) state_->removed[std::exchange(known->second, number)] = true;
  state_->removed.push_back(false);
  state_->add_terms(number, entry.terms);
  const Term term{.key = id.high};
  state_->spaces[id_space(state_->schema)].add(number, 0, {&term, 1});
  for (const FormulaOccurrence& occurrence : entry.formulas) {
    CodedPlace place{{number, occurrence.field, occurrence.begin, occurrence.end}};
    const text::Field& field = entry.document.fields[occurrence.field];
    if (const text::FormulaSpan* span = span_at(field, occurrence.begin)) {
      place.id = state_->names.code(span->id);
      place.visual_id = state_->names.code(span->visual_id);
    }
    state_->places.push_back({occurrence.formula, place});
  }
  return number;
}

std::optional<std::uint32_t> SegmentBuilder::find_document(std::string_view id) const {
  const auto it = state_->documents_by_id.find(base::digest_of(id));
  if (it == state_->documents_by_id.end()) return std::nullopt;
  return it->second;
}

void SegmentBuilder::remove(std::uint32_t document) {
  state_->removed[document] = true;
  state_->documents_by_id.erase(base::digest_of(state_->stored_documents.ids.at(document)));
}

std::uint64_t SegmentBuilder::memory() const {
  constexpr std::uint64_t kMapEntry = 56;  // a node and its share of the buckets
  std::uint64_t bytes = state_->stored_documents.memory() + state_->stored_formulas.memory() +
                        sizeof(PlaceRecord) * state_->places.capacity() +
                        kMapEntry * std::uint64_t{documents()} + state_->formulas_by_latex.memory();
  for (const SpaceBuilder& space : state_->spaces) bytes += space.memory();
  return bytes;
}

base::Result<void> SegmentBuilder::State::write_formulas(SegmentWriter& segment) {
  std::ranges::sort(places, {}, [](const PlaceRecord& record) {
    return std::tuple(record.formula, record.place.place);
  });
  PlaceListWriter list;
  std::vector<CodedPlace> of_one;
  auto next = places.begin();
  for (std::uint32_t formula = 0; formula < stored_formulas.size(); ++formula) {
    of_one.clear();
    for (; next != places.end() && next->formula == formula; ++next) of_one.push_back(next->place);
    list.add(of_one, names);
  }
  auto done = stored_formulas.latex.stream_to(segment.formulas_file(), section::blocks);
  if (done) done = segment.finish_formulas(stored_formulas, list);
  return done;
}

base::Result<std::array<FileSeal, 3>> SegmentBuilder::write(const std::string& folder,
                                                            base::FileSystem& file_system) && {
  auto segment = SegmentWriter::create(file_system, folder);
  if (!segment) return std::unexpected(segment.error());
  auto done = state_->stored_documents.bodies.stream_to(segment->documents_file(), section::blocks);
  if (done) done = segment->finish_documents(state_->stored_documents);
  if (done) done = state_->write_formulas(*segment);
  for (std::uint32_t space = 0; done && space < state_->spaces.size(); ++space) {
    const bool of_documents = state_->spaces[space].space().unit == Unit::Document;
    done = state_->spaces[space].write(*segment, space, of_documents ? documents() : formulas());
  }
  if (!done) return std::unexpected(done.error());
  return segment->finish();
}

}  // namespace noether::index
