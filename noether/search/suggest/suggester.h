// Completions of the text at a cursor: commands and frequent formulas inside of formulas; words,
// tags and kinds outside.
//
// It is made once for a commit of an index; then any number of threads may use it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/document_table.h"
#include "noether/text/words.h"

namespace noether::search {

// Texts with their counts, found by a prefix.
class PrefixTable {
 public:
  struct Entry {
    std::string key;  // the typed text must be a prefix of it
    std::string text;
    std::uint32_t count = 0;
  };

  PrefixTable() = default;
  explicit PrefixTable(std::vector<Entry> entries);

  // The entries whose keys begin with the prefix, the most frequent first, ties by length. The time
  // is proportional to the number of such entries: tables have some ten thousand entries.
  std::vector<const Entry*> find(std::string_view prefix, std::size_t most) const;
  std::size_t size() const { return entries_.size(); }

 private:
  std::vector<Entry> entries_;  // by key
};

enum class SuggestionKind : std::uint8_t { Command, Tag, Kind, Formula, Word };

struct Suggestion {
  SuggestionKind kind = SuggestionKind::Word;
  std::string text;         // for people
  std::string insert;       // replaces `replaced`
  std::uint32_t count = 0;  // documents or places that have it; 0: unknown
};

struct Suggestions {
  base::Span replaced;  // bytes of the text, around the cursor
  bool in_formula = false;
  std::vector<Suggestion> suggestions;  // the best first
};

// Words as people write them, with the number of titles that have them: an index stores only stems.
class TitleWords {
 public:
  void add(const text::Document& head);
  std::vector<PrefixTable::Entry> entries() const;

 private:
  static constexpr std::size_t kMostWords = 200'000;
  text::WordReader reader_;
  std::unordered_map<std::string, std::uint32_t> counts_;
};

class Suggester {
 public:
  static base::Result<Suggester> make(const index::IndexReader& index,
                                      const DocumentTable& documents, const TitleWords& words);

  Suggestions suggest(std::string_view text, std::size_t cursor, std::size_t most) const;

 private:
  void add_commands(std::string_view prefix, std::size_t most, Suggestions& to) const;
  void add_formulas(std::string_view latex, std::size_t most, Suggestions& to) const;
  void add_names(const PrefixTable& table, SuggestionKind kind, std::string_view field,
                 std::string_view prefix, std::size_t most, Suggestions& to) const;
  void add_words(std::string_view prefix, std::size_t most, Suggestions& to) const;

  PrefixTable commands_;
  PrefixTable formulas_;
  PrefixTable tags_;
  PrefixTable kinds_;
  PrefixTable words_;
};

// Data of a commit that a server keeps in addition to the index itself.
struct Catalogue {
  DocumentTable documents;
  Suggester suggester;

  // Reads the heads of all documents, and the places of up to a million formulas.
  static base::Result<Catalogue> read(const index::IndexReader& index);
};

}  // namespace noether::search
