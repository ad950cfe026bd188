#include "noether/text/words.h"

#include <libstemmer.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "noether/base/mix.h"
#include "noether/base/utf8.h"

namespace noether::text {
namespace {

enum class WordByte : unsigned char { Other, Upper, Lower, Digit, Joiner, High };

constexpr std::array<WordByte, 256> make_word_bytes() {
  std::array<WordByte, 256> table{};
  for (std::size_t i = 'A'; i <= 'Z'; ++i) table[i] = WordByte::Upper;
  for (std::size_t i = 'a'; i <= 'z'; ++i) table[i] = WordByte::Lower;
  for (std::size_t i = '0'; i <= '9'; ++i) table[i] = WordByte::Digit;
  for (const char c : {'\'', '.', ','}) table[static_cast<unsigned char>(c)] = WordByte::Joiner;
  for (std::size_t i = 0x80; i < 256; ++i) table[i] = WordByte::High;
  return table;
}
constexpr std::array<WordByte, 256> kWordBytes = make_word_bytes();

WordByte word_byte(char c) { return kWordBytes[static_cast<unsigned char>(c)]; }
bool is_digit(char c) { return word_byte(c) == WordByte::Digit; }
bool is_letter(char c) {
  return word_byte(c) == WordByte::Lower || word_byte(c) == WordByte::Upper;
}

// Whether the beginning of `rest` may be joined to the word before it.
bool goes_on(std::string_view rest) {
  if (rest.empty()) return false;
  if (word_byte(rest[0]) != WordByte::High) return is_letter(rest[0]) || is_digit(rest[0]);
  const WordPart part = word_part(base::decode_code_point(rest).value);
  return part == WordPart::Letter || part == WordPart::Ignored;
}

constexpr std::size_t kMaxJoined = 3;  // 'll

// s t d m re ve ll: letters that may follow an apostrophe inside an English word.
bool starts_with_ending(std::string_view rest) {
  for (const std::string_view ending : {"s", "t", "d", "m", "re", "ve", "ll"}) {
    if (rest.size() < ending.size()) continue;
    const bool same = std::equal(ending.begin(), ending.end(), rest.begin(),
                                 [](char a, char b) { return a == (b | 0x20); });
    if (!same) continue;
    if (!goes_on(rest.substr(ending.size()))) return true;
  }
  return false;
}

}  // namespace

// A direct-mapped cache: most words occur again soon, and then their stem is here. All readers of a
// thread share one cache, because a reader of one query alone would meet few words twice.
class WordReader::StemCache {
 public:
  static constexpr std::size_t kBytes = kMaxCachedBytes;

  using Word = std::array<std::uint64_t, 3>;  // padded with zeros; no word is all zeros
  struct Slot {
    Word word = {};
    std::array<char, kBytes> stem = {};
    std::uint8_t stem_size = 0;
    bool stop_word = false;
  };

  static StemCache& of_this_thread() {
    thread_local StemCache cache;
    return cache;
  }
  // The slot of the word if it is cached, else the slot where it belongs.
  Slot& slot(const Word& word) {
    std::uint64_t hash = word[0] * base::kGoldenRatio;
    hash = (hash ^ (hash >> 29) ^ word[1]) * base::kSplitMix1;
    hash = (hash ^ (hash >> 32) ^ word[2]) * base::kSplitMix2;
    return slots_[(hash >> 40) % kSlots];
  }

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 14;

  std::vector<Slot> slots_ = std::vector<Slot>(kSlots);
};

WordReader::WordReader() : stemmer_(sb_stemmer_new("english", nullptr)) {}

WordReader::~WordReader() { sb_stemmer_delete(stemmer_); }

void WordReader::start(std::string_view text, std::span<const FormulaSpan> formulas) {
  cache_ = &StemCache::of_this_thread();
  text_ = text;
  formulas_ = formulas;
  at_ = 0;
  position_ = 0;
  find_formula();
}

// Sets the end for words: before the dollar sign of the next formula, or at the end of the text.
void WordReader::find_formula() {
  stop_ = text_.size();
  if (formulas_.empty()) return;
  const std::size_t begin = std::min<std::size_t>(formulas_.front().begin, text_.size());
  stop_ = begin > 0 && text_[begin - 1] == '$' ? begin - 1 : begin;
}

bool WordReader::find_word() {
  for (;;) {
    while (at_ < stop_) {
      const WordByte byte = word_byte(text_[at_]);
      if (byte == WordByte::Lower || byte == WordByte::Upper || byte == WordByte::Digit)
        return true;
      if (byte == WordByte::High) {
        const base::CodePoint c = base::decode_code_point(text_.substr(at_, stop_ - at_));
        const WordPart part = word_part(c.value);
        if (part == WordPart::Letter || part == WordPart::Ideograph) return true;
        at_ += c.bytes.size();
      } else {
        ++at_;
      }
    }
    if (formulas_.empty()) return false;
    std::size_t end = std::min<std::size_t>(formulas_.front().end, text_.size());
    if (end < text_.size() && text_[end] == '$') ++end;
    at_ = std::max(at_, end);
    ++position_;
    formulas_ = formulas_.subspan(1);
    find_formula();
  }
}

// Whether the apostrophe, point or comma at `at` is inside a word; `after` is the byte behind it,
// `folded` the bytes of the word so far.
bool WordReader::joins(std::size_t at, std::size_t after, std::size_t folded) const {
  const std::string_view rest = text_.substr(after, stop_ - after);
  // Near the maximum length nothing is joined, because the text after the joiner would be cut off.
  if (folded == 0 || rest.empty() || folded + kMaxJoined > kMaxWordBytes) return false;
  const char before = folded_[folded - 1];
  if (text_[at] == '.') return is_digit(before) && is_digit(rest[0]);
  if (text_[at] == ',') {
    const auto digits = std::ranges::find_if_not(rest.substr(0, 4), is_digit) - rest.begin();
    return digits == 3 && std::all_of(folded_.begin(), folded_.begin() + folded, is_digit);
  }
  return !is_digit(before) && starts_with_ending(rest);
}

// Reads the word at `at_` into `folded_` and returns its size; 0 if it has only marks.
std::size_t WordReader::fold_word() {
  std::size_t size = 0;
  while (at_ < stop_ && size < kMaxWordBytes) {
    const char c = text_[at_];
    switch (word_byte(c)) {
      case WordByte::Lower:
      case WordByte::Digit:
        folded_[size++] = c;
        ++at_;
        break;
      case WordByte::Upper:
        folded_[size++] = static_cast<char>(c | 0x20);
        ++at_;
        break;
      case WordByte::Joiner:
        if (!joins(at_, at_ + 1, size)) return size;
        if (c != ',') folded_[size++] = c;
        ++at_;
        break;
      case WordByte::High: {
        const base::CodePoint point = base::decode_code_point(text_.substr(at_, stop_ - at_));
        if (point.value == U'’') {
          if (!joins(at_, at_ + point.bytes.size(), size)) return size;
          folded_[size++] = '\'';
          at_ += point.bytes.size();
          break;
        }
        const WordPart part = word_part(point.value);
        if (part == WordPart::None || (part == WordPart::Ideograph && size > 0)) return size;
        if (part != WordPart::Ignored) {
          const std::size_t bytes = fold_character(point.value, &folded_[size]);
          if (size > 0 && size + bytes > kMaxWordBytes) return size;
          size += bytes;
        }
        at_ += point.bytes.size();
        if (part == WordPart::Ideograph) return size;
        break;
      }
      case WordByte::Other:
        return size;
    }
  }
  return size;
}

void WordReader::stem(Word& word) {
  const auto uncached = [&] {
    const sb_symbol* stemmed =
        sb_stemmer_stem(stemmer_, reinterpret_cast<const sb_symbol*>(word.text.data()),
                        static_cast<int>(word.text.size()));
    const auto size = static_cast<std::size_t>(sb_stemmer_length(stemmer_));
    return std::string_view(reinterpret_cast<const char*>(stemmed), size);
  };
  if (word.text.size() > StemCache::kBytes) {
    word.stem = uncached();
    word.stop_word = false;
    return;
  }
  StemCache::Word key = {};
  std::memcpy(key.data(), word.text.data(), word.text.size());
  StemCache::Slot& slot = cache_->slot(key);
  if (slot.word != key) {
    const std::string_view stemmed = uncached();
    if (stemmed.empty() || stemmed.size() > StemCache::kBytes) {
      word.stem = stemmed.empty() ? word.text : stemmed;
      word.stop_word = is_stop_word(word.text);
      return;
    }
    slot.word = key;
    std::memcpy(slot.stem.data(), stemmed.data(), stemmed.size());
    slot.stem_size = static_cast<std::uint8_t>(stemmed.size());
    slot.stop_word = is_stop_word(word.text);
  }
  stem_ = slot.stem;  // a copy, because another reader of the thread may reuse the slot
  word.stem = std::string_view(stem_.data(), slot.stem_size);
  word.stop_word = slot.stop_word;
}

bool WordReader::next(Word& word) {
  while (find_word()) {
    word.begin = static_cast<std::uint32_t>(at_);
    const std::size_t size = fold_word();
    if (size == 0) continue;
    word.end = static_cast<std::uint32_t>(at_);
    word.text = std::string_view(folded_.data(), size);
    word.position = position_++;
    stem(word);
    return true;
  }
  return false;
}

namespace {

// Words that say little about the subject of a text: articles, pronouns, prepositions, auxiliary
// verbs. They are kept in the index, but counted as cheap. Words that mathematics needs (all, not,
// no, only, every, if) are among them too: phrases still find them.
constexpr auto kStopWords = std::to_array<std::string_view>({
    "a",       "about",  "above",   "after",   "again",   "all",  "also",   "although", "am",
    "an",      "and",    "any",     "are",     "aren't",  "as",   "at",     "be",       "because",
    "been",    "before", "being",   "below",   "between", "both", "but",    "by",       "can",
    "can't",   "cannot", "could",   "did",     "didn't",  "do",   "does",   "doesn't",  "doing",
    "don't",   "during", "each",    "either",  "every",   "for",  "from",   "further",  "had",
    "has",     "hasn't", "have",    "haven't", "having",  "he",   "hence",  "her",      "here",
    "his",     "how",    "however", "i",       "i'd",     "i'll", "i'm",    "i've",     "if",
    "in",      "into",   "is",      "isn't",   "it",      "it's", "its",    "just",     "let",
    "let's",   "may",    "me",      "might",   "more",    "most", "must",   "my",       "neither",
    "no",      "nor",    "not",     "now",     "of",      "on",   "once",   "one",      "only",
    "or",      "other",  "our",     "out",     "over",    "own",  "same",   "she",      "should",
    "since",   "so",     "some",    "such",    "than",    "that", "that's", "the",      "their",
    "them",    "then",   "there",   "there's", "these",   "they", "this",   "those",    "through",
    "thus",    "to",     "too",     "under",   "until",   "up",   "us",     "very",     "was",
    "wasn't",  "we",     "we'll",   "we've",   "were",    "what", "what's", "when",     "where",
    "whether", "which",  "while",   "who",     "whose",   "why",  "will",   "with",     "would",
    "yet",     "you",    "you're",  "your",
});
static_assert(std::ranges::is_sorted(kStopWords));

}  // namespace

bool is_stop_word(std::string_view folded) {
  return std::ranges::binary_search(kStopWords, folded);
}

namespace {

// One character beyond ASCII.

// Letters with a stroke and joined letters, which Unicode does not decompose.
struct PlainForm {
  char32_t letter;
  std::string_view plain;
};
constexpr auto kPlainForms = std::to_array<PlainForm>({
    {U'æ', "ae"},
    {U'ð', "d"},
    {U'ø', "o"},
    {U'þ', "th"},
    {U'đ', "d"},
    {U'ħ', "h"},
    {U'ı', "i"},
    {U'ł', "l"},
    {U'ŋ', "n"},
    {U'œ', "oe"},
});

bool is_ideograph(char32_t c) {
  return (c >= 0x3005 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFF66 && c <= 0xFF9F) ||
         (c >= 0x20000 && c <= 0x3FFFF);
}

}  // namespace

WordPart word_part(char32_t c) {
  if (c == 0xAD || (c >= 0x200B && c <= 0x200F) || c == 0x2060 || c == 0xFEFF) {
    return WordPart::Ignored;
  }
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
      return is_ideograph(c) ? WordPart::Ideograph : WordPart::Letter;
    default:
      return WordPart::None;
  }
}

std::size_t fold_character(char32_t c, char* out) {
  std::array<utf8proc_int32_t, 24> decomposed{};
  int last_class = 0;
  const utf8proc_ssize_t count = utf8proc_decompose_char(
      static_cast<utf8proc_int32_t>(c), decomposed.data(), decomposed.size(),
      static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                     UTF8PROC_STRIPMARK | UTF8PROC_IGNORE),
      &last_class);
  // Two ideographs would be two words, so the few signs that decompose into two stay unchanged.
  if (is_ideograph(c) && count > 1 && is_ideograph(static_cast<char32_t>(decomposed[1]))) {
    return static_cast<std::size_t>(utf8proc_encode_char(static_cast<utf8proc_int32_t>(c),
                                                         reinterpret_cast<utf8proc_uint8_t*>(out)));
  }
  std::size_t size = 0;
  for (utf8proc_ssize_t i = 0; i < count && i < std::ssize(decomposed); ++i) {
    const utf8proc_int32_t part = decomposed[static_cast<std::size_t>(i)];
    // Some ligatures are whole phrases, and some letters have a separate dot.
    if (word_part(static_cast<char32_t>(part)) == WordPart::None) continue;
    if (size + 4 > kMaxFoldedBytes) break;
    std::string_view plain;
    for (const PlainForm& form : kPlainForms) {
      if (static_cast<char32_t>(part) == form.letter) plain = form.plain;
    }
    if (!plain.empty()) {
      std::memcpy(out + size, plain.data(), plain.size());
      size += plain.size();
    } else {
      const utf8proc_ssize_t bytes =
          utf8proc_encode_char(part, reinterpret_cast<utf8proc_uint8_t*>(out + size));
      size += static_cast<std::size_t>(bytes);
    }
  }
  return size;
}

}  // namespace noether::text
