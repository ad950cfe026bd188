// Finds the positions of words and phrases of a query in a field.
//
// The index has no phrases: for a document that contains all words of a phrase, this class tests
// whether they are adjacent.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/query/query.h"
#include "noether/text/document.h"
#include "noether/text/words.h"

namespace noether::search {

// Finds the words and phrases of one query, in one field after another. Not thread-safe.
class PositionFinder {
 public:
  explicit PositionFinder(const Query& query);

  struct Found {
    std::uint32_t clause = 0;
    base::Span span;             // bytes of the field's text
    std::uint32_t position = 0;  // of its first word among the words and formulas of the field
  };
  // The matches in the order of the text. Words that nearly every text has are left out, unless the
  // query has no others or they are required.
  std::vector<Found> find(const text::Field& field);

  // Whether the fields contain all required phrases, no excluded phrase, and a member of each group
  // of alternatives that has a phrase. The groups in `met` are those of which the document is
  // already known to have a member outside of its fields.
  bool accepts(const text::Document& document, std::span<const std::uint32_t> met = {});
  bool has_phrases() const { return !phrases_.empty(); }

 private:
  struct Phrase {
    std::uint32_t clause;
    bool excluded;
    std::uint32_t group;               // of alternatives; 0: none
    std::vector<std::uint32_t> stems;  // kFormula for a gap
  };
  // An alternative to a phrase: another member of its group.
  struct Alternative {
    std::uint32_t group;
    ClauseKind kind;
    std::uint32_t stem;  // of a word
    std::string value;   // of a filter, in small letters
  };
  struct Position {
    std::uint32_t stem;
    std::uint32_t begin;
    std::uint32_t end;
  };
  static constexpr std::uint32_t kFormula = 0xFFFFFFFFu;
  static constexpr std::uint32_t kOther = 0xFFFFFFFEu;

  std::uint32_t number_of(const std::string& stem);
  void read(const text::Field& field);
  bool stands_at(const Phrase& phrase, std::size_t position) const;
  bool has(const Phrase& phrase) const;
  bool has(const Alternative& alternative, const text::Document& document) const;

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view stem) const {
      return std::hash<std::string_view>()(stem);
    }
  };
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> stems_;
  std::vector<std::vector<std::uint32_t>> clauses_of_;  // by number of a stem: clauses of one word
  std::vector<Phrase> phrases_;
  std::vector<Alternative> alternatives_;
  text::WordReader words_;
  std::vector<Position> positions_;
};

}  // namespace noether::search
