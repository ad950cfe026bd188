// Makes a lexicon from published lists. Entries that follow from rules are left out to keep it
// small.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "noether/amr/lower_case.h"
#include "noether/amr/parser/lexicon.h"
#include "noether/amr/parser/scan_text.h"
#include "noether/base/ascii.h"

namespace noether::amr {
namespace {

// Splits "adjust-01" into "adjust" and "01".
std::pair<std::string, std::string> split_frame(std::string_view frame) {
  const std::size_t at = frame.rfind('-');
  if (at == std::string_view::npos || at + 1 == frame.size() || !base::is_digit(frame[at + 1])) {
    return {std::string(frame), {}};
  }
  return {std::string(frame.substr(0, at)), std::string(frame.substr(at + 1))};
}

void add_role(FrameSense& sense, char digit) {
  if (base::is_digit(digit)) {
    sense.roles |= static_cast<std::uint16_t>(1U << static_cast<unsigned>(digit - '0'));
  }
}

using Derivations = std::vector<std::pair<std::string, std::string>>;

void read_propbank(std::string_view text, Lexicon& lexicon, Derivations& derivations) {
  take_until(text, "<roleset ");
  while (!text.empty()) {
    std::string_view roleset = take_until(text, "<roleset ");
    // Examples have their own roles, which do not count.
    roleset = take_until(roleset, "<example");
    std::string id(attribute_of(roleset, "id=\""));
    const std::size_t point = id.rfind('.');
    if (point == std::string::npos) continue;
    FrameSense sense{id.substr(point + 1), 0};
    id.resize(point);
    std::ranges::replace(id, '_', '-');
    std::string_view roles = roleset;
    take_until(roles, "<role ");
    while (!roles.empty()) {
      const std::string_view number = attribute_of(take_until(roles, "<role "), " n=\"");
      if (number.size() == 1) add_role(sense, number[0]);
    }
    take_until(roleset, "<alias ");
    while (!roleset.empty()) {
      std::string_view alias = take_until(roleset, "<alias ");
      const std::string_view part_of_speech = attribute_of(alias, "pos=\"");
      take_until(alias, ">");
      const std::string word = lower_case(take_until(alias, "<"));
      if ((part_of_speech == "n" || part_of_speech == "j") && !word.contains('_') && word != id &&
          !word.contains(' ')) {
        derivations.emplace_back(word, id);
      }
    }
    if (!id.empty() && !id.contains(' ')) lexicon.add_frame(id, std::move(sense));
  }
}

void read_frames(std::string_view text, Lexicon& lexicon) {
  while (!text.empty()) {
    std::string_view line = take_until(text, "\n");
    const auto [base, sense] = split_frame(take_until(line, " "));
    if (sense.empty()) continue;
    FrameSense entry{sense, 0};
    while (!line.empty()) {
      take_until(line, "ARG");
      if (line.size() > 1 && line[1] == ':') add_role(entry, line[0]);
    }
    lexicon.add_frame(base, std::move(entry));
  }
}

// "VERBALIZE teacher TO person :ARG0-of teach-01": the last word is the frame.
void read_verbalizations(std::string_view text, Derivations& derivations) {
  while (!text.empty()) {
    std::string_view line = take_until(text, "\n");
    if (take_until(line, " ") != "VERBALIZE") continue;
    const std::string word(take_until(line, " TO "));
    std::string verb;
    while (!line.empty()) {
      const auto [base, sense] = split_frame(take_until(line, " "));
      if (!sense.empty() && base.front() != ':') verb = base;
    }
    if (!verb.empty() && !word.contains(' ')) derivations.emplace_back(word, verb);
  }
}

void read_derivations(std::string_view text, Derivations& derivations) {
  while (!text.empty()) {
    std::string_view line = take_until(text, "\n");
    const std::string verb(attribute_of(line, "::DERIV-VERB \""));
    if (verb.empty()) continue;
    while (!line.empty()) {
      std::string_view part = take_until(line, " ::");
      const std::string_view kind = take_until(part, " \"");
      const std::string word(take_until(part, "\""));
      if (kind.starts_with("DERIV-") && kind != "DERIV-VERB" && !word.empty() && word != verb) {
        derivations.emplace_back(word, verb);
      }
    }
  }
}

void read_treebank(std::string_view text, Lexicon& lexicon) {
  // How often a form has each lemma, by kind and form.
  std::map<std::pair<Lexicon::Form, std::string>, std::map<std::string, int>> lemmas;
  while (!text.empty()) {
    std::string_view line = take_until(text, "\n");
    if (line.empty() || line.front() == '#') continue;
    take_until(line, "\t");
    const std::string form = lower_case(take_until(line, "\t"));
    const std::string lemma = lower_case(take_until(line, "\t"));
    const std::string_view part_of_speech = take_until(line, "\t");
    if (form.contains(' ') || lemma.contains(' ') || form.empty() || lemma.empty()) continue;
    if (!base::is_letter(form.front()) || !base::is_letter(lemma.front())) continue;
    // "always" is not a plural.
    const bool has_forms = part_of_speech == "NOUN" || part_of_speech == "PROPN" ||
                           part_of_speech == "VERB" || part_of_speech == "AUX";
    if (!has_forms && form == lemma && form.ends_with('s')) {
      ++lemmas[{Lexicon::Form::Noun, form}][lemma];
    }
    if (part_of_speech == "NOUN") ++lemmas[{Lexicon::Form::Noun, form}][lemma];
    if (part_of_speech == "VERB" || part_of_speech == "AUX") {
      ++lemmas[{Lexicon::Form::Verb, form}][lemma];
    }
    if (part_of_speech == "ADJ" || part_of_speech == "ADV") {
      ++lemmas[{Lexicon::Form::Adjective, form}][lemma];
    }
  }
  for (const auto& [key, counts] : lemmas) {
    const auto best =
        std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    const auto& [form, word] = key;
    // The treebank also has lemmas for typing errors.
    if (best->second < 2 && best->first != word && form != Lexicon::Form::Verb) continue;
    if (lexicon.lemma(form, word) != best->first && best->first.size() + 4 > word.size()) {
      lexicon.add_form(form, word, best->first);
    }
  }
}

}  // namespace

Lexicon make_lexicon(const LexiconSources& texts) {
  Lexicon lexicon;
  Derivations derivations;
  read_frames(texts.frames, lexicon);
  read_verbalizations(texts.verbalizations, derivations);
  read_propbank(texts.propbank, lexicon, derivations);
  read_derivations(texts.derivations, derivations);
  read_treebank(texts.treebank, lexicon);
  for (const auto& [word, verb] : derivations) {
    if (word.empty() || lexicon.lemma(Lexicon::Form::Derived, word) == verb) continue;
    if (lexicon.senses(verb) == nullptr) continue;
    if (lexicon.lemma(Lexicon::Form::Verb, word) == verb) continue;
    lexicon.add_form(Lexicon::Form::Derived, word, verb);
  }
  return lexicon;
}

}  // namespace noether::amr
