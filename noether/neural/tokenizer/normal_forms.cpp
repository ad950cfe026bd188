#include "noether/neural/tokenizer/normalizer.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "noether/base/utf8.h"
#include "noether/neural/tokenizer/characters.h"

namespace noether::neural::tokens {
namespace {

// Characters whose decomposition is newer than Unicode 9.
constexpr auto kNewerDecompositions = std::to_array<CharacterRange>({{0x32FF, 0x32FF},
                                                                     {0xA7F1, 0xA7F4},
                                                                     {0xAB69, 0xAB69},
                                                                     {0x105C9, 0x105C9},
                                                                     {0x105E4, 0x105E4},
                                                                     {0x10781, 0x107BA},
                                                                     {0x11383, 0x113CF},
                                                                     {0x11938, 0x11938},
                                                                     {0x16121, 0x16128},
                                                                     {0x16D68, 0x16D6A},
                                                                     {0x1CCD6, 0x1CCF9},
                                                                     {0x1E030, 0x1E06D},
                                                                     {0x1F16C, 0x1F16C},
                                                                     {0x1FBF0, 0x1FBF9}});

bool is_newer(char32_t c) {
  return c >= kNewerDecompositions.front().first &&
         std::any_of(kNewerDecompositions.begin(), kNewerDecompositions.end(),
                     [&](const CharacterRange& r) { return c >= r.first && c <= r.last; });
}

int combining_class(char32_t c) {
  if (c < 0x300 || !is_class(c, kIsMark)) return 0;
  return utf8proc_get_property(static_cast<utf8proc_int32_t>(c))->combining_class;
}

// 0 if the two do not compose.
char32_t composed(char32_t first, char32_t second) {
  std::array<utf8proc_int32_t, 2> pair = {static_cast<utf8proc_int32_t>(first),
                                          static_cast<utf8proc_int32_t>(second)};
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE);
  if (utf8proc_normalize_utf32(pair.data(), 2, options) != 1) return 0;
  const auto c = static_cast<char32_t>(pair[0]);
  return is_newer(c) ? 0 : c;
}

// A character of the new text, and its change as in Rewriter::put.
struct Change {
  char32_t c = 0;
  int change = 0;
};

class FormWriter {
 public:
  FormWriter(NormalForm form, const AlignedText& from, AlignedText& to)
      : composes_(form == NormalForm::Nfc || form == NormalForm::Nfkc),
        options_(static_cast<utf8proc_option_t>(form == NormalForm::Nfkc || form == NormalForm::Nfkd
                                                    ? UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT
                                                    : UTF8PROC_DECOMPOSE)),
        text_(from.text),
        writer_(from, to) {}

  void write() {
    for (std::size_t at = 0; at < text_.size();) {
      std::size_t ascii = at;
      while (ascii < text_.size() && is_plain(ascii)) ++ascii;
      // A mark composes with the letter before it, so that letter belongs to the stretch.
      if (composes_ && ascii > at && ascii < text_.size()) --ascii;
      writer_.copy(ascii - at);
      at = ascii;
      while (at < text_.size() && (!is_plain(at) || at == ascii))
        decompose(next_character(text_, at));
      order();
      if (composes_) compose();
      for (const Change& change : stretch_) writer_.put(change.c, change.change);
      stretch_.clear();
    }
  }

 private:
  bool is_plain(std::size_t at) const { return static_cast<unsigned char>(text_[at]) < 0x80; }

  void decompose(char32_t c) {
    std::array<utf8proc_int32_t, 32> parts{};
    int last_class = 0;
    utf8proc_ssize_t count = 0;
    if (c >= 0xA0 && !is_newer(c)) {
      count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c), parts.data(), parts.size(),
                                      options_, &last_class);
    }
    if (count < 1 || count > std::ssize(parts)) {
      stretch_.push_back({c, 0});
      return;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      stretch_.push_back({static_cast<char32_t>(parts[i]), i == 0 ? 0 : 1});
    }
  }

  // Orders consecutive marks by their class.
  void order() {
    for (std::size_t at = 0; at < stretch_.size();) {
      if (combining_class(stretch_[at].c) == 0) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < stretch_.size() && combining_class(stretch_[end].c) != 0) ++end;
      if (end - at > 1) {
        std::stable_sort(stretch_.begin() + static_cast<std::ptrdiff_t>(at),
                         stretch_.begin() + static_cast<std::ptrdiff_t>(end),
                         [](const Change& a, const Change& b) {
                           return combining_class(a.c) < combining_class(b.c);
                         });
      }
      at = end;
    }
  }

  void compose() {
    std::size_t size = 0;                   // of the composed stretch
    std::size_t starter = stretch_.size();  // the character with which the marks compose
    int last_class = -1;                    // of the last mark kept after it; -1 without one
    for (const Change next : stretch_) {
      const int next_class = combining_class(next.c);
      if (starter < size && (last_class < 0 || last_class < next_class)) {
        if (const char32_t whole = composed(stretch_[starter].c, next.c); whole != 0) {
          stretch_[starter].c = whole;
          stretch_[starter].change += next.change - 1;
          continue;
        }
      }
      if (next_class == 0) {
        starter = size;
        last_class = -1;
      } else {
        last_class = next_class;
      }
      stretch_[size++] = next;
    }
    stretch_.resize(size);
  }

  bool composes_;
  utf8proc_option_t options_;
  const std::string& text_;
  Rewriter writer_;
  std::vector<Change> stretch_;
};

}  // namespace

void to_normal_form(NormalForm form, AlignedText& text, AlignedText& spare) {
  if (is_ascii(text.text)) return;
  FormWriter(form, text, spare).write();
  std::swap(text, spare);
}

namespace {

// The fields of a unit of Darts-clone: the place of its children, its label, and whether it has a
// value.
std::uint32_t children_of(std::uint32_t unit) { return (unit >> 10) << ((unit & (1U << 9)) >> 6); }
std::uint32_t label_of(std::uint32_t unit) { return unit & (1U << 31 | 0xFFU); }
bool has_value(std::uint32_t unit) { return (unit >> 8 & 1U) != 0; }

std::uint32_t load_number(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 4; i-- > 0;) {
    number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return number;
}

std::size_t grapheme_end(std::string_view text, std::size_t begin) {
  std::size_t at = begin;
  auto before = static_cast<utf8proc_int32_t>(next_character(text, at));
  utf8proc_int32_t state = 0;
  while (at < text.size()) {
    std::size_t end = at;
    const auto c = static_cast<utf8proc_int32_t>(next_character(text, end));
    if (utf8proc_grapheme_break_stateful(before, c, &state) != 0) break;
    before = c;
    at = end;
  }
  return at;
}

// Replaces a part of a text and aligns it as the library does: character by character, with the
// excess inserted after them or removed.
void add_replacement(std::vector<std::pair<char32_t, int>>& changes, std::string_view old_part,
                     std::string_view new_part) {
  int difference = 0;
  for (std::size_t at = 0; at < old_part.size(); --difference) next_character(old_part, at);
  for (std::size_t at = 0; at < new_part.size(); ++difference) {
    changes.emplace_back(next_character(new_part, at), 0);
  }
  if (difference < 0) {
    if (!changes.empty()) changes.back().second += difference;
  } else {
    for (std::size_t i = 0; i < static_cast<std::size_t>(difference); ++i) {
      changes[changes.size() - 1 - i].second = 1;
    }
  }
}

}  // namespace

base::Result<Charsmap> Charsmap::read(std::string_view bytes) {
  Charsmap map;
  if (bytes.size() < 4) return base::fail("the table of replaced characters is cut off");
  const std::size_t size = load_number(bytes, 0);
  if (size > bytes.size() - 4 || size % 4 != 0 || size == 0) {
    return base::fail("the table of replaced characters has a wrong size");
  }
  for (std::size_t at = 4; at < 4 + size; at += 4) map.units_.push_back(load_number(bytes, at));
  map.replacements_.assign(bytes.substr(4 + size));
  if (base::find_invalid_utf8(map.replacements_)) {
    return base::fail("the table of replaced characters is not UTF-8");
  }
  return map;
}

std::size_t Charsmap::longest_replacement() const {
  std::size_t longest = 1;
  for (std::size_t at = 0; at < replacements_.size();) {
    const std::size_t end = std::min(replacements_.find('\0', at), replacements_.size());
    longest = std::max(longest, end - at);
    at = end + 1;
  }
  return longest;
}

std::optional<std::string_view> Charsmap::replacement(std::string_view text) const {
  std::size_t node = children_of(units_[0]);
  for (const char byte : text) {
    if (byte == 0) break;
    node ^= static_cast<unsigned char>(byte);
    if (node >= units_.size()) break;
    const std::uint32_t unit = units_[node];
    if (label_of(unit) != static_cast<unsigned char>(byte)) break;
    node ^= children_of(unit);
    if (has_value(unit)) {
      if (node >= units_.size()) break;
      const std::size_t begin = units_[node] & ~(1U << 31);
      if (begin > replacements_.size()) break;
      const std::string_view rest = std::string_view(replacements_).substr(begin);
      // A damaged table may refer to the middle of a character.
      if (!rest.empty() && (static_cast<unsigned char>(rest[0]) & 0xC0U) == 0x80) break;
      return rest.substr(0, rest.find('\0'));
    }
  }
  return std::nullopt;
}

void Charsmap::apply(AlignedText& text, AlignedText& spare) const {
  const std::string_view view = text.text;
  std::vector<std::pair<char32_t, int>> changes;
  bool is_changed = false;
  const auto add = [&](std::string_view part) {
    const auto other = replacement(part);
    if (!other) return false;
    add_replacement(changes, part, *other);
    is_changed = true;
    return true;
  };
  const auto is_plain = [&](std::size_t i) {
    return i >= view.size() || (static_cast<unsigned char>(view[i]) < 0x80 && view[i] != '\n');
  };
  for (std::size_t at = 0; at < view.size();) {
    const bool is_single = is_plain(at) && is_plain(at + 1);
    const std::size_t end = is_single ? at + 1 : grapheme_end(view, at);
    if (end - at >= 6 || !add(view.substr(at, end - at))) {
      for (std::size_t i = at; i < end;) {
        const std::size_t begin = i;
        const char32_t c = next_character(view, i);
        if (is_single || !add(view.substr(begin, i - begin))) changes.emplace_back(c, 0);
      }
    }
    at = end;
  }
  if (!is_changed) return;
  Rewriter writer(text, spare);
  for (const auto& [c, change] : changes) writer.put(c, change);
  std::swap(text, spare);
}

}  // namespace noether::neural::tokens
