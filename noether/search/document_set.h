// Some documents of one commit of an index, by number: the result of a filter.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace noether::search {

class DocumentSet {
 public:
  // An empty set of numbers below `documents`.
  explicit DocumentSet(std::uint32_t documents) : numbers_(documents), words_(documents / 64 + 1) {}

  std::uint32_t numbers() const { return numbers_; }  // all members are below this

  void add(std::uint32_t document) { words_[document / 64] |= std::uint64_t{1} << document % 64; }
  bool has(std::uint32_t document) const { return (bits_from(document) & 1) != 0; }
  // The membership of 64 documents from `first` on; the lowest bit is for `first`.
  std::uint64_t bits_from(std::uint32_t first) const {
    const std::size_t word = first / 64;
    const unsigned shift = first % 64;
    std::uint64_t bits = word < words_.size() ? words_[word] >> shift : 0;
    if (shift > 0 && word + 1 < words_.size()) bits |= words_[word + 1] << (64 - shift);
    return bits;
  }
  std::uint32_t size() const {
    int sum = 0;
    for (const std::uint64_t word : words_) sum += std::popcount(word);
    return static_cast<std::uint32_t>(sum);
  }

 private:
  std::uint32_t numbers_;
  std::vector<std::uint64_t> words_;
};

}  // namespace noether::search
