// The words of a text outside its formulas: folded, stemmed, with their places.
//
// A word is a run of letters, marks and digits, as Unicode has them; an ideograph is a word by
// itself. An apostrophe stays inside before an English ending (don't, Euler's), a point or comma
// inside a number (3.14; 1,000 reads 1000). A hyphen separates. Folding lowers case and drops
// diacritics and compatibility forms: Poincaré is poincare. A formula takes one position, so that
// a phrase does not reach across it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/text/document.h"

struct sb_stemmer;

namespace noether::text {

struct Word {
  // The folded word and its English stem. Both are valid until the next word is requested.
  std::string_view text;
  std::string_view stem;
  std::uint32_t begin = 0;  // bytes of the text, half open
  std::uint32_t end = 0;
  std::uint32_t position = 0;  // words and formulas before it
  bool stop_word = false;
};

// Not thread-safe.
class WordReader {
 public:
  // A longer run of letters is cut; no language has such words, but data in a text may have them.
  static constexpr std::size_t kMaxWordBytes = 64;

  WordReader();
  ~WordReader();
  WordReader(const WordReader&) = delete;
  WordReader& operator=(const WordReader&) = delete;

  // The text and the spans must live while words are requested.
  void start(std::string_view text, std::span<const FormulaSpan> formulas = {});
  void start(const Field& field) { start(field.text, field.formulas); }
  bool next(Word& word);

 private:
  static constexpr std::size_t kMaxCachedBytes = 24;  // the longest word whose stem is cached

  class StemCache;

  bool find_word();
  void find_formula();
  std::size_t fold_word();
  bool joins(std::size_t at, std::size_t after, std::size_t folded) const;
  void stem(Word& word);

  std::string_view text_;
  std::span<const FormulaSpan> formulas_;
  std::size_t at_ = 0;
  std::size_t stop_ = 0;  // where the next formula begins, its dollar sign included
  std::uint32_t position_ = 0;
  std::array<char, 2 * kMaxWordBytes> folded_{};
  std::array<char, kMaxCachedBytes> stem_{};
  StemCache* cache_ = nullptr;  // belongs to the thread that reads
  sb_stemmer* stemmer_;
};

// Whether a folded word is one of the words that nearly every English text has.
bool is_stop_word(std::string_view folded);

// One character beyond ASCII as a part of a word.
enum class WordPart : unsigned char {
  None,       // ends a word
  Letter,     // or a digit, or a mark
  Ideograph,  // a word by itself
  Ignored,    // draws nothing: a soft hyphen, a joiner
};

WordPart word_part(char32_t c);

// The longest folding of one character has this many bytes.
inline constexpr std::size_t kMaxFoldedBytes = 64;

// Writes the folded character and returns its number of bytes; 0 for a mark.
std::size_t fold_character(char32_t c, char* out);

}  // namespace noether::text
