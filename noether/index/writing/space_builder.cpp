#include "noether/index/writing/space_builder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "noether/index/segment/segment_layout.h"

namespace noether::index {
namespace {

constexpr std::uint32_t kBucketBits = 8;
constexpr std::size_t kBuckets = std::size_t{1} << kBucketBits;
// Fewer records are sorted by comparison.
constexpr std::size_t kFew = 64;
constexpr std::uint32_t kMaxDigitBits = 11;

template <typename Record>
void sort_by_comparing(std::span<Record> records) {
  std::ranges::sort(records, [](const Record& a, const Record& b) {
    return a.key != b.key ? a.key < b.key : a.posting.unit < b.posting.unit;
  });
}

}  // namespace

std::size_t SpaceBuilder::piece_size(std::size_t number) {
  return number < 6 ? kFirstPiece << number : kPiece;
}

void SpaceBuilder::add_piece(Bucket& bucket) {
  const std::size_t size = piece_size(bucket.pieces.size());
  bucket.pieces.push_back(std::make_unique_for_overwrite<Record[]>(size));
  bucket.next = bucket.pieces.back().get();
  bucket.end = bucket.next + size;
  piece_bytes_ += size * sizeof(Record);
}

void SpaceBuilder::add(std::uint32_t unit, std::uint32_t length, std::span<const Term> terms) {
  lengths_.resize(unit, 0);
  lengths_.push_back(length);
  for (const Term& term : terms) {
    const std::uint64_t key = kept_key(space_, term.key);
    if (space_.keeps_texts && known_.insert(key).is_new) {
      texts_.emplace_back(term.text);
      text_bytes_ += term.text.size() + sizeof(std::string);
    }
    log_.push_back({key, {unit, std::max(term.weight, 1U)}});
  }
  if (log_.size() >= kLog) distribute();
}

void SpaceBuilder::distribute() {
  if (buckets_.empty()) buckets_.resize(kBuckets);
  const std::uint32_t shift = space_.key_bits - kBucketBits;
  for (const Record& record : log_) {
    Bucket& bucket = buckets_[record.key >> shift];
    if (bucket.next == bucket.end) add_piece(bucket);
    *bucket.next++ = record;
  }
  log_.clear();
}

std::uint64_t SpaceBuilder::memory() const {
  return piece_bytes_ + sizeof(Record) * log_.capacity() + sizeof(Bucket) * buckets_.size() +
         4 * lengths_.capacity() + known_.memory() + text_bytes_;
}

// Keys are hashes: a few of their first bits distinguish nearly all of them. Stable passes sort by
// these bits, and the few keys that share them are compared.
std::span<const SpaceBuilder::Record> SpaceBuilder::sort(Bucket& bucket) {
  std::size_t count = 0;
  const auto for_each_piece = [&](const auto& act) {
    for (std::size_t i = 0; i < bucket.pieces.size(); ++i) {
      const Record* begin = bucket.pieces[i].get();
      const bool last = i + 1 == bucket.pieces.size();
      act(std::span(begin, last ? bucket.next : begin + piece_size(i)));
    }
  };
  for_each_piece([&](std::span<const Record> piece) { count += piece.size(); });
  records_.resize(std::max(records_.size(), count));
  const std::span<Record> sorted = std::span(records_).first(count);
  const auto copy_pieces = [&](const auto& place_of) {
    for_each_piece([&](std::span<const Record> piece) {
      for (const Record& record : piece) sorted[place_of(record)] = record;
    });
    bucket = Bucket();
  };
  if (count < kFew) {
    std::size_t next = 0;
    copy_pieces([&](const Record&) { return next++; });
    sort_by_comparing(sorted);
    return sorted;
  }
  const std::uint32_t low_bits = space_.key_bits - kBucketBits;
  const std::uint32_t wanted =
      std::min(low_bits, static_cast<std::uint32_t>(std::bit_width(count)) + 2);
  const std::uint32_t passes = (wanted + kMaxDigitBits - 1) / kMaxDigitBits;
  const std::uint32_t digit_bits = (wanted + passes - 1) / passes;
  const std::uint64_t digit_mask = (std::uint64_t{1} << digit_bits) - 1;
  // Shifts of the digits, the last one first.
  std::uint32_t shift = low_bits - std::min(low_bits, passes * digit_bits);
  const std::uint32_t told = shift;
  std::array<std::uint32_t, std::size_t{1} << kMaxDigitBits> places;
  const auto count_digits = [&](const auto& for_each) {
    std::fill_n(places.begin(), digit_mask + 1, 0U);
    for_each([&](std::span<const Record> records) {
      for (const Record& record : records) ++places[record.key >> shift & digit_mask];
    });
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i <= digit_mask; ++i) sum += std::exchange(places[i], sum);
  };
  count_digits(for_each_piece);
  copy_pieces([&](const Record& record) { return places[record.key >> shift & digit_mask]++; });
  for (std::uint32_t pass = 1; pass < passes; ++pass) {
    shift += digit_bits;
    count_digits([&](const auto& act) { act(std::span<const Record>(records_).first(count)); });
    other_records_.resize(std::max(other_records_.size(), count));
    for (const Record& record : std::span(records_).first(count)) {
      other_records_[places[record.key >> shift & digit_mask]++] = record;
    }
    records_.swap(other_records_);
  }
  const std::span<Record> nearly = std::span(records_).first(count);
  for (std::size_t begin = 0; begin < count;) {
    std::size_t end = begin + 1;
    bool is_one_key = true;
    for (; end < count && nearly[end].key >> told == nearly[begin].key >> told; ++end) {
      is_one_key = is_one_key && nearly[end].key == nearly[begin].key;
    }
    if (!is_one_key) sort_by_comparing(nearly.subspan(begin, end - begin));
    begin = end;
  }
  return nearly;
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
  distribute();
  auto done = segment.begin_space(number, space_, units, pack_lengths(lengths_));
  for (Bucket& bucket : buckets_) {
    if (done) done = write_terms(sort(bucket), segment);
  }
  buckets_.clear();
  std::vector<std::string_view> texts(texts_.begin(), texts_.end());
  std::ranges::sort(texts);
  if (done) done = segment.end_space(texts);
  return done;
}

}  // namespace noether::index
