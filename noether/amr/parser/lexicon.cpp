#include "noether/amr/parser/lexicon.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

#include "noether/base/ascii.h"
#include "noether/base/file_system.h"

namespace noether::amr {
namespace {

constexpr std::uint64_t kMostLexiconBytes = std::uint64_t{64} << 20;
constexpr std::array<std::string_view, Lexicon::kForms> kFormNames = {"noun", "verb", "adjective",
                                                                      "derived", "wiki"};
constexpr std::string_view kFrame = "frame";
constexpr std::string_view kSense = "sense";
constexpr std::string_view kSays = "says";

bool is_vowel(char c) { return std::string_view("aeiou").contains(c); }

std::string joined(std::string_view a, std::string_view b) {
  return std::string(a) + std::string(b);
}

struct Ending {
  std::string_view from;
  std::string_view to;
};

// AMR has one concept for all forms of a pronoun.
constexpr auto kPronouns = std::to_array<Ending>({
    {"me", "i"},       {"my", "i"},        {"mine", "i"},       {"myself", "i"},
    {"him", "he"},     {"his", "he"},      {"himself", "he"},   {"her", "she"},
    {"hers", "she"},   {"herself", "she"}, {"its", "it"},       {"itself", "it"},
    {"us", "we"},      {"our", "we"},      {"ours", "we"},      {"ourselves", "we"},
    {"them", "they"},  {"their", "they"},  {"theirs", "they"},  {"themselves", "they"},
    {"your", "you"},   {"yours", "you"},   {"yourself", "you"}, {"these", "this"},
    {"those", "that"}, {"an", "a"},
});

std::string noun_by_rule(std::string_view word) {
  const auto pronoun = std::ranges::find(kPronouns, word, &Ending::from);
  if (pronoun != kPronouns.end()) return std::string(pronoun->to);
  const std::size_t size = word.size();
  if (size > 4 && word.ends_with("ies")) return joined(word.substr(0, size - 3), "y");
  for (const std::string_view end : {"sses", "shes", "ches", "xes", "zes"}) {
    if (size > end.size() + 1 && word.ends_with(end)) return std::string(word.substr(0, size - 2));
  }
  if (size > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") &&
      !word.ends_with("is")) {
    return std::string(word.substr(0, size - 1));
  }
  return std::string(word);
}

// The forms that a word may have had before -ed, -ing, -er or -able, the most likely first.
std::vector<std::string> stems_before_vowel(std::string_view stem) {
  std::vector<std::string> stems;
  const std::size_t size = stem.size();
  if (size < 2) return stems;
  const char last = stem[size - 1];
  const bool is_doubled = size > 2 && last == stem[size - 2] && !is_vowel(last);
  // hop becomes hopping, so hoping comes from hope.
  const bool is_short = size > 2 && !is_vowel(last) && is_vowel(stem[size - 2]) &&
                        !is_vowel(stem[size - 3]) && !std::string_view("wxyrln").contains(last);
  if (is_short) stems.push_back(joined(stem, "e"));
  if (is_doubled) {
    stems.emplace_back(stem);
    stems.emplace_back(stem.substr(0, size - 1));
  }
  if (last == 'i') stems.push_back(joined(stem.substr(0, size - 1), "y"));
  stems.emplace_back(stem);
  stems.push_back(joined(stem, "e"));
  return stems;
}

// How nouns and adjectives are derived from verbs and adjectives. A derivation counts only if it
// leads to a frame.
constexpr auto kDerivations = std::to_array<Ending>({
    {"ication", "y"}, {"ation", "ate"}, {"ation", "e"}, {"ation", ""},  {"ition", "e"},
    {"ition", ""},    {"tion", "te"},   {"tion", "t"},  {"sion", "d"},  {"sion", "de"},
    {"sion", "se"},   {"sion", "s"},    {"ment", ""},   {"iness", "y"}, {"ness", ""},
    {"ance", ""},     {"ance", "e"},    {"ence", ""},   {"ence", "e"},  {"ancy", "ant"},
    {"ency", "ent"},  {"ility", "le"},  {"ity", ""},    {"ity", "e"},   {"ive", "e"},
    {"ive", ""},      {"able", ""},     {"able", "e"},  {"ible", ""},   {"ible", "e"},
    {"al", ""},       {"al", "e"},      {"or", ""},     {"or", "e"},    {"ous", ""},
    {"ful", ""},      {"ing", ""},      {"ing", "e"},   {"y", ""},      {"y", "e"},
    {"some", ""},     {"some", "e"},    {"th", ""},     {"ure", ""},    {"ure", "e"},
    {"age", ""},      {"ant", ""},      {"ant", "e"},   {"ent", ""},    {"ent", "e"},
});

std::string_view next_word(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  line.remove_prefix(begin);
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

template <typename Use>
void for_each_line(std::string_view text, const Use& use) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    use(line, number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

std::string Lexicon::verb_by_rule(std::string_view word) const {
  const auto first_frame = [&](const std::vector<std::string>& stems) -> std::string {
    for (const std::string& stem : stems) {
      if (frames_.contains(stem)) return stem;
    }
    return {};
  };
  if (const std::string_view verb = irregular_verb(word); !verb.empty()) return std::string(verb);
  const std::size_t size = word.size();
  std::string found;
  if (size > 4 && word.ends_with("ing")) {
    found = first_frame(stems_before_vowel(word.substr(0, size - 3)));
  } else if (size > 3 && word.ends_with("ed")) {
    found = first_frame(stems_before_vowel(word.substr(0, size - 2)));
  } else if (size > 3 && word.ends_with('s')) {
    found = first_frame({noun_by_rule(word), std::string(word.substr(0, size - 1)),
                         std::string(word.substr(0, size - 2))});
  }
  return found.empty() ? std::string(word) : found;
}

std::string Lexicon::adjective_by_rule(std::string_view word) const {
  const std::size_t size = word.size();
  if (size > 4 && word.ends_with("ly")) {
    const std::string_view stem = word.substr(0, size - 2);
    std::vector<std::string> stems;
    if (stem.ends_with('i')) stems.push_back(joined(stem.substr(0, stem.size() - 1), "y"));
    stems.emplace_back(stem);
    stems.push_back(joined(stem, "le"));
    stems.push_back(joined(stem, "e"));
    if (stem.ends_with("al")) stems.emplace_back(stem.substr(0, stem.size() - 2));
    for (const std::string& each : stems) {
      if (frames_.contains(each)) return each;
    }
    if (size > 5) return stem.ends_with("ical") ? std::string(stem.substr(0, size - 4)) : stems[0];
  }
  for (const std::string_view end : {"er", "est"}) {
    if (size < end.size() + 3 || !word.ends_with(end)) continue;
    for (const std::string& each : stems_before_vowel(word.substr(0, size - end.size()))) {
      if (frames_.contains(each)) return each;
    }
  }
  return std::string(word);
}

std::string Lexicon::derived_by_rule(std::string_view word) const {
  if (word.size() > 4 && word.ends_with("er")) {
    for (const std::string& each : stems_before_vowel(word.substr(0, word.size() - 2))) {
      if (frames_.contains(each)) return each;
    }
  }
  for (const auto& [from, to] : kDerivations) {
    if (word.size() < from.size() + 3 || !word.ends_with(from)) continue;
    const std::string stem = joined(word.substr(0, word.size() - from.size()), to);
    if (frames_.contains(stem)) return stem;
  }
  return {};
}

const std::string* Lexicon::known_form(Form form, std::string_view word) const {
  const auto& forms = forms_[static_cast<std::size_t>(form)];
  const auto found = forms.find(std::string(word));
  return found == forms.end() ? nullptr : &found->second;
}

std::string Lexicon::lemma(Form form, std::string_view word) const {
  if (const std::string* known = known_form(form, word)) return *known;
  switch (form) {
    case Form::Noun:
      return noun_by_rule(word);
    case Form::Verb:
      return verb_by_rule(word);
    case Form::Adjective:
      return adjective_by_rule(word);
    case Form::Wiki:
      return {};
    case Form::Derived:
      break;
  }
  const std::string noun = lemma(Form::Noun, word);
  if (const std::string* known = known_form(form, noun)) return *known;
  return derived_by_rule(noun);
}

std::string Lexicon::frame_lemma(std::string_view word) const {
  std::string verb = lemma(Form::Verb, word);
  if (frames_.contains(verb)) return verb;
  for (const Form form : {Form::Adjective, Form::Noun, Form::Derived}) {
    std::string other = lemma(form, word);
    if (frames_.contains(other)) return other;
  }
  return verb;
}

const std::vector<FrameSense>* Lexicon::senses(std::string_view base) const {
  const auto found = frames_.find(std::string(base));
  return found == frames_.end() ? nullptr : &found->second;
}

void Lexicon::add_form(Form form, std::string word, std::string lemma) {
  forms_[static_cast<std::size_t>(form)].insert({std::move(word), std::move(lemma)});
}

void Lexicon::add_frame(std::string base, FrameSense sense) {
  auto& senses = frames_[std::move(base)];
  const auto found = std::ranges::find(senses, sense.sense, &FrameSense::sense);
  if (found == senses.end()) {
    senses.push_back(std::move(sense));
  } else {
    found->roles |= sense.roles;
  }
}

std::uint32_t Lexicon::sense_count(std::string_view base, std::string_view sense) const {
  const auto row = sense_counts_.find(std::string(base));
  if (row == sense_counts_.end()) return 0;
  const auto found = row->second.find(std::string(sense));
  return found == row->second.end() ? 0 : found->second;
}

const Lexicon::Counts* Lexicon::fragments_of(std::string_view word) const {
  const auto found = fragments_.find(std::string(word));
  return found == fragments_.end() ? nullptr : &found->second;
}

void Lexicon::count_sense(const std::string& base, const std::string& sense, std::uint32_t times) {
  sense_counts_[base][sense] += times;
}

void Lexicon::count_fragment(const std::string& word, const std::string& fragment,
                             std::uint32_t times) {
  fragments_[word][fragment] += times;
}

base::Result<Lexicon> Lexicon::read(const std::string& path) {
  const auto text = base::FileSystem::real().read(path, kMostLexiconBytes);
  if (!text) return std::unexpected(text.error());
  auto lexicon = parse(*text);
  if (!lexicon) lexicon.error().message = fmt::format("{}: {}", path, lexicon.error().message);
  return lexicon;
}

base::Result<Lexicon> Lexicon::parse(std::string_view text) {
  Lexicon lexicon;
  std::optional<base::Error> error;
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    if (error || line.empty()) return;
    const auto wrong = [&](std::string_view what) {
      error = base::Error{fmt::format("line {}: {}", number, what), {}, {}};
    };
    const std::string_view kind = next_word(line);
    const std::string word(next_word(line));
    if (kind == kFrame) {
      while (!line.empty()) {
        const std::string_view entry = next_word(line);
        const std::size_t colon = entry.find(':');
        if (colon == std::string_view::npos) return wrong("a sense is written 01:012");
        FrameSense sense{std::string(entry.substr(0, colon)), 0};
        for (const char digit : entry.substr(colon + 1)) {
          if (!base::is_digit(digit)) return wrong("the roles of a sense are digits");
          sense.roles |= static_cast<std::uint16_t>(1U << static_cast<unsigned>(digit - '0'));
        }
        lexicon.add_frame(word, std::move(sense));
      }
      return;
    }
    if (kind == kSense || kind == kSays) {
      const std::string sense(kind == kSense ? next_word(line) : std::string_view());
      const std::string_view digits = next_word(line);
      std::uint32_t count = 0;
      const auto error_code = std::from_chars(digits.data(), digits.data() + digits.size(), count);
      if (digits.empty() || error_code.ec != std::errc()) return wrong("a count is expected");
      if (kind == kSense) return lexicon.count_sense(word, sense, count);
      if (line.size() < 2) return wrong("a fragment is expected");
      return lexicon.count_fragment(word, std::string(line.substr(1)), count);
    }
    const auto form = std::ranges::find(kFormNames, kind);
    const std::string lemma(next_word(line));
    if (form == kFormNames.end()) return wrong("no such kind of entry");
    if (lemma.empty()) return wrong("a word and its lemma are expected");
    lexicon.add_form(static_cast<Form>(form - kFormNames.begin()), word, lemma);
  });
  if (error) return std::unexpected(*std::move(error));
  return lexicon;
}

std::string Lexicon::text() const {
  std::string text;
  for (std::size_t form = 0; form < kForms; ++form) {
    for (const auto& [word, lemma] : std::map(forms_[form].begin(), forms_[form].end())) {
      text += fmt::format("{} {} {}\n", kFormNames[form], word, lemma);
    }
  }
  for (const auto& [base, senses] : std::map(frames_.begin(), frames_.end())) {
    text += fmt::format("{} {}", kFrame, base);
    for (const FrameSense& sense : senses) {
      text += fmt::format(" {}:", sense.sense);
      for (unsigned role = 0; role < 10; ++role) {
        if (sense.has_role(role)) text += static_cast<char>('0' + role);
      }
    }
    text += '\n';
  }
  for (const auto& [base, counts] : std::map(sense_counts_.begin(), sense_counts_.end())) {
    for (const auto& [sense, count] : counts) {
      text += fmt::format("{} {} {} {}\n", kSense, base, sense, count);
    }
  }
  for (const auto& [word, counts] : std::map(fragments_.begin(), fragments_.end())) {
    for (const auto& [fragment, count] : counts) {
      text += fmt::format("{} {} {} {}\n", kSays, word, count, fragment);
    }
  }
  return text;
}

}  // namespace noether::amr
