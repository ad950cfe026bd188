// Made-up collections of any size: words as frequent as Zipf's law has them, in documents as long
// as posts are. The same seed gives the same documents, so a larger collection begins with a
// smaller one.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "noether/index/entry.h"

namespace noether::bench {

struct CollectionShape {
  std::uint64_t seed = 1;
  std::uint32_t vocabulary = 200'000;
  // A word of rank r is drawn with a probability in proportion to 1/(r + offset)^exponent.
  double exponent = 1.0;
  double offset = 2.7;
  // Lengths are log-normal; these are near to the answers of a question and answer site.
  double median_length = 60;
  double spread = 0.9;
  std::uint32_t longest = 4000;
};

class SyntheticCollection {
 public:
  explicit SyntheticCollection(const CollectionShape& shape);

  // The words of the next document, by rank, each with how often it is there.
  struct Count {
    std::uint32_t word;
    std::uint32_t count;
  };
  const std::vector<Count>& next();
  std::uint32_t length() const { return length_; }

  // So many different words, drawn as those of documents are: frequent ones are among them.
  static std::vector<std::uint32_t> query(const CollectionShape& shape, std::uint64_t number,
                                          std::size_t words);

  const std::string& word(std::uint32_t rank) const { return texts_[rank]; }
  std::uint64_t key(std::uint32_t rank) const { return keys_[rank]; }

 private:
  std::uint32_t draw();

  CollectionShape shape_;
  std::mt19937_64 random_;
  std::vector<std::uint32_t> alias_;  // Walker's tables: draws take the same time for any law
  std::vector<float> keep_;
  std::vector<std::string> texts_;
  std::vector<std::uint64_t> keys_;
  std::vector<Count> counts_;
  std::vector<std::uint32_t> drawn_;
  std::uint32_t length_ = 0;
};

// As an entry whose words stand in the space `space`. It points to the texts of the collection.
index::DocumentEntry entry_of(const SyntheticCollection& collection,
                              const std::vector<SyntheticCollection::Count>& words,
                              std::uint32_t number, std::uint32_t space);

}  // namespace noether::bench
