#include "noether/search/suggest/suggester.h"

#include <algorithm>
#include <array>
#include <set>

#include "noether/base/ascii.h"
#include "noether/formula/symbols.h"
#include "noether/search/query/formula_signs.h"

namespace noether::search {

PrefixTable::PrefixTable(std::vector<Entry> entries) : entries_(std::move(entries)) {
  std::ranges::sort(entries_, [](const Entry& a, const Entry& b) {
    return a.key != b.key ? a.key < b.key : a.text < b.text;
  });
}

std::vector<const PrefixTable::Entry*> PrefixTable::find(std::string_view prefix,
                                                         std::size_t most) const {
  const auto head = [&](const Entry& entry) {
    return std::string_view(entry.key).substr(0, prefix.size());
  };
  const auto range = std::ranges::equal_range(entries_, prefix, {}, head);
  std::vector<const Entry*> found;
  found.reserve(static_cast<std::size_t>(range.end() - range.begin()));
  for (const Entry& entry : range) found.push_back(&entry);
  most = std::min(most, found.size());
  std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(most),
                            [](const Entry* a, const Entry* b) {
                              if (a->count != b->count) return a->count > b->count;
                              if (a->key.size() != b->key.size()) {
                                return a->key.size() < b->key.size();
                              }
                              return a < b;
                            });
  found.resize(most);
  return found;
}

namespace {

// The most frequently used come first, as far as one can tell.
constexpr std::array<std::string_view, 62> kTemplates = {"frac{}{}",
                                                         "sqrt{}",
                                                         "sum_{}^{}",
                                                         "int_{}^{}",
                                                         "lim_{}",
                                                         "infty",
                                                         "alpha",
                                                         "pi",
                                                         "sin",
                                                         "cos",
                                                         "left(\\right)",
                                                         "mathbb{}",
                                                         "cdot",
                                                         "le",
                                                         "ge",
                                                         "ne",
                                                         "in",
                                                         "to",
                                                         "theta",
                                                         "lambda",
                                                         "log",
                                                         "ln",
                                                         "exp",
                                                         "partial",
                                                         "times",
                                                         "prod_{}^{}",
                                                         "binom{}{}",
                                                         "text{}",
                                                         "mathcal{}",
                                                         "overline{}",
                                                         "epsilon",
                                                         "beta",
                                                         "gamma",
                                                         "delta",
                                                         "phi",
                                                         "mu",
                                                         "sigma",
                                                         "omega",
                                                         "tan",
                                                         "equiv",
                                                         "subset",
                                                         "cup",
                                                         "cap",
                                                         "forall",
                                                         "exists",
                                                         "Rightarrow",
                                                         "ldots",
                                                         "pm",
                                                         "sqrt[]{}",
                                                         "dfrac{}{}",
                                                         "hat{}",
                                                         "vec{}",
                                                         "bar{}",
                                                         "pmod{}",
                                                         "iint_{}",
                                                         "oint_{}",
                                                         "max_{}",
                                                         "min_{}",
                                                         "sup_{}",
                                                         "inf_{}",
                                                         "begin{pmatrix}  \\end{pmatrix}",
                                                         "begin{cases}  \\end{cases}"};

std::string name_of(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && ((text[end] | 0x20) >= 'a' && (text[end] | 0x20) <= 'z')) ++end;
  return std::string(text.substr(0, end));
}

bool is_word(std::string_view command) {
  return !command.empty() && name_of(command).size() == command.size();
}

// The commands that people type after a backslash, with places to fill in.
//
// Key: the name without its backslash. Text: the inserted text, such as \frac{}{}. The count only
// determines the order: constructions and frequent functions precede other symbols.
std::vector<PrefixTable::Entry> latex_commands() {
  std::vector<PrefixTable::Entry> entries;
  std::set<std::string, std::less<>> known;
  auto count = static_cast<std::uint32_t>(kTemplates.size());
  for (const std::string_view text : kTemplates) {
    entries.push_back({name_of(text), "\\" + std::string(text), count--});
    known.insert(std::string(text));
  }
  for (const formula::Symbol& symbol : formula::all_symbols()) {
    if (!is_word(symbol.command) || known.contains(symbol.command)) continue;
    entries.push_back({std::string(symbol.command), "\\" + std::string(symbol.command), 0});
  }
  return entries;
}

// Formulas are numbered in the order of their first occurrence, so frequent ones have low numbers.
constexpr std::uint32_t kMostFormulasCounted = 1'000'000;
constexpr std::size_t kMostFormulas = 20'000;
constexpr std::size_t kLongestFormula = 200;
constexpr std::size_t kShortestFormula = 3;
constexpr std::uint32_t kFewestPlaces = 2;
constexpr std::size_t kShortestSuggestion = 3;

// Blanks make no difference to a user who types a formula.
std::string without_blanks(std::string_view latex) {
  std::string key;
  for (const char c : latex) {
    if (!base::is_space_or_control(c)) key += c;
  }
  return key;
}

base::Result<std::vector<PrefixTable::Entry>> frequent_formulas(const index::IndexReader& index) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> counted;  // places, formula
  const std::uint32_t formulas = std::min(index.formulas(), kMostFormulasCounted);
  for (std::uint32_t formula = 0; formula < formulas; ++formula) {
    const auto places = index.places(formula);
    if (!places) return std::unexpected(places.error());
    const auto count = static_cast<std::uint32_t>(places->size());
    if (count >= kFewestPlaces) counted.emplace_back(count, formula);
  }
  const std::size_t most = std::min(counted.size(), kMostFormulas);
  std::ranges::partial_sort(counted, counted.begin() + static_cast<std::ptrdiff_t>(most),
                            [](const auto& a, const auto& b) {
                              return a.first != b.first ? a.first > b.first : a.second < b.second;
                            });
  counted.resize(most);
  // The blocks that contain them are read in order.
  std::ranges::sort(counted, {}, [](const auto& one) { return one.second; });
  std::vector<PrefixTable::Entry> entries;
  for (const auto& [count, formula] : counted) {
    auto stored = index.formula(formula);
    if (!stored) return std::unexpected(stored.error());
    std::string key = without_blanks(stored->latex);
    if (key.size() < kShortestFormula || key.size() > kLongestFormula) continue;
    entries.push_back({std::move(key), std::move(stored->latex), count});
  }
  return entries;
}

std::vector<PrefixTable::Entry> entries_of(const NameTable& names) {
  std::vector<PrefixTable::Entry> entries;
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    if (!names.name(i).empty()) {
      entries.push_back({base::lowered(names.name(i)), names.name(i), names.count(i)});
    }
  }
  return entries;
}

// The beginning of the formula that contains the cursor, behind its sign; empty outside of
// formulas.
std::optional<std::size_t> formula_around(std::string_view text, std::size_t cursor) {
  FormulaScanner scanner(text.substr(0, cursor));
  for (std::size_t at = 0; at < cursor;) {
    const auto signs = formula_signs_at(text, at);
    if (!signs) {
      ++at;
      continue;
    }
    const auto end = scanner.end(at, *signs);
    if (!end) return std::min(at + signs->open.size(), cursor);
    at = *end;
  }
  return std::nullopt;
}

}  // namespace

void TitleWords::add(const text::Document& head) {
  text::Word word;
  for (const text::Field& field : head.fields) {
    reader_.start(field);
    while (reader_.next(word)) {
      if (word.stop_word || word.text.size() < kShortestSuggestion) continue;
      const auto it = counts_.find(std::string(word.text));
      if (it != counts_.end()) {
        ++it->second;
      } else if (counts_.size() < kMostWords) {
        counts_.emplace(word.text, 1);
      }
    }
  }
}

std::vector<PrefixTable::Entry> TitleWords::entries() const {
  std::vector<PrefixTable::Entry> entries;
  for (const auto& [word, count] : counts_) entries.push_back({word, word, count});
  return entries;
}

base::Result<Suggester> Suggester::make(const index::IndexReader& index,
                                        const DocumentTable& documents, const TitleWords& words) {
  auto formulas = frequent_formulas(index);
  if (!formulas) return std::unexpected(std::move(formulas.error()));
  Suggester suggester;
  suggester.commands_ = PrefixTable(latex_commands());
  suggester.formulas_ = PrefixTable(std::move(*formulas));
  suggester.tags_ = PrefixTable(entries_of(documents.tags()));
  suggester.kinds_ = PrefixTable(entries_of(documents.kinds()));
  suggester.words_ = PrefixTable(words.entries());
  return suggester;
}

void Suggester::add_commands(std::string_view prefix, std::size_t most, Suggestions& to) const {
  for (const PrefixTable::Entry* entry : commands_.find(prefix, most)) {
    to.suggestions.push_back({SuggestionKind::Command, entry->text, entry->text, 0});
  }
}

void Suggester::add_formulas(std::string_view latex, std::size_t most, Suggestions& to) const {
  const std::string key = without_blanks(latex);
  if (key.empty()) return;
  for (const PrefixTable::Entry* entry : formulas_.find(key, most)) {
    to.suggestions.push_back({SuggestionKind::Formula, entry->text, entry->text, entry->count});
  }
}

void Suggester::add_names(const PrefixTable& table, SuggestionKind kind, std::string_view field,
                          std::string_view prefix, std::size_t most, Suggestions& to) const {
  for (const PrefixTable::Entry* entry : table.find(base::lowered(prefix), most)) {
    const bool is_word = std::ranges::none_of(entry->text, base::is_space_or_control);
    std::string insert(field);
    insert += is_word ? entry->text : "\"" + entry->text + "\"";
    to.suggestions.push_back({kind, entry->text, std::move(insert), entry->count});
  }
}

void Suggester::add_words(std::string_view prefix, std::size_t most, Suggestions& to) const {
  if (prefix.size() < 2) return;
  // A few tags with this prefix are more useful than many words.
  add_names(tags_, SuggestionKind::Tag, "tag:", prefix, std::max<std::size_t>(1, most * 3 / 10),
            to);
  for (const PrefixTable::Entry* entry :
       words_.find(base::lowered(prefix), most - std::min(most, to.suggestions.size()))) {
    to.suggestions.push_back({SuggestionKind::Word, entry->text, entry->text, entry->count});
  }
}

Suggestions Suggester::suggest(std::string_view text, std::size_t cursor, std::size_t most) const {
  Suggestions made;
  cursor = std::min(cursor, text.size());
  std::size_t begin = cursor;
  const auto replaces_from = [&](std::size_t first) {
    made.replaced = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(cursor)};
  };
  if (const auto formula = formula_around(text, cursor)) {
    made.in_formula = true;
    while (begin > *formula && base::is_letter(text[begin - 1])) --begin;
    if (begin > *formula && text[begin - 1] == '\\') {
      replaces_from(begin - 1);
      add_commands(text.substr(begin, cursor - begin), most, made);
      // Frequent formulas may also begin with commands.
      if (begin - 1 > *formula || made.suggestions.size() == most) return made;
    }
    const std::size_t commands = made.suggestions.size();
    replaces_from(commands > 0 ? begin - 1 : *formula);
    add_formulas(text.substr(*formula, cursor - *formula), most - commands, made);
    return made;
  }
  while (begin > 0 && !base::is_space_or_control(text[begin - 1]) && text[begin - 1] != '"')
    --begin;
  if (begin < cursor && (text[begin] == '+' || text[begin] == '-')) ++begin;
  replaces_from(begin);
  const std::string_view word = text.substr(begin, cursor - begin);
  constexpr std::array<std::string_view, 2> kTagFields = {"tag:", "tags:"};
  constexpr std::array<std::string_view, 2> kKindFields = {"type:", "kind:"};
  for (const std::string_view field : kTagFields) {
    if (!word.starts_with(field)) continue;
    add_names(tags_, SuggestionKind::Tag, "tag:", word.substr(field.size()), most, made);
    return made;
  }
  for (const std::string_view field : kKindFields) {
    if (!word.starts_with(field)) continue;
    add_names(kinds_, SuggestionKind::Kind, "type:", word.substr(field.size()), most, made);
    return made;
  }
  // Outside of formulas, a command begins a new formula, and its signs are added.
  if (word.starts_with('\\')) {
    add_commands(word.substr(1), most, made);
    for (Suggestion& one : made.suggestions) one.insert = "$" + one.insert + "$";
    return made;
  }
  add_words(word, most, made);
  return made;
}

base::Result<Catalogue> Catalogue::read(const index::IndexReader& index) {
  TitleWords words;
  auto documents = DocumentTable::read(index, [&](const text::Document& head) { words.add(head); });
  if (!documents) return std::unexpected(std::move(documents.error()));
  auto suggester = Suggester::make(index, *documents, words);
  if (!suggester) return std::unexpected(std::move(suggester.error()));
  return Catalogue{std::move(*documents), std::move(*suggester)};
}

}  // namespace noether::search
