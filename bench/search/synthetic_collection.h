// Synthetic collections of any size: word frequencies follow Zipf's law, and documents are as long
// as typical posts. The same seed gives the same documents, so a larger collection begins with a
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
  // A word of rank r is drawn with a probability proportional to 1/(r + offset)^exponent.
  double exponent = 1.0;
  double offset = 2.7;
  // Lengths are log-normal; the defaults are close to answers of a question and answer site.
  double median_length = 60;
  double spread = 0.9;
  std::uint32_t longest = 4000;
};

class SyntheticCollection {
 public:
  explicit SyntheticCollection(const CollectionShape& shape);

  // A word of a document, by rank, and its number of occurrences.
  struct Count {
    std::uint32_t word;
    std::uint32_t count;
  };
  const std::vector<Count>& next();
  std::uint32_t length() const { return length_; }

  // Returns `words` different words, drawn from the same distribution as in documents, so frequent
  // words are among them.
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

// Returns a document entry with its words in the space `space`. It refers to the texts of the
// collection.
index::DocumentEntry entry_of(const SyntheticCollection& collection,
                              const std::vector<SyntheticCollection::Count>& words,
                              std::uint32_t number, std::uint32_t space);

}  // namespace noether::bench
