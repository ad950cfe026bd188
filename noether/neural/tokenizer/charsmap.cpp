#include "noether/neural/tokenizer/charsmap.h"

#include <utf8proc.h>

#include <algorithm>
#include <utility>

#include "noether/base/utf8.h"

namespace noether::neural::tokens {
namespace {

// A unit of Darts-clone: where its children are, its own label, whether a value hangs below it.
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

// One part of a text that is replaced by another, as the library aligns it: character by
// character, with what is left over inserted behind or removed.
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
      // A damaged table may point into a character.
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
