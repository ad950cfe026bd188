#include "noether/index/segment/check_segment.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "noether/index/segment/segment_layout.h"

namespace noether::index {
namespace {

base::Result<void> check_list(const SegmentReader& segment, std::uint32_t space,
                              const DictionaryEntry& entry, const LengthColumn& lengths) {
  const auto wrong = [&](std::string_view what) {
    return segment.files().terms.damage(
        fmt::format("has in the space '{}' a list that {}", segment.spaces()[space].name, what));
  };
  auto cursor = segment.postings(space, entry);
  if (!cursor) return std::unexpected(cursor.error());
  std::uint64_t count = 0;
  std::int64_t before = -1;
  for (std::uint32_t block = 0; block < cursor->blocks(); ++block) {
    const auto [units, weights] = cursor->decode(block);
    const PostingBounds bounds = cursor->block_bounds(block);
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (units[i] <= before) return wrong("does not ascend");
      before = units[i];
      if (!bounds.holds_for(lengths.classes().of(lengths[units[i]]), weights[i])) {
        return wrong("breaks its own bounds");
      }
    }
    count += units.size();
  }
  if (cursor->damaged()) return wrong("contradicts itself");
  if (count != entry.count) return wrong("has not as many postings as its term");
  return {};
}

base::Result<void> check_space(const SegmentReader& segment, std::uint32_t space) {
  const auto wrong = [&](std::string_view what) {
    return segment.files().terms.damage(
        fmt::format("has in the space '{}' {}", segment.spaces()[space].name, what));
  };
  const auto lengths = segment.lengths(space);
  if (!lengths) return std::unexpected(lengths.error());
  std::uint64_t total = 0;
  for (std::uint32_t unit = 0; unit < lengths->size(); ++unit) total += (*lengths)[unit];
  if (total != segment.total_length(space)) return wrong("lengths that do not add up");
  std::vector<DictionaryEntry> entries;
  std::optional<std::uint64_t> key;
  std::uint64_t offset = 0;
  for (std::size_t block = 0; block < segment.dictionary(space).block_count(); ++block) {
    if (auto done = segment.read_block(space, block, entries); !done) return done;
    for (const DictionaryEntry& entry : entries) {
      if (key && entry.key <= *key) return wrong("terms out of order");
      key = entry.key;
      if (entry.count > 1 && entry.offset != offset) return wrong("lists out of order");
      offset += entry.size;
      if (auto done = check_list(segment, space, entry, *lengths); !done) return done;
    }
  }
  const auto texts = segment.texts(space);
  if (!texts) return std::unexpected(texts.error());
  if (texts->size() > segment.terms(space)) return wrong("more texts than terms");
  auto cursor = texts->begin();
  while (cursor.next()) {
    const auto count = segment.frequency(space, term_key(cursor.text()));
    if (!count) return std::unexpected(count.error());
    if (*count == 0) return wrong(fmt::format("the text '{}' of no term", cursor.text()));
  }
  if (cursor.damaged()) return wrong("texts that cannot be read");
  return {};
}

base::Result<void> check_documents(const SegmentReader& segment) {
  for (std::uint32_t number = 0; number < segment.documents(); ++number) {
    const auto document = segment.document(number);
    if (!document) return std::unexpected(document.error());
    const auto id = segment.document_id(number);
    if (!id) return std::unexpected(id.error());
    const auto found = segment.find_document(document->id);
    if (!found) return std::unexpected(found.error());
    // A later document of this id has replaced it.
    if (*id != document->id || !*found || **found < number) {
      return segment.files().documents.damage(
          fmt::format("does not find document {} by its id '{}'", number, document->id));
    }
  }
  return {};
}

base::Result<void> check_formulas(const SegmentReader& segment) {
  for (std::uint32_t number = 0; number < segment.formulas(); ++number) {
    const auto formula = segment.formula(number);
    if (!formula) return std::unexpected(formula.error());
    const auto places = segment.named_places(number);
    if (!places) return std::unexpected(places.error());
  }
  return {};
}

}  // namespace

void check_segment(const SegmentReader& segment, const OnDamage& damage) {
  bool sound = true;
  const auto note = [&](const base::Result<void>& result) {
    if (result) return;
    sound = false;
    damage(result.error());
  };
  const SegmentFiles& files = segment.files();
  for (const SectionFile* file : {&files.terms, &files.documents, &files.formulas}) {
    note(file->verify_all());
  }
  // Damaged bytes would only be met again, once for each who reads them.
  if (!sound) return;
  for (std::uint32_t space = 0; space < segment.spaces().size(); ++space) {
    note(check_space(segment, space));
  }
  note(check_documents(segment));
  note(check_formulas(segment));
}

}  // namespace noether::index
