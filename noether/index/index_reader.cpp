#include "noether/index/index_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/index/open_segment.h"

namespace noether::index {

base::Result<IndexReader> IndexReader::open(const std::string& folder,
                                            base::FileSystem& file_system) {
  return open_newest(folder, nullptr, file_system);
}

base::Result<IndexReader> IndexReader::open(const std::string& folder, const Schema& wanted,
                                            base::FileSystem& file_system) {
  return open_newest(folder, &wanted, file_system);
}

base::Result<IndexReader> IndexReader::open_newest(const std::string& folder, const Schema* wanted,
                                                   base::FileSystem& file_system) {
  auto manifest = load_manifest(folder, file_system);
  if (!manifest) return std::unexpected(manifest.error());
  while (true) {
    auto reader =
        open(folder, *manifest,
             SpaceView::as(wanted == nullptr ? manifest->schema : *wanted, manifest->schema));
    if (reader && std::ranges::none_of(reader->segments_, [](const OpenSegment& segment) {
          return std::ranges::any_of(segment.vectors,
                                     [](const OpenVectors& one) { return one.damage.has_value(); });
        })) {
      return reader;
    }
    // A writer may have removed files between our reading of its manifest and our opening them;
    // then there is a newer manifest.
    auto newer = load_manifest(folder, file_system);
    if (!newer || newer->generation == manifest->generation) return reader;
    manifest = std::move(newer);
  }
}

base::Result<IndexReader> IndexReader::open(const std::string& folder, const Manifest& manifest,
                                            const SpaceView& view) {
  IndexReader reader;
  reader.generation_ = manifest.generation;
  reader.schema_ = view.schema;
  reader.missing_ = view.missing;
  reader.origins_ = manifest.origins;
  for (const SegmentRecord& record : manifest.segments) {
    auto segment = open_segment(folder, record, view);
    if (!segment) return std::unexpected(segment.error());
    if (record.documents >= UINT32_MAX - reader.documents_ ||
        record.formulas >= UINT32_MAX - reader.formulas_) {
      return base::fail(fmt::format("'{}' has more documents than can be numbered", folder));
    }
    segment->first_document = reader.documents_;
    segment->first_formula = reader.formulas_;
    reader.documents_ += record.documents;
    reader.formulas_ += record.formulas;
    reader.segments_.push_back(std::move(*segment));
  }
  reader.members_.push_back({.name = {},
                             .documents = reader.documents_,
                             .formulas = reader.formulas_,
                             .segments = reader.segments_.size()});
  return reader;
}

base::Result<IndexReader> IndexReader::join(std::span<const Named> indexes) {
  IndexReader joined;
  for (const Named& index : indexes) {
    const IndexReader& reader = *index.reader;
    if (&index == indexes.data()) {
      joined.schema_ = reader.schema_;
      joined.missing_ = reader.missing_;
    }
    if (joined.schema_ != reader.schema_) {
      return base::fail(fmt::format("the index '{}' was made by another version", index.name), {},
                        "make it again with noether index");
    }
    for (std::size_t i = 0; i < reader.missing_.size(); ++i) {
      if (joined.missing_[i].empty()) joined.missing_[i] = reader.missing_[i];
    }
    if (reader.documents_ >= UINT32_MAX - joined.documents_ ||
        reader.formulas_ >= UINT32_MAX - joined.formulas_) {
      return base::fail("the indexes have more documents than can be numbered");
    }
    joined.members_.push_back({.name = index.name,
                               .first_document = joined.documents_,
                               .documents = reader.documents_,
                               .first_formula = joined.formulas_,
                               .formulas = reader.formulas_,
                               .first_segment = joined.segments_.size(),
                               .segments = reader.segments_.size()});
    for (OpenSegment segment : reader.segments_) {
      segment.first_document += joined.documents_;
      segment.first_formula += joined.formulas_;
      joined.segments_.push_back(std::move(segment));
    }
    joined.generation_ += reader.generation_;
    joined.documents_ += reader.documents_;
    joined.formulas_ += reader.formulas_;
  }
  return joined;
}

bool IndexReader::lacks_spaces() const {
  return std::ranges::any_of(missing_, [](const std::string& why) { return !why.empty(); });
}

base::Result<void> IndexReader::expect_space(std::uint32_t space) const {
  if (has_space(space)) return {};
  return base::fail(
      missing_[space], {},
      "make the index again with `noether index`, or use a profile in which everything "
      "that needs the space has the weight 0");
}

std::size_t IndexReader::member_of(std::uint32_t document) const {
  // A member without documents begins where the next one begins. The last member that begins there
  // has the document.
  const auto next = std::ranges::upper_bound(members_, document, {}, &Member::first_document);
  return static_cast<std::size_t>(next - members_.begin()) - 1;
}

std::uint32_t IndexReader::deleted_documents() const {
  std::uint32_t count = 0;
  for (const OpenSegment& segment : segments_) count += segment.deleted.count();
  return count;
}

std::uint32_t IndexReader::units(std::uint32_t space) const {
  return schema_.spaces[space].unit == Unit::Document ? documents_ : formulas_;
}

std::uint64_t IndexReader::total_length(std::uint32_t space) const {
  std::uint64_t length = 0;
  for (const OpenSegment& segment : segments_) length += segment.reader->total_length(space);
  return length;
}

base::Result<std::uint64_t> IndexReader::frequency(std::uint32_t space, std::uint64_t key) const {
  std::uint64_t sum = 0;
  for (const OpenSegment& segment : segments_) {
    const auto here = segment.reader->frequency(space, key);
    if (!here) return std::unexpected(here.error());
    sum += *here;
  }
  return sum;
}

const OpenSegment* IndexReader::segment_of(std::uint32_t number, Unit unit) const {
  if (number >= (unit == Unit::Document ? documents_ : formulas_)) return nullptr;
  const auto next = std::ranges::upper_bound(
      segments_, number, {}, [&](const OpenSegment& segment) { return segment.first_unit(unit); });
  return &*std::prev(next);
}

bool IndexReader::is_deleted(std::uint32_t document) const {
  const OpenSegment* segment = segment_of(document, Unit::Document);
  return segment == nullptr || segment->deleted.has(document - segment->first_document);
}

base::Result<std::optional<std::uint32_t>> IndexReader::find_document(std::string_view id) const {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const auto found = find_document(id, i);
    if (!found || *found) return found;
  }
  return std::nullopt;
}

base::Result<std::optional<std::uint32_t>> IndexReader::find_document(std::string_view id,
                                                                      std::size_t member) const {
  const Member& own = members_[member];
  for (const OpenSegment& segment : std::span(segments_).subspan(own.first_segment, own.segments)) {
    const auto found = segment.reader->find_document(id);
    if (!found) return std::unexpected(found.error());
    if (*found && !segment.deleted.has(**found)) return segment.first_document + **found;
  }
  return std::nullopt;
}

base::Result<std::optional<std::uint32_t>> IndexReader::find_named(std::string_view name) const {
  for (std::size_t i = 0; members_.size() > 1 && i < members_.size(); ++i) {
    const std::string& index = members_[i].name;
    if (!name.starts_with(index) || name.substr(index.size(), 1) != ":") continue;
    const auto found = find_document(name.substr(index.size() + 1), i);
    if (!found || *found) return found;
  }
  return find_document(name);
}

base::Result<std::string> IndexReader::document_name(std::uint32_t document,
                                                     std::string_view id) const {
  if (members_.size() > 1) {
    const auto found = find_named(id);
    if (!found) return std::unexpected(found.error());
    if (*found != document) return members_[member_of(document)].name + ":" + std::string(id);
  }
  return std::string(id);
}

base::Result<std::string_view> IndexReader::document_id(std::uint32_t document) const {
  const OpenSegment* segment = segment_of(document, Unit::Document);
  if (segment == nullptr) return base::fail(fmt::format("there is no document {}", document));
  return segment->reader->document_id(document - segment->first_document);
}

base::Result<text::Document> IndexReader::document(std::uint32_t document) const {
  const OpenSegment* segment = segment_of(document, Unit::Document);
  if (segment == nullptr) return base::fail(fmt::format("there is no document {}", document));
  return segment->reader->document(document - segment->first_document);
}

base::Result<text::Document> IndexReader::document_head(std::uint32_t document) const {
  const OpenSegment* segment = segment_of(document, Unit::Document);
  if (segment == nullptr) return base::fail(fmt::format("there is no document {}", document));
  return segment->reader->document_head(document - segment->first_document);
}

std::string_view IndexReader::origin(std::uint32_t document) const {
  const OpenSegment* segment = segment_of(document, Unit::Document);
  if (segment == nullptr) return {};
  std::uint32_t left = document - segment->first_document;
  for (const OriginRun& run : segment->origins) {
    if (left < run.documents) {
      return run.origin == 0 ? std::string_view() : std::string_view(origins_[run.origin - 1]);
    }
    left -= run.documents;
  }
  return {};
}

std::vector<std::uint32_t> IndexReader::documents_from(std::string_view origin) const {
  std::vector<std::uint32_t> found;
  const auto known = std::ranges::find(origins_, origin);
  if (!origin.empty() && known == origins_.end()) return found;
  const auto number = origin.empty() ? 0 : static_cast<std::uint32_t>(known - origins_.begin()) + 1;
  for (const OpenSegment& segment : segments_) {
    std::uint32_t next = 0;
    const auto take = [&](std::uint32_t documents, bool is_wanted) {
      for (const std::uint32_t end = next + documents; next < end; ++next) {
        if (is_wanted && !segment.deleted.has(next)) found.push_back(segment.first_document + next);
      }
    };
    for (const OriginRun& run : segment.origins) take(run.documents, run.origin == number);
    take(segment.reader->documents() - next, number == 0);
  }
  return found;
}

base::Result<std::string_view> IndexReader::payload(std::uint32_t formula) const {
  const OpenSegment* segment = segment_of(formula, Unit::Formula);
  if (segment == nullptr) return base::fail(fmt::format("there is no formula {}", formula));
  return segment->reader->payload(formula - segment->first_formula);
}

base::Result<StoredFormula> IndexReader::formula(std::uint32_t formula) const {
  const OpenSegment* segment = segment_of(formula, Unit::Formula);
  if (segment == nullptr) return base::fail(fmt::format("there is no formula {}", formula));
  return segment->reader->formula(formula - segment->first_formula);
}

base::Result<std::vector<Place>> IndexReader::places(std::uint32_t formula) const {
  const OpenSegment* segment = segment_of(formula, Unit::Formula);
  if (segment == nullptr) return base::fail(fmt::format("there is no formula {}", formula));
  auto places = segment->reader->places(formula - segment->first_formula);
  if (!places) return places;
  std::erase_if(*places, [&](const Place& place) { return segment->deleted.has(place.document); });
  for (Place& place : *places) place.document += segment->first_document;
  return places;
}

base::Result<std::vector<NamedPlace>> IndexReader::named_places(std::uint32_t formula) const {
  const OpenSegment* segment = segment_of(formula, Unit::Formula);
  if (segment == nullptr) return base::fail(fmt::format("there is no formula {}", formula));
  auto places = segment->reader->named_places(formula - segment->first_formula);
  if (!places) return places;
  std::erase_if(*places,
                [&](const NamedPlace& one) { return segment->deleted.has(one.place.document); });
  for (NamedPlace& one : *places) one.place.document += segment->first_document;
  return places;
}

base::Result<std::vector<std::uint32_t>> IndexReader::find_formulas(
    Identity identity, const base::Digest& digest) const {
  std::vector<std::uint32_t> all;
  for (const OpenSegment& segment : segments_) {
    const auto found = segment.reader->find_formulas(identity, digest);
    if (!found) return found;
    for (const std::uint32_t formula : *found) all.push_back(segment.first_formula + formula);
  }
  return all;
}

std::uint64_t IndexReader::bytes() const {
  std::uint64_t bytes = 0;
  for (const OpenSegment& segment : segments_) {
    bytes += segment.reader->bytes();
    for (const OpenVectors& one : segment.vectors) bytes += one.bytes();
  }
  return bytes;
}

}  // namespace noether::index
