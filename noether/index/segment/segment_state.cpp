#include "noether/index/segment/segment_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "noether/base/packed_bytes.h"
#include "noether/index/section_file.h"
#include "noether/index/segment/place_list.h"

namespace noether::index {
namespace {

base::Result<std::uint32_t> read_count(const SectionFile& file) {
  const auto bytes = file.checked_section(section::count);
  if (!bytes) return std::unexpected(bytes.error());
  base::PackedReader reader(*bytes);
  const auto count = static_cast<std::uint32_t>(reader.fixed(4));
  if (reader.failed() || count == UINT32_MAX)
    return file.damage("does not state the number of its entries");
  return count;
}

}  // namespace

base::Result<SegmentReader::State::OpenSpace> SegmentReader::State::open_space(
    std::uint32_t space) const {
  const SectionFile& file = files.terms;
  const auto part = [&](section::OfSpace what) {
    return file.section(section::of_space(stored[space], what));
  };
  const auto header = file.checked_section(section::of_space(stored[space], section::header));
  const auto samples = file.checked_section(section::of_space(stored[space], section::samples));
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
  const std::uint32_t units = spaces[space].unit == Unit::Document ? documents : formulas;
  if (reader.failed() || opened.units != units || (width != 1 && width != 2 && width != 4) ||
      lengths->size() != std::uint64_t{units} * width) {
    return file.damage(fmt::format("contradicts itself in the space '{}'", spaces[space].name));
  }
  auto dictionary = Dictionary::open(*samples, *blocks, terms, units, spaces[space].key_bits);
  if (!dictionary) return file.damage(dictionary.error().message);
  opened.dictionary = *dictionary;
  opened.postings = *postings;
  opened.lengths = LengthColumn(*lengths, width, opened.total_length);
  opened.texts = *texts;
  return opened;
}

SegmentReader::State::OpenSpace SegmentReader::State::missing_space(std::uint32_t space) const {
  OpenSpace none;
  none.units = spaces[space].unit == Unit::Document ? documents : formulas;
  none.lengths = LengthColumn(std::string_view(zeros).substr(0, none.units), 1, 0);
  return none;
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
  if (std::ranges::find(stored, SpaceView::kMissing) != stored.end()) {
    zeros.assign(std::max(documents, formulas), '\0');
  }
  for (std::uint32_t space = 0; space < spaces.size(); ++space) {
    if (is_missing(space)) {
      open_spaces.push_back(missing_space(space));
      continue;
    }
    auto opened = open_space(space);
    if (!opened) return std::unexpected(opened.error());
    open_spaces.push_back(*opened);
  }
  return open_names();
}

// The places of the formula, behind those of the formulas before it since the last sample.
base::Result<std::string_view> SegmentReader::State::places_of(std::uint32_t formula) const {
  const SectionFile& file = files.formulas;
  if (formula >= formulas) return base::fail(fmt::format("there is no formula {}", formula));
  const std::size_t sample = formula / kPlacesSample;
  const bool last = (sample + 1) * 8 >= place_offsets.size();
  auto done = file.verify(place_offsets.substr(sample * 8, last ? 8 : 16));
  if (!done) return std::unexpected(done.error());
  const auto begin = load_number<std::uint64_t>(place_offsets, sample * 8);
  const std::uint64_t end =
      last ? places.size() : load_number<std::uint64_t>(place_offsets, sample * 8 + 8);
  if (begin > end || end > places.size()) return wrong_places(formula);
  const std::string_view bytes = places.substr(begin, end - begin);
  if (done = file.verify(bytes); !done) return std::unexpected(done.error());
  return bytes;
}

std::unexpected<base::Error> SegmentReader::State::wrong_places(std::uint32_t formula) const {
  return files.formulas.damage(
      fmt::format("contradicts itself about the places of formula {}", formula));
}

}  // namespace noether::index
