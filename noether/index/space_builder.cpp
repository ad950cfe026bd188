#include "noether/index/space_builder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "noether/index/segment_layout.h"

namespace noether::index {
namespace {

constexpr std::uint32_t kDigitBits = 8;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
// Fewer are sorted by comparing.
constexpr std::size_t kFew = 64;

// Sorts by the low `bits` of the keys; what is equal stays in its order. `other` has as much room.
template <typename Record>
void sort_by_low_bits(std::span<Record> records, std::uint32_t bits, std::vector<Record>& other) {
  if (records.size() < kFew) {
    // Units ascend in the order they came.
    std::ranges::sort(records, {}, [](const Record& record) {
      return std::pair(record.key, record.posting.unit);
    });
    return;
  }
  other.resize(std::max(other.size(), records.size()));
  std::span<Record> from = records;
  std::span<Record> to = std::span(other).first(records.size());
  for (std::uint32_t shift = 0; shift < bits; shift += kDigitBits) {
    std::array<std::uint32_t, kDigits> places{};
    for (const Record& record : from) ++places[record.key >> shift & (kDigits - 1)];
    std::uint32_t sum = 0;
    for (std::uint32_t& place : places) sum += std::exchange(place, sum);
    for (const Record& record : from) to[places[record.key >> shift & (kDigits - 1)]++] = record;
    std::swap(from, to);
  }
  if (from.data() != records.data()) std::ranges::copy(from, records.begin());
}

}  // namespace

void SpaceBuilder::add(std::uint32_t unit, std::uint32_t length, std::span<const Term> terms) {
  lengths_.resize(unit, 0);
  lengths_.push_back(length);
  for (const Term& term : terms) {
    const std::uint64_t key = kept_key(space_, term.key);
    if (space_.keeps_texts && known_.insert(key).is_new) {
      texts_.emplace_back(term.text);
      text_bytes_ += term.text.size() + sizeof(std::string);
    }
    if (used_ == kPiece) {
      pieces_.push_back(std::make_unique_for_overwrite<Record[]>(kPiece));
      used_ = 0;
    }
    pieces_.back()[used_++] = {key, {unit, std::max(term.weight, 1U)}};
  }
}

std::uint64_t SpaceBuilder::memory() const {
  // Writing needs the log once more.
  const std::size_t records = pieces_.size() * kPiece - (kPiece - used_);
  return 2 * sizeof(Record) * (pieces_.empty() ? 0 : records) + 4 * lengths_.capacity() +
         known_.memory() + text_bytes_;
}

std::vector<SpaceBuilder::Record> SpaceBuilder::split(std::vector<std::size_t>& ends) {
  const std::uint32_t shift = space_.key_bits - kDigitBits;
  const auto for_each_piece = [&](const auto& act) {
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      act(i, std::span(pieces_[i].get(), i + 1 < pieces_.size() ? kPiece : used_));
    }
  };
  ends.assign(kDigits, 0);
  for_each_piece([&](std::size_t, std::span<const Record> piece) {
    for (const Record& record : piece) ++ends[record.key >> shift];
  });
  std::size_t sum = 0;
  for (std::size_t& end : ends) sum += std::exchange(end, sum);
  std::vector<Record> sorted(sum);
  for_each_piece([&](std::size_t number, std::span<const Record> piece) {
    for (const Record& record : piece) sorted[ends[record.key >> shift]++] = record;
    pieces_[number].reset();
  });
  pieces_.clear();
  used_ = kPiece;
  return sorted;
}

base::Result<void> SpaceBuilder::write_terms(std::span<const Record> sorted,
                                             SegmentWriter& segment) {
  for (std::size_t i = 0; i < sorted.size();) {
    const std::uint64_t key = sorted[i].key;
    postings_.clear();
    for (; i < sorted.size() && sorted[i].key == key; ++i) {
      const Posting& posting = sorted[i].posting;
      if (!postings_.empty() && postings_.back().unit == posting.unit) {
        std::uint32_t& sum = postings_.back().weight;
        sum = posting.weight > UINT32_MAX - sum ? UINT32_MAX : sum + posting.weight;
      } else {
        postings_.push_back(posting);
      }
    }
    if (auto done = segment.add_term(key, postings_); !done) return done;
  }
  return {};
}

base::Result<void> SpaceBuilder::write(SegmentWriter& segment, std::uint32_t number,
                                       std::uint32_t units) {
  lengths_.resize(units, 0);
  std::vector<std::size_t> ends;
  std::vector<Record> log = split(ends);
  std::vector<Record> other;
  auto done = segment.begin_space(number, space_, units, pack_lengths(lengths_));
  std::size_t begin = 0;
  for (std::size_t i = 0; done && i < ends.size(); ++i) {
    const std::span<Record> part = std::span(log).subspan(begin, ends[i] - begin);
    begin = ends[i];
    sort_by_low_bits(part, space_.key_bits - kDigitBits, other);
    done = write_terms(part, segment);
  }
  std::vector<std::string_view> texts(texts_.begin(), texts_.end());
  std::ranges::sort(texts);
  if (done) done = segment.end_space(texts);
  return done;
}

}  // namespace noether::index
