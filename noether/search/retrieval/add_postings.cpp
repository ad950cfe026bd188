#include "noether/search/retrieval/methods.h"

#include <array>
#include <cstring>

namespace noether::search {
namespace {

using index::PostingCursor;

// The source of units and weights: decoded ones, or gaps that are added up on the fly.
class Decoded {
 public:
  Decoded(std::span<const std::uint32_t> units, std::span<const std::uint32_t> weights)
      : units_(units), weights_(weights) {}
  std::size_t size() const { return units_.size(); }
  std::uint32_t unit(std::size_t i) const { return units_[i]; }
  std::uint32_t weight_less_1(std::size_t i) const { return weights_[i] - 1; }

 private:
  std::span<const std::uint32_t> units_;
  std::span<const std::uint32_t> weights_;
};

class Summed {
 public:
  explicit Summed(const PostingCursor::Gaps& block) : block_(block), unit_(block.before) {}
  std::size_t size() const { return index::kPostingBlock; }
  // Must be called once for each i, in order.
  std::uint32_t unit(std::size_t i) { return unit_ += block_.gaps[i] + 1; }
  std::uint32_t weight_less_1(std::size_t i) const { return block_.weights[i]; }

 private:
  const PostingCursor::Gaps& block_;
  std::uint32_t unit_;
};

template <typename Length>
std::uint32_t length_at(const char* bytes, std::uint32_t unit) {
  Length length;
  std::memcpy(&length, bytes + sizeof(Length) * unit, sizeof(Length));
  return length;
}

// Four postings at a time, with all loads before the stores. The compiler cannot reorder them
// itself, because it does not know that nothing overlaps and that the units differ.
template <typename Length, typename Postings>
void add_four_by_four(const ScoredList& list, Postings postings, std::uint32_t begin,
                      std::uint32_t* __restrict scores) {
  constexpr std::size_t kStep = 4;
  const char* lengths = list.lengths.bytes().data();
  const FrequencyTable& frequencies = list.score.frequencies();
  const std::uint16_t* table = frequencies.data();
  const std::uint32_t shift = frequencies.shift();
  const std::uint32_t too_long = frequencies.lengths();
  const std::uint32_t factor = list.score.factor();
  std::array<std::uint32_t, kStep> at;
  std::array<std::uint32_t, kStep> weight;
  std::array<std::uint32_t, kStep> length;
  std::array<std::uint32_t, kStep> score;
  const std::size_t count = postings.size();
  std::size_t i = 0;
  for (; i + kStep <= count; i += kStep) {
    std::uint32_t weights = 0;
    std::uint32_t all_lengths = 0;
#pragma GCC unroll 4
    for (std::size_t j = 0; j < kStep; ++j) {
      const std::uint32_t unit = postings.unit(i + j);
      at[j] = unit - begin;
      weight[j] = postings.weight_less_1(i + j);
      length[j] = length_at<Length>(lengths, unit);
      weights |= weight[j];
      all_lengths |= length[j];
    }
    if (weights < FrequencyTable::kWeights && all_lengths < too_long) [[likely]] {
#pragma GCC unroll 4
      for (std::size_t j = 0; j < kStep; ++j) {
        score[j] = scores[at[j]] + factor * table[weight[j] << shift | length[j]];
      }
#pragma GCC unroll 4
      for (std::size_t j = 0; j < kStep; ++j) scores[at[j]] = score[j];
    } else {
      for (std::size_t j = 0; j < kStep; ++j) {
        scores[at[j]] += list.score(weight[j] + 1, length[j]);
      }
    }
  }
  for (; i < count; ++i) {
    const std::uint32_t unit = postings.unit(i);
    scores[unit - begin] +=
        list.score(postings.weight_less_1(i) + 1, length_at<Length>(lengths, unit));
  }
}

template <typename Postings>
void add(const ScoredList& list, Postings postings, std::uint32_t begin, std::uint32_t* scores) {
  switch (list.lengths.width()) {
    case 1:
      return add_four_by_four<std::uint8_t>(list, postings, begin, scores);
    case 2:
      return add_four_by_four<std::uint16_t>(list, postings, begin, scores);
    default:
      return add_four_by_four<std::uint32_t>(list, postings, begin, scores);
  }
}

}  // namespace

void add_postings(const ScoredList& list, std::span<const std::uint32_t> units,
                  std::span<const std::uint32_t> weights, std::uint32_t begin,
                  std::uint32_t* scores) {
  add(list, Decoded(units, weights), begin, scores);
}

void add_postings(const ScoredList& list, const PostingCursor::Gaps& block, std::uint32_t begin,
                  std::uint32_t* scores) {
  add(list, Summed(block), begin, scores);
}

}  // namespace noether::search
