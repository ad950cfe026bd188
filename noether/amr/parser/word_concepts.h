// Learns which concepts occur with which words in many sentences, if their spelling does not show
// it (IBM's first model of translation, by expectation maximisation).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace noether::amr {

class WordConcepts {
 public:
  struct Example {
    std::vector<std::string> words;     // of the sentence
    std::vector<std::string> concepts;  // that no word is a form of
  };

  void learn(std::span<const Example> examples, unsigned rounds = 10);

  // The share of occurrences of the word that have the concept; from 0 to 1.
  double share(std::string_view word, std::string_view concept_name) const;

 private:
  using Row = std::unordered_map<std::string, double>;
  std::unordered_map<std::string, Row> shares_;  // by word
};

}  // namespace noether::amr
