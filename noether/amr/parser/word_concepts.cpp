// Finds the concepts that a word expresses: those that are a form of the word, and those that occur
// with it in many sentences.
#include "noether/amr/parser/aligner.h"

#include <algorithm>
#include <array>

#include "noether/base/ascii.h"

namespace noether::amr {
namespace {

constexpr std::array kFrameSlots = {Slot::Verb, Slot::Derived, Slot::Noun, Slot::Adjective};
constexpr std::array kThingSlots = {Slot::Noun, Slot::Verb, Slot::Adjective, Slot::Derived};

std::string in_braces(Slot slot) { return "{" + std::string(slot_name(slot)) + "}"; }

bool has_word(const Sentence& sentence, std::string_view lower) {
  return std::ranges::find(sentence.words, lower, &Word::lower) != sentence.words.end();
}

}  // namespace

std::string_view sense_of(std::string_view concept_name) {
  const std::size_t at = concept_name.rfind('-');
  if (at == std::string_view::npos || at == 0 || at + 3 > concept_name.size()) return {};
  const std::string_view digits = concept_name.substr(at + 1);
  return std::ranges::all_of(digits, base::is_digit) ? digits : std::string_view();
}

std::optional<ConceptPattern> concept_pattern(std::string_view concept_name,
                                              const SlotValues& values, const Sentence& sentence) {
  const std::string_view sense = sense_of(concept_name);
  if (sense.empty()) {
    for (const Slot slot : kThingSlots) {
      if (!values[slot].empty() && values[slot] == concept_name) {
        return ConceptPattern{in_braces(slot), {}};
      }
    }
    return std::nullopt;
  }
  const std::string_view base = concept_name.substr(0, concept_name.size() - sense.size() - 1);
  for (const Slot slot : kFrameSlots) {
    const std::string& value = values[slot];
    if (value.empty()) continue;
    if (value == base) {
      return ConceptPattern{in_braces(slot) + "-" + kSenseMark, std::string(sense)};
    }
    // Phrasal verbs: "give" expresses give-up-07 if "up" also occurs.
    if (base.starts_with(value + "-")) {
      const std::string_view rest = base.substr(value.size() + 1);
      if (has_word(sentence, rest)) {
        return ConceptPattern{in_braces(slot) + "-" + std::string(rest) + "-" + kSenseMark,
                              std::string(sense)};
      }
    }
  }
  return std::nullopt;
}

namespace {

// A word in every sentence, for concepts that no word expresses.
constexpr std::string_view kEveryWhere;

}  // namespace

void WordConcepts::learn(std::span<const Example> examples, unsigned rounds) {
  std::unordered_map<std::string, double> occurrences;
  std::unordered_map<std::string, Row> chances;  // chances of a concept, given a word
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
    // Shares of occurrences count, not shares of concepts: a word that often occurs without any
    // concept expresses nothing.
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
