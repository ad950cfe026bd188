#include "bench/search/synthetic_collection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "noether/index/schema.h"

namespace noether::bench {
namespace {

double uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

// std::normal_distribution is not used because it differs between libraries.
double normal(std::mt19937_64& random) {
  const double radius = std::sqrt(-2 * std::log(1 - uniform(random)));
  return radius * std::cos(2 * 3.14159265358979323846 * uniform(random));
}

}  // namespace

SyntheticCollection::SyntheticCollection(const CollectionShape& shape)
    : shape_(shape), random_(shape.seed) {
  const std::uint32_t words = shape.vocabulary;
  std::vector<double> share(words);
  double sum = 0;
  for (std::uint32_t i = 0; i < words; ++i) {
    share[i] = std::pow(i + 1 + shape.offset, -shape.exponent);
    sum += share[i];
  }
  alias_.assign(words, 0);
  keep_.assign(words, 1);
  std::vector<std::uint32_t> poor;
  std::vector<std::uint32_t> rich;
  for (std::uint32_t i = 0; i < words; ++i) {
    share[i] *= words / sum;
    (share[i] < 1 ? poor : rich).push_back(i);
  }
  while (!poor.empty() && !rich.empty()) {
    const std::uint32_t low = poor.back();
    const std::uint32_t high = rich.back();
    poor.pop_back();
    keep_[low] = static_cast<float>(share[low]);
    alias_[low] = high;
    share[high] -= 1 - share[low];
    if (share[high] >= 1) continue;
    rich.pop_back();
    poor.push_back(high);
  }
  keys_.reserve(words);
  texts_.reserve(words);
  for (std::uint32_t i = 0; i < words; ++i) {
    keys_.push_back(index::term_key(texts_.emplace_back(fmt::format("w{}", i))));
  }
}

std::uint32_t SyntheticCollection::draw() {
  const std::uint64_t bits = random_();
  const auto slot = static_cast<std::uint32_t>((bits >> 32) * shape_.vocabulary >> 32);
  const float fraction = static_cast<float>(bits & 0xFFFFFF) * 0x1p-24F;
  return fraction < keep_[slot] ? slot : alias_[slot];
}

const std::vector<SyntheticCollection::Count>& SyntheticCollection::next() {
  const double length = shape_.median_length * std::exp(shape_.spread * normal(random_));
  length_ =
      static_cast<std::uint32_t>(std::clamp(length, 3.0, static_cast<double>(shape_.longest)));
  drawn_.clear();
  for (std::uint32_t i = 0; i < length_; ++i) drawn_.push_back(draw());
  std::ranges::sort(drawn_);
  counts_.clear();
  for (const std::uint32_t word : drawn_) {
    if (!counts_.empty() && counts_.back().word == word) {
      ++counts_.back().count;
    } else {
      counts_.push_back({word, 1});
    }
  }
  return counts_;
}

std::vector<std::uint32_t> SyntheticCollection::query(const CollectionShape& shape,
                                                      std::uint64_t number, std::size_t words) {
  CollectionShape other = shape;
  other.seed = shape.seed * 1'000'003 + number + 1;
  SyntheticCollection collection(other);
  std::vector<std::uint32_t> query;
  while (query.size() < std::min<std::size_t>(words, shape.vocabulary)) {
    const std::uint32_t word = collection.draw();
    if (std::ranges::find(query, word) == query.end()) query.push_back(word);
  }
  return query;
}

index::DocumentEntry entry_of(const SyntheticCollection& collection,
                              const std::vector<SyntheticCollection::Count>& words,
                              std::uint32_t number, std::uint32_t space) {
  index::DocumentEntry entry;
  entry.document.id = fmt::format("{}", number);
  index::SpaceTerms& terms = entry.terms.emplace_back();
  terms.space = space;
  terms.length = collection.length();
  terms.terms.reserve(words.size());
  for (const auto& [word, count] : words) {
    terms.terms.push_back({collection.key(word), count, collection.word(word)});
  }
  return entry;
}

}  // namespace noether::bench
