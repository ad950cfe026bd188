// The lexicon holds the parser's knowledge of English words: lemmas, verbs from which words are
// derived, and the frames of PropBank with their senses and roles.
//
// A lexicon is one file of the model folder, made by `noether amr lexicon` from UD English EWT,
// PropBank and the lists of verbalisations. Each line is one entry, by kind:
//
//   noun children child        an irregular form and its lemma
//   verb went go
//   adjective better good
//   derived adjustment adjust
//   frame adjust 01:012        senses, each with the numbers of its roles :ARGn
//
// Training adds entries from the banks of graphs:
//
//   sense adjust 01 12         how often a frame has a sense
//   says death 5 (v0 / die-01) how often a word has a fragment
//   wiki tumour Neoplasm       the page of a name, with underscores between its words
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"

namespace noether::amr {

struct FrameSense {
  std::string sense;        // "01"
  std::uint16_t roles = 0;  // bit n for :ARGn

  bool has_role(unsigned number) const { return (roles >> number & 1U) != 0; }
};

class Lexicon {
 public:
  enum class Form : std::uint8_t { Noun, Verb, Adjective, Derived, Wiki };
  static constexpr std::size_t kForms = 5;

  static base::Result<Lexicon> read(const std::string& path);
  static base::Result<Lexicon> parse(std::string_view text);
  std::string text() const;

  // The lemma of a lower-case word; the word itself if it has no entry. For Derived and Wiki the
  // result is empty in that case.
  std::string lemma(Form form, std::string_view word) const;

  // The lemma for which PropBank has a frame: as a verb, as an adjective or adverb, or the verb
  // from which the word is derived. If there is none, the lemma as a verb.
  std::string frame_lemma(std::string_view word) const;
  const std::string* known_form(Form form, std::string_view word) const;

  // Null if PropBank has no such frame. `base` is "give-up" for give-up-07.
  const std::vector<FrameSense>* senses(std::string_view base) const;

  // The number of times that the frame has this sense in the banks.
  std::uint32_t sense_count(std::string_view base, std::string_view sense) const;
  // The fragments that a lower-case word has in the banks, with their counts; null if there are
  // none.
  using Counts = std::map<std::string, std::uint32_t>;
  const Counts* fragments_of(std::string_view word) const;

  void count_sense(const std::string& base, const std::string& sense, std::uint32_t times = 1);
  void count_fragment(const std::string& word, const std::string& fragment,
                      std::uint32_t times = 1);
  void add_form(Form form, std::string word, std::string lemma);
  void add_frame(std::string base, FrameSense sense);

 private:
  std::string verb_by_rule(std::string_view word) const;
  std::string adjective_by_rule(std::string_view word) const;
  std::string derived_by_rule(std::string_view word) const;

  std::array<std::unordered_map<std::string, std::string>, kForms> forms_;
  std::unordered_map<std::string, std::vector<FrameSense>> frames_;
  std::unordered_map<std::string, Counts> sense_counts_;  // by frame
  std::unordered_map<std::string, Counts> fragments_;     // by word
};

// The value of a number or number word, as AMR writes it: "six" is 6, "1,000" is 1000, and "fifth"
// is 5.
std::optional<std::string> number_value(std::string_view lower);
// "6" for june; empty for other words.
std::optional<std::string> month_number(std::string_view lower);

// The texts from which a lexicon is made; each may be empty.
struct LexiconSources {
  std::string propbank;        // framesets as XML, any number of concatenated files
  std::string frames;          // a line for each sense: "adjust-01  ARG0: ...  ARG1: ..."
  std::string verbalizations;  // "VERBALIZE continual TO continue-01"
  std::string derivations;     // "::DERIV-VERB "adjust" ::DERIV-NOUN "adjustment""
  std::string treebank;        // CoNLL-U
};
Lexicon make_lexicon(const LexiconSources& texts);

// The verb of an irregular form, such as "go" for went; empty for regular forms.
std::string_view irregular_verb(std::string_view form);

}  // namespace noether::amr
