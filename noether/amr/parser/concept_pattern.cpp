// Whether a concept is a form of a word.
#include <algorithm>
#include <array>

#include "noether/amr/parser/aligner.h"
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
    // Phrasal verbs: "give" of give-up-07, where "up" is there too.
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

}  // namespace noether::amr
