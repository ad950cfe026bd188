#include "noether/index/writing/merge_segments.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/index/segment/segment_layout.h"
#include "noether/index/writing/segment_writer.h"

namespace noether::index {
namespace {

// The terms of one source in one space, in order.
class TermWalk {
 public:
  TermWalk(const SegmentReader& segment, std::uint32_t space) : segment_(&segment), space_(space) {}

  // Returns false at the end.
  base::Result<bool> next() {
    if (++position_ >= entries_.size()) {
      if (block_ >= segment_->dictionary(space_).block_count()) {
        ended_ = true;
        return false;
      }
      if (auto done = segment_->read_block(space_, block_++, entries_); !done) {
        return std::unexpected(done.error());
      }
      position_ = 0;
    }
    return true;
  }
  bool ended() const { return ended_; }
  const DictionaryEntry& entry() const { return entries_[position_]; }
  base::Result<PostingCursor> postings() const { return segment_->postings(space_, entry()); }

 private:
  const SegmentReader* segment_;
  std::uint32_t space_;
  std::size_t block_ = 0;
  std::size_t position_ = 0;
  bool ended_ = false;
  std::vector<DictionaryEntry> entries_;
};

class Merger {
 public:
  Merger(std::span<const MergeSource> sources, SegmentWriter& target)
      : sources_(sources), target_(target) {}

  base::Result<void> merge() {
    auto done = merge_documents();
    if (done) done = merge_formulas();
    const auto spaces = static_cast<std::uint32_t>(sources_.front().segment->spaces().size());
    for (std::uint32_t space = 0; done && space < spaces; ++space) done = merge_space(space);
    return done;
  }
  std::vector<FormulaNumbers> formula_numbers() && { return std::move(formulas_); }

 private:
  base::Result<void> merge_documents();
  base::Result<void> merge_formulas();
  base::Result<void> add_formula(std::size_t source, std::uint32_t number, FormulaStore& stored,
                                 std::unordered_map<base::Digest, std::uint32_t>& known);
  base::Result<void> merge_space(std::uint32_t space);
  base::Result<PackedLengths> merge_lengths(std::uint32_t space) const;
  base::Result<void> merge_terms(std::uint32_t space);
  base::Result<void> merge_texts(std::uint32_t space);
  base::Result<void> collect(const TermWalk& walk, const std::vector<std::uint32_t>& numbers);

  const std::vector<std::uint32_t>& numbers(std::size_t source, std::uint32_t space) const {
    const Unit unit = sources_[source].segment->spaces()[space].unit;
    return unit == Unit::Document ? documents_[source] : formulas_[source];
  }

  std::span<const MergeSource> sources_;
  SegmentWriter& target_;
  // For each source, maps its numbers to the new ones.
  std::vector<std::vector<std::uint32_t>> documents_;
  std::vector<FormulaNumbers> formulas_;
  std::uint32_t document_count_ = 0;
  std::uint32_t formula_count_ = 0;
  std::vector<std::vector<CodedPlace>> places_;  // of the new formulas
  NamePool names_;
  std::vector<Posting> postings_;       // of one term
  std::vector<std::uint64_t> written_;  // the keys of the space, for its texts
};

base::Result<void> Merger::merge_documents() {
  DocumentStore stored;
  if (auto done = stored.bodies.stream_to(target_.documents_file(), section::blocks); !done)
    return done;
  for (const auto& [segment, deleted] : sources_) {
    auto& numbers = documents_.emplace_back(segment->documents(), kDropped);
    for (std::uint32_t i = 0; i < segment->documents(); ++i) {
      if (deleted->has(i)) continue;
      const auto document = segment->document(i);
      if (!document) return std::unexpected(document.error());
      if (auto done = stored.add(*document); !done) return done;
      numbers[i] = document_count_++;
    }
  }
  return target_.finish_documents(stored);
}

base::Result<void> Merger::add_formula(std::size_t source, std::uint32_t number,
                                       FormulaStore& stored,
                                       std::unordered_map<base::Digest, std::uint32_t>& known) {
  const SegmentReader& segment = *sources_[source].segment;
  auto places = segment.named_places(number);
  if (!places) return std::unexpected(places.error());
  const bool was_nowhere = places->empty();
  for (NamedPlace& one : *places) {
    one.place.document = documents_[source][one.place.document];
  }
  std::erase_if(*places, [](const NamedPlace& one) { return one.place.document == kDropped; });
  if (places->empty() && !was_nowhere) return {};
  const auto formula = segment.formula(number);
  if (!formula) return std::unexpected(formula.error());
  const auto [it, is_new] = known.try_emplace(base::digest_of(formula->latex), formula_count_);
  if (is_new) {
    ++formula_count_;
    places_.emplace_back();
    auto done = stored.add(formula->latex, formula->payload);
    if (!done) return done;
  }
  formulas_[source][number] = it->second;
  auto& all = places_[it->second];
  for (const NamedPlace& one : *places) {
    all.push_back({one.place, names_.code(one.id), names_.code(one.visual_id)});
  }
  return {};
}

base::Result<void> Merger::merge_formulas() {
  FormulaStore stored;
  if (auto done = stored.latex.stream_to(target_.formulas_file(), section::blocks); !done)
    return done;
  std::unordered_map<base::Digest, std::uint32_t> known;
  for (std::size_t source = 0; source < sources_.size(); ++source) {
    const std::uint32_t count = sources_[source].segment->formulas();
    formulas_.emplace_back(count, kDropped);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (auto done = add_formula(source, i, stored, known); !done) return done;
    }
  }
  PlaceListWriter list;
  for (const auto& places : places_) list.add(places, names_);
  places_ = {};
  return target_.finish_formulas(stored, list);
}

base::Result<PackedLengths> Merger::merge_lengths(std::uint32_t space) const {
  const Unit unit = sources_.front().segment->spaces()[space].unit;
  std::vector<std::uint32_t> merged(unit == Unit::Document ? document_count_ : formula_count_);
  for (std::size_t source = 0; source < sources_.size(); ++source) {
    const auto lengths = sources_[source].segment->lengths(space);
    if (!lengths) return std::unexpected(lengths.error());
    const auto& new_numbers = numbers(source, space);
    for (std::uint32_t i = 0; i < new_numbers.size(); ++i) {
      if (new_numbers[i] != kDropped) merged[new_numbers[i]] = (*lengths)[i];
    }
  }
  return pack_lengths(merged);
}

base::Result<void> Merger::collect(const TermWalk& walk,
                                   const std::vector<std::uint32_t>& new_numbers) {
  auto cursor = walk.postings();
  if (!cursor) return std::unexpected(cursor.error());
  for (; cursor->unit() != PostingCursor::kEnd; cursor->next()) {
    const std::uint32_t unit = new_numbers[cursor->unit()];
    if (unit != kDropped) postings_.push_back({unit, cursor->weight()});
  }
  if (cursor->damaged()) return base::fail("a list to be merged is damaged");
  return {};
}

base::Result<void> Merger::merge_terms(std::uint32_t space) {
  std::vector<TermWalk> walks;
  for (const MergeSource& source : sources_) {
    walks.emplace_back(*source.segment, space);
    if (auto begun = walks.back().next(); !begun) return std::unexpected(begun.error());
  }
  while (true) {
    std::optional<std::uint64_t> key;
    for (const TermWalk& walk : walks) {
      if (!walk.ended() && (!key || walk.entry().key < *key)) key = walk.entry().key;
    }
    if (!key) return {};
    postings_.clear();
    for (std::size_t source = 0; source < walks.size(); ++source) {
      TermWalk& walk = walks[source];
      if (walk.ended() || walk.entry().key != *key) continue;
      if (auto done = collect(walk, numbers(source, space)); !done) return done;
      if (auto more = walk.next(); !more) return std::unexpected(more.error());
    }
    // A formula of several sources has this term from each of them.
    std::ranges::sort(postings_, {}, &Posting::unit);
    const auto twice = std::ranges::unique(postings_, {}, &Posting::unit);
    postings_.erase(twice.begin(), twice.end());
    if (postings_.empty()) continue;
    written_.push_back(*key);
    if (auto done = target_.add_term(*key, postings_); !done) return done;
  }
}

base::Result<void> Merger::merge_texts(std::uint32_t space) {
  std::vector<std::string> texts;
  const Space& of = sources_.front().segment->spaces()[space];
  for (const MergeSource& source : sources_) {
    const auto of_source = source.segment->texts(space);
    if (!of_source) return std::unexpected(of_source.error());
    auto cursor = of_source->begin();
    while (cursor.next()) {
      const std::uint64_t key = kept_key(of, term_key(cursor.text()));
      if (std::ranges::binary_search(written_, key)) texts.push_back(cursor.text());
    }
    if (cursor.damaged()) return base::fail("texts of terms to be merged are damaged");
  }
  std::ranges::sort(texts);
  const auto twice = std::ranges::unique(texts);
  texts.erase(twice.begin(), twice.end());
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  return target_.end_space(views);
}

base::Result<void> Merger::merge_space(std::uint32_t space) {
  auto lengths = merge_lengths(space);
  if (!lengths) return std::unexpected(lengths.error());
  const Space& of = sources_.front().segment->spaces()[space];
  written_.clear();
  auto done = target_.begin_space(
      space, of, of.unit == Unit::Document ? document_count_ : formula_count_, std::move(*lengths));
  if (done) done = merge_terms(space);
  if (done) done = merge_texts(space);
  return done;
}

}  // namespace

base::Result<MergedSegment> merge_segments(std::span<const MergeSource> sources,
                                           const std::string& folder,
                                           base::FileSystem& file_system) {
  auto target = SegmentWriter::create(file_system, folder);
  if (!target) return std::unexpected(target.error());
  for (const MergeSource& source : sources) {
    source.segment->files().terms.expect(MappedBytes::Access::InOrder);
  }
  Merger merger(sources, *target);
  if (auto done = merger.merge(); !done) return std::unexpected(done.error());
  const auto files = target->finish();
  if (!files) return std::unexpected(files.error());
  return MergedSegment{*files, std::move(merger).formula_numbers()};
}

std::optional<MergeRange> merge_due(std::span<const SegmentSize> sizes, std::uint32_t factor) {
  // Below this, writing a segment costs more than its content.
  constexpr std::uint64_t kSmallest = 1000;
  factor = std::max(factor, 2U);
  std::uint64_t level = kSmallest;
  for (std::size_t first = sizes.size(); first > 0; level *= factor) {
    while (first > 0 && sizes[first - 1].documents - sizes[first - 1].deleted < level) --first;
    if (sizes.size() - first >= factor) return MergeRange{first, sizes.size()};
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i].deleted > sizes[i].documents / 2) return MergeRange{i, i + 1};
  }
  return std::nullopt;
}

}  // namespace noether::index
