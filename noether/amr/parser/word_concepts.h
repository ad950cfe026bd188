// Which concepts come with which words in many sentences, where their spelling does not tell
// (IBM's first model of translation, learned by expectation maximisation).
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

  // How many occurrences of the word have the concept; from 0 to 1.
  double share(std::string_view word, std::string_view concept_name) const;

 private:
  using Row = std::unordered_map<std::string, double>;
  std::unordered_map<std::string, Row> shares_;  // by word
};

}  // namespace noether::amr
