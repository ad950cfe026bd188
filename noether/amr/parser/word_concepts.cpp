#include "noether/amr/parser/word_concepts.h"

#include <algorithm>

namespace noether::amr {
namespace {

// Stands in every sentence, for concepts that no word says.
constexpr std::string_view kEveryWhere;

}  // namespace

void WordConcepts::learn(std::span<const Example> examples, unsigned rounds) {
  std::unordered_map<std::string, double> occurrences;
  std::unordered_map<std::string, Row> chances;  // of a concept, given a word
  for (const Example& example : examples) {
    for (const std::string& word : example.words) occurrences[word] += 1;
    occurrences[std::string(kEveryWhere)] += 1;
  }
  for (unsigned round = 0; round <= rounds; ++round) {
    std::unordered_map<std::string, Row> expected;
    for (const Example& example : examples) {
      std::vector<std::string> words = example.words;
      words.emplace_back(kEveryWhere);
      for (const std::string& name : example.concepts) {
        double sum = 0;
        const auto chance = [&](const std::string& word) {
          if (round == 0) return 1.0;
          const auto row = chances.find(word);
          if (row == chances.end()) return 0.0;
          const auto found = row->second.find(name);
          return found == row->second.end() ? 0.0 : found->second;
        };
        for (const std::string& word : words) sum += chance(word);
        if (sum <= 0) continue;
        for (const std::string& word : words) {
          const double part = chance(word) / sum;
          if (part > 1e-6) expected[word][name] += part;
        }
      }
    }
    // A word that often comes alone says nothing: shares of occurrences, not of concepts, count.
    chances.clear();
    for (auto& [word, row] : expected) {
      for (auto& [name, count] : row) {
        chances[word][name] = count / (occurrences[word] + 1);
      }
    }
  }
  shares_ = std::move(chances);
  shares_.erase(std::string(kEveryWhere));
}

double WordConcepts::share(std::string_view word, std::string_view concept_name) const {
  const auto row = shares_.find(std::string(word));
  if (row == shares_.end()) return 0;
  const auto found = row->second.find(std::string(concept_name));
  return found == row->second.end() ? 0 : found->second;
}

}  // namespace noether::amr
