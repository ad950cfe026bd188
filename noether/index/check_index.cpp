#include "noether/index/check_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "noether/index/manifest.h"
#include "noether/index/open_segment.h"
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
  if (count != entry.count)
    return wrong("does not have the number of postings that its term states");
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
    if (*count == 0) return wrong(fmt::format("the text '{}' without a term", cursor.text()));
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
  // Otherwise each part that reads the damaged bytes would report them again.
  if (!sound) return;
  for (std::uint32_t space = 0; space < segment.spaces().size(); ++space) {
    note(check_space(segment, space));
  }
  note(check_documents(segment));
  note(check_formulas(segment));
}

base::Result<void> check_vectors(const SegmentVectors& vectors) {
  if (auto sound = vectors.file().verify_all(); !sound) return sound;
  std::vector<std::uint32_t> neighbours;
  for (std::uint32_t number = 0; number < vectors.size(); ++number) {
    const auto code = vectors.vector(number);
    if (!code) return std::unexpected(code.error());
    constexpr float kRounding = 1e-3F;
    if (!(std::abs(cosine(*code, *code) - 1) < kRounding)) {
      return vectors.file().damage(fmt::format("has vector {} with a wrong length", number));
    }
    if (!vectors.has_graph()) continue;
    if (auto read = vectors.neighbours(number, neighbours); !read) return read;
  }
  const auto numbers = vectors.vector_of_formulas();
  if (!numbers) return std::unexpected(numbers.error());
  std::uint32_t unreadable = 0;
  for (std::uint32_t formula = 0; formula < numbers->size(); ++formula) {
    const auto is_tried = vectors.is_tried(formula);
    if (!is_tried) return std::unexpected(is_tried.error());
    const bool has_vector = (*numbers)[formula] != SegmentVectors::kNone;
    if (has_vector && !*is_tried) {
      return vectors.file().damage(fmt::format("contradicts itself about formula {}", formula));
    }
    if (*is_tried && !has_vector) ++unreadable;
  }
  if (unreadable != vectors.unreadable()) {
    return vectors.file().damage("does not have the number of unreadable formulas that it states");
  }
  return {};
}

namespace {

base::Result<void> check_vectors_and_links(const SegmentPassages& passages) {
  if (!passages.has_vectors()) return {};
  std::vector<std::uint32_t> neighbours;
  for (std::uint32_t number = 0; number < passages.size(); ++number) {
    const auto code = passages.vector(number);
    if (!code) return std::unexpected(code.error());
    constexpr float kRounding = 1e-3F;
    const float length = rough_cosine(code->scale, code->high, code->scale, code->high);
    if (!(std::abs(length - 1) < kRounding)) {
      return passages.file().damage(
          fmt::format("has passage {} with a vector of a wrong length", number));
    }
    if (!passages.has_graph()) continue;
    if (auto read = passages.neighbours(number, neighbours); !read) return read;
  }
  return {};
}

}  // namespace

base::Result<void> check_passages(const SegmentPassages& passages) {
  if (auto sound = passages.file().verify_all(); !sound) return sound;
  if (auto sound = check_vectors_and_links(passages); !sound) return sound;
  std::uint32_t tried = 0;
  std::uint32_t next = 0;
  std::uint64_t token_bytes = 0;
  for (std::uint32_t document = 0; document < passages.documents(); ++document) {
    const auto range = passages.passages_of(document);
    if (!range) return std::unexpected(range.error());
    const auto is_tried = passages.is_tried(document);
    if (!is_tried) return std::unexpected(is_tried.error());
    if (*is_tried) ++tried;
    if (range->first != next || (!*is_tried && range->first != range->last)) {
      return passages.file().damage(fmt::format("contradicts itself about document {}", document));
    }
    next = range->last;
    const auto all = passages.passages_in(document);
    if (!all) return std::unexpected(all.error());
    for (const Passage& passage : *all) {
      token_bytes += passage.tokens.size();
    }
  }
  const auto terms = passages.terms_with({});
  if (!terms) return std::unexpected(terms.error());
  if (tried != passages.tried() || next != passages.size() ||
      token_bytes != passages.tokens() * passages.token_bytes()) {
    return passages.file().damage("does not have the number of passages that it states");
  }
  return {};
}

base::Result<void> check_places(const SegmentPassages& passages, const SegmentReader& segment,
                                VectorUnit unit) {
  for (std::uint32_t document = 0; document < passages.documents(); ++document) {
    const auto all = passages.passages_in(document);
    if (!all) return std::unexpected(all.error());
    if (all->empty()) continue;
    const auto stored = segment.document(document);
    if (!stored) return std::unexpected(stored.error());
    for (const Passage& passage : *all) {
      if (passage.field < stored->fields.size() &&
          passage.span.end <= stored->fields[passage.field].text.size()) {
        continue;
      }
      return passages.file().damage(
          fmt::format("has a {} beside the text of document {}", vector_unit_name(unit), document));
    }
    const auto place = [](const Passage& one) { return std::pair(one.field, one.span.begin); };
    if (unit == VectorUnit::Sentence && !std::ranges::is_sorted(*all, {}, place)) {
      return passages.file().damage(
          fmt::format("has the sentences of document {} out of order", document));
    }
  }
  return {};
}

base::Result<IndexCheck> check_index(const std::string& folder, const OnDamage& damage,
                                     base::FileSystem& file_system) {
  const auto manifest = load_manifest(folder, file_system);
  if (!manifest) return std::unexpected(manifest.error());
  IndexCheck check;
  check.generation = manifest->generation;
  const auto note = [&](const base::Error& error) {
    ++check.damages;
    damage(error);
  };
  for (const SegmentRecord& record : manifest->segments) {
    ++check.segments;
    const auto segment = open_segment(folder, record, SpaceView::same(manifest->schema));
    if (!segment) {
      note(segment.error());
      continue;
    }
    check.documents += record.documents - segment->deleted.count();
    check.formulas += record.formulas;
    check.bytes += segment->reader->bytes();
    if (segment->deleted.count() != record.deleted) {
      note({fmt::format("'{}' deletes {} documents, and the manifest says {}",
                        deletions_path(folder, record), segment->deleted.count(), record.deleted),
            {},
            "restore the file from a copy, or make the index again"});
    }
    check_segment(*segment->reader, note);
    for (const OpenVectors& one : segment->vectors) {
      if (one.damage) note(*one.damage);
      check.bytes += one.bytes();
      base::Result<void> sound;
      if (one.vectors != nullptr) {
        check.vectors += one.vectors->size();
        sound = check_vectors(*one.vectors);
      }
      if (one.passages != nullptr) {
        (one.set.unit == VectorUnit::Sentence ? check.sentences : check.passages) +=
            one.passages->size();
        sound = check_passages(*one.passages);
        if (sound) sound = check_places(*one.passages, *segment->reader, one.set.unit);
      }
      if (!sound) note(sound.error());
    }
  }
  return check;
}

}  // namespace noether::index
