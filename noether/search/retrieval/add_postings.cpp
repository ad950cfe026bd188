#include "noether/search/retrieval/add_postings.h"

#include <cstring>

namespace noether::search {
namespace {

template <typename Length>
Length length_at(const char* bytes, std::uint32_t unit) {
  Length length;
  std::memcpy(&length, bytes + sizeof(Length) * unit, sizeof(Length));
  return length;
}

// Four at a time, with all loads before the stores, which the compiler does not dare to do itself.
// Nothing here overlaps, and units differ.
template <typename Length>
void add_saturated(const ScoredList& list, std::size_t count, const std::uint32_t* units,
                   const std::uint32_t* weights, std::uint32_t begin,
                   std::uint32_t* __restrict scores) {
  constexpr std::uint32_t kLengths = Saturation::kLengths;
  const char* lengths = list.lengths.bytes().data();
  const float* table = list.score.saturation().table();
  const float factor = list.score.factor();
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const std::uint32_t unit0 = units[i];
    const std::uint32_t unit1 = units[i + 1];
    const std::uint32_t unit2 = units[i + 2];
    const std::uint32_t unit3 = units[i + 3];
    const std::uint32_t weight0 = weights[i];
    const std::uint32_t weight1 = weights[i + 1];
    const std::uint32_t weight2 = weights[i + 2];
    const std::uint32_t weight3 = weights[i + 3];
    const std::uint32_t length0 = length_at<Length>(lengths, unit0);
    const std::uint32_t length1 = length_at<Length>(lengths, unit1);
    const std::uint32_t length2 = length_at<Length>(lengths, unit2);
    const std::uint32_t length3 = length_at<Length>(lengths, unit3);
    if ((weight0 | weight1 | weight2 | weight3) >= Saturation::kWeights ||
        (length0 | length1 | length2 | length3) >= kLengths) [[unlikely]] {
      scores[unit0 - begin] += list.score(weight0, length0);
      scores[unit1 - begin] += list.score(weight1, length1);
      scores[unit2 - begin] += list.score(weight2, length2);
      scores[unit3 - begin] += list.score(weight3, length3);
      continue;
    }
    const float ratio0 = table[weight0 * kLengths + length0];
    const float ratio1 = table[weight1 * kLengths + length1];
    const float ratio2 = table[weight2 * kLengths + length2];
    const float ratio3 = table[weight3 * kLengths + length3];
    const std::uint32_t score0 = scores[unit0 - begin];
    const std::uint32_t score1 = scores[unit1 - begin];
    const std::uint32_t score2 = scores[unit2 - begin];
    const std::uint32_t score3 = scores[unit3 - begin];
    scores[unit0 - begin] = score0 + TermScore::whole(factor * ratio0);
    scores[unit1 - begin] = score1 + TermScore::whole(factor * ratio1);
    scores[unit2 - begin] = score2 + TermScore::whole(factor * ratio2);
    scores[unit3 - begin] = score3 + TermScore::whole(factor * ratio3);
  }
  for (; i < count; ++i) {
    scores[units[i] - begin] += list.score(weights[i], length_at<Length>(lengths, units[i]));
  }
}

}  // namespace

void add_postings(const ScoredList& list, std::span<const std::uint32_t> units,
                  std::span<const std::uint32_t> weights, std::uint32_t begin,
                  std::uint32_t* scores) {
  if (!list.score.is_saturating()) {
    for (std::size_t i = 0; i < units.size(); ++i) {
      scores[units[i] - begin] += list.score(weights[i], list.lengths[units[i]]);
    }
    return;
  }
  const auto add = [&](auto kernel) {
    kernel(list, units.size(), units.data(), weights.data(), begin, scores);
  };
  switch (list.lengths.width()) {
    case 1:
      return add(add_saturated<std::uint8_t>);
    case 2:
      return add(add_saturated<std::uint16_t>);
    default:
      return add(add_saturated<std::uint32_t>);
  }
}

}  // namespace noether::search
