#include "noether/neural/tokenizer/aligned_text.h"

#include "noether/base/utf8.h"

namespace noether::neural::tokens {

void AlignedText::assign(std::string_view original, std::uint32_t first) {
  text.clear();
  origin.clear();
  begin = first;
  const bool is_valid = !base::find_invalid_utf8(original);
  if (is_valid) {
    text.assign(original);
    origin.resize(original.size());
    for (std::size_t at = 0; at < original.size();) {
      const std::size_t size = character_size(original[at]);
      const auto place = static_cast<std::uint32_t>(first + at);
      const base::Span span{place, place + static_cast<std::uint32_t>(size)};
      for (std::size_t i = 0; i < size; ++i) origin[at + i] = span;
      at += size;
    }
    return;
  }
  auto place = first;
  for (const base::CodePoint& c : base::code_points(original)) {
    const auto size = static_cast<std::uint32_t>(c.bytes.size());
    const std::size_t before = text.size();
    if (c.valid) {
      text += c.bytes;
    } else {
      base::append_code_point(text, base::kReplacementCharacter);
    }
    origin.resize(text.size());
    for (std::size_t i = before; i < text.size(); ++i) origin[i] = {place, place + size};
    place += size;
  }
}

void Rewriter::append(char32_t c, base::Span origin) {
  if (c < 0x80) {
    to_.text += static_cast<char>(c);
    to_.origin.push_back(origin);
    return;
  }
  base::append_code_point(to_.text, c);
  to_.origin.resize(to_.text.size(), origin);
}

void Rewriter::skip(std::size_t characters) {
  for (; characters > 0 && at_ < from_.text.size(); --characters) {
    at_ += character_size(from_.text[at_]);
  }
}

void Rewriter::copy(std::size_t bytes) {
  bytes = std::min(bytes, from_.text.size() - at_);
  to_.text.append(from_.text, at_, bytes);
  const auto first = from_.origin.begin() + static_cast<std::ptrdiff_t>(at_);
  to_.origin.insert(to_.origin.end(), first, first + static_cast<std::ptrdiff_t>(bytes));
  at_ += bytes;
}

void Rewriter::replace(char32_t c, std::size_t removed) {
  if (at_ >= from_.text.size()) {
    insert(c);
    return;
  }
  append(c, from_.origin[at_]);
  skip(1 + removed);
}

void Rewriter::insert(char32_t c) {
  append(c, at_ == 0 ? base::Span{from_.begin, from_.begin} : from_.origin[at_ - 1]);
}

void Rewriter::insert(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) insert(next_character(text, at));
}

}  // namespace noether::neural::tokens
