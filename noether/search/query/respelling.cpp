#include "noether/search/query/respelling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "noether/index/analysis/spaces.h"
#include "noether/search/query/near_terms.h"
#include "noether/text/words.h"

namespace noether::search {
namespace {

constexpr std::size_t kLeastLetters = 4;
constexpr std::size_t kMostWords = 12;  // a query with more words is a text and is not changed
// A word that exists, but is this much rarer than a similar one, is an error of an author.
constexpr double kRarer = 100;
// A swap of two letters in a word hardly ever gives another word, so a smaller factor is enough.
constexpr double kRarerWhenSwapped = 12;
constexpr std::uint64_t kMostOfMisspelt = 3;
// The factor in frequency that justifies another edit.
constexpr double kEditWorth = 20;
constexpr std::size_t kNearTerms = 64;
constexpr std::size_t kDocumentsOfSpelling = 12;
// Words of this many letters may have two errors, even if a word at one edit exists.
constexpr std::size_t kLettersOfTwoSlips = 7;
// The number of stems that a long word may begin with, whose words are examined.
constexpr std::size_t kBeginnings = 6;

struct Respelled {
  std::string stem;
  double edits = 1;
  std::uint64_t units = 0;
  bool is_swap = false;  // of two letters, and no other edit

  double worth() const {
    return std::log(1.0 + static_cast<double>(units)) - std::log(kEditWorth) * edits;
  }
};

// Letters are omitted or swapped more often than replaced, and the first letter is hardly ever
// wrong.
constexpr double kReplaced = 1.4;
constexpr double kFirstLetter = 0.4;

base::Result<std::uint64_t> frequency(const index::IndexReader& index, std::string_view stem) {
  std::uint64_t most = 0;
  for (const std::uint32_t space :
       {index::space::words, index::space::context, index::space::comments}) {
    const auto units = index.frequency(space, index::term_key(stem));
    if (!units) return std::unexpected(units.error());
    most = std::max<std::uint64_t>(most, *units);
  }
  return most;
}

bool may_be_misspelt(const Clause& clause, std::string_view text) {
  if (clause.kind != ClauseKind::Word || clause.occurrence == Occurrence::Excluded) return false;
  if (clause.text.size() < kLeastLetters || !clause.typed.empty()) return false;
  if (clause.inner.begin >= clause.inner.end || clause.inner.end > text.size()) return false;
  if (clause.span.begin < clause.inner.begin && text[clause.inner.begin - 1] == '"') return false;
  const bool has_digit =
      std::ranges::any_of(clause.text, [](char c) { return c >= '0' && c <= '9'; });
  return !has_digit && !text::is_stop_word(clause.text);
}

// Calls `visit` with all words that one edit with small Latin letters makes of this one, with the
// cost of the edit and whether it swaps letters.
template <typename Visit>
void for_each_edit(const std::string& word, Visit visit) {
  std::string edited;
  for (std::size_t i = 0; i <= word.size(); ++i) {
    const double first = i == 0 ? kFirstLetter : 0;
    if (i < word.size()) {
      edited = word;
      visit(edited.erase(i, 1), 1 + first, false);
    }
    if (i + 1 < word.size() && word[i] != word[i + 1]) {
      edited = word;
      std::swap(edited[i], edited[i + 1]);
      visit(edited, 1 + first, true);
    }
    for (char c = 'a'; c <= 'z'; ++c) {
      if (i < word.size() && word[i] != c) {
        edited = word;
        edited[i] = c;
        visit(edited, kReplaced + first, false);
      }
      edited = word;
      visit(edited.insert(i, 1, c), 1 + first, false);
    }
  }
}

class Respeller {
 public:
  explicit Respeller(const index::IndexReader& index) : index_(index) {}

  base::Result<void> respell(Clause& clause, std::string_view text) {
    const std::string& stem = clause.stems.front();
    const auto units = frequency(index_, stem);
    if (!units) return std::unexpected(units.error());
    if (*units > kMostOfMisspelt) return {};
    auto found = best_edit(clause.text, stem);
    if (!found) return std::unexpected(std::move(found.error()));
    const bool may_have_two = !*found || clause.text.size() >= kLettersOfTwoSlips;
    if (*units == 0 && may_have_two) {
      if (auto near = add_near(clause.text, stem, *found); !near) return near;
    }
    if (!*found) return {};
    const double rarer = (*found)->is_swap ? kRarerWhenSwapped : kRarer;
    const double least = *units == 0 ? 1 : rarer * static_cast<double>(*units);
    if (static_cast<double>((*found)->units) < least) return {};
    auto word = written((*found)->stem, clause.text);
    if (!word) return std::unexpected(std::move(word.error()));
    if (*word == clause.text) return {};
    clause.typed = text.substr(clause.inner.begin, clause.inner.end - clause.inner.begin);
    clause.text = std::move(*word);
    clause.stems = {(*found)->stem};
    return {};
  }

 private:
  using Found = base::Result<std::optional<Respelled>>;

  // Finds the best word at one edit of the word itself, because an error in the ending gives quite
  // a different stem.
  Found best_edit(const std::string& word, const std::string& stem) {
    struct Edit {
      double edits;
      bool is_swap;
    };
    std::map<std::string, Edit> stems;
    text::Word read;
    for_each_edit(word, [&](const std::string& edited, double edits, bool is_swap) {
      words_.start(edited);
      if (!words_.next(read) || read.end != edited.size() || read.stem == stem) return;
      Edit& edit = stems.emplace(read.stem, Edit{edits, is_swap}).first->second;
      if (edits < edit.edits) edit = {edits, is_swap};
    });
    std::optional<Respelled> best;
    for (const auto& [candidate, edit] : stems) {
      if (text::is_stop_word(candidate)) continue;
      const auto units = frequency(index_, candidate);
      if (!units) return std::unexpected(units.error());
      consider({candidate, edit.edits, *units, edit.is_swap}, best);
    }
    return best;
  }

  // Considers two edits: of the stem, or of a word whose stem is a possible beginning of the
  // misspelt word.
  base::Result<void> add_near(const std::string& word, const std::string& stem,
                              std::optional<Respelled>& best) {
    const auto near = near_terms(index_, index::space::words, stem, kNearTerms);
    if (!near) return std::unexpected(near.error());
    const bool has_nearer = best.has_value();
    for (const NearTerm& term : *near) {
      // One edit of the word itself is preferred to one edit of its stem.
      if (term.edits == 1 && has_nearer) continue;
      consider({term.text, static_cast<double>(term.edits), term.units}, best);
    }
    if (word.size() < kLettersOfTwoSlips) return {};
    constexpr std::size_t kMostEdits = 2;
    for (std::size_t letters = word.size() - 2; letters + kBeginnings >= word.size(); --letters) {
      if (letters < kLeastLetters) break;
      const std::string beginning = word.substr(0, letters);
      const auto units = frequency(index_, beginning);
      if (!units) return std::unexpected(units.error());
      if (*units == 0) continue;
      const auto form = written(beginning, word);
      if (!form) return std::unexpected(form.error());
      const std::size_t edits = edit_distance(word, *form, kMostEdits);
      if (edits > kMostEdits) continue;
      consider({beginning, static_cast<double>(edits), *units}, best);
    }
    return {};
  }

  static void consider(Respelled candidate, std::optional<Respelled>& best) {
    if (candidate.units == 0) return;
    if (!best || candidate.worth() > best->worth()) best = std::move(candidate);
  }

  // The word most similar to the typed one, among the words with this stem in some documents.
  base::Result<std::string> written(const std::string& stem, const std::string& typed) {
    std::map<std::string, std::size_t> forms;
    std::size_t read = 0;
    for (const index::OpenSegment& segment : index_.segments()) {
      auto postings = segment.reader->postings(index::space::words, index::term_key(stem));
      if (!postings) return std::unexpected(postings.error());
      for (; postings->unit() != index::PostingCursor::kEnd && read < kDocumentsOfSpelling;
           ++read) {
        const auto document = segment.reader->document(postings->unit());
        if (!document) return std::unexpected(document.error());
        add_forms(*document, stem, forms);
        postings->next();
      }
    }
    std::string best = stem;
    std::size_t least = SIZE_MAX;
    std::size_t most = 0;
    for (const auto& [form, count] : forms) {
      const std::size_t edits = edit_distance(typed, form, typed.size() + form.size());
      if (edits > least || (edits == least && count <= most)) continue;
      best = form;
      least = edits;
      most = count;
    }
    return best;
  }

  void add_forms(const text::Document& document, const std::string& stem,
                 std::map<std::string, std::size_t>& forms) {
    text::Word word;
    for (const text::Field& field : document.fields) {
      words_.start(field);
      while (words_.next(word)) {
        if (word.stem == stem) ++forms[std::string(word.text)];
      }
    }
  }

  const index::IndexReader& index_;
  text::WordReader words_;
};

}  // namespace

base::Result<void> respell(const index::IndexReader& index, Query& query) {
  const auto words = std::ranges::count(query.clauses, ClauseKind::Word, &Clause::kind);
  if (words == 0 || static_cast<std::size_t>(words) > kMostWords || query.text.empty()) return {};
  if (query.text.find('\n') != std::string::npos) return {};
  Respeller respeller(index);
  bool is_changed = false;
  for (Clause& clause : query.clauses) {
    if (!may_be_misspelt(clause, query.text)) continue;
    if (auto done = respeller.respell(clause, query.text); !done) return done;
    is_changed = is_changed || !clause.typed.empty();
  }
  if (is_changed) query.read_as = text_as_read(query);
  return {};
}

}  // namespace noether::search
