#include "noether/text/field_builder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "noether/base/utf8.h"

namespace noether::text {
namespace {

// Blank: white space and control characters. Other: a byte of a character beyond ASCII.
enum class FieldByte : unsigned char { Plain, Blank, Other };

constexpr std::array<FieldByte, 256> make_field_bytes() {
  std::array<FieldByte, 256> table{};
  for (std::size_t i = 0; i < 256; ++i) {
    if (i <= 0x20 || i == 0x7F) {
      table[i] = FieldByte::Blank;
    } else {
      table[i] = i < 0x80 ? FieldByte::Plain : FieldByte::Other;
    }
  }
  return table;
}
constexpr std::array<FieldByte, 256> kFieldBytes = make_field_bytes();

FieldByte field_byte(char c) { return kFieldBytes[static_cast<unsigned char>(c)]; }

bool is_unicode_blank(char32_t c) {
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200B) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000 || c == 0xFEFF ||
         (c >= 0x80 && c < 0xA0);
}

std::string_view trimmed_latex(std::string_view text) {
  while (!text.empty() && field_byte(text.front()) == FieldByte::Blank) text.remove_prefix(1);
  while (!text.empty() && field_byte(text.back()) == FieldByte::Blank) {
    // A backslash before the last blank makes it a command.
    if (text.size() > 1 && text[text.size() - 2] == '\\' && text.back() == ' ') break;
    text.remove_suffix(1);
  }
  return text;
}

}  // namespace

void FieldBuilder::close_gap() {
  // Code may end its last line with a line feed.
  if (gap_ != Gap::None && !field_.text.empty() && field_.text.back() != '\n') {
    field_.text += gap_ == Gap::Blank ? ' ' : '\n';
  }
  gap_ = Gap::None;
}

void FieldBuilder::append_blank() {
  if (gap_ == Gap::None) gap_ = Gap::Blank;
}

void FieldBuilder::end_paragraph() { gap_ = Gap::Paragraph; }

void FieldBuilder::append(std::string_view text) {
  if (field_.text.size() + text.size() > kMaxFieldBytes) return;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = at;
    while (end < text.size() && field_byte(text[end]) == FieldByte::Plain) ++end;
    if (end > at) {
      close_gap();
      field_.text.append(text, at, end - at);
      at = end;
    } else if (field_byte(text[at]) == FieldByte::Blank) {
      append_blank();
      ++at;
    } else {
      const base::CodePoint c = base::decode_code_point(text.substr(at));
      if (is_unicode_blank(c.value)) {
        append_blank();
      } else {
        close_gap();
        base::append_code_point(field_.text, c.value);
      }
      at += c.bytes.size();
    }
  }
}

void FieldBuilder::append_valid(std::string_view text) {
  for (const base::CodePoint& c : base::code_points(text)) {
    const bool control = c.value < 0x20 || (c.value >= 0x7F && c.value < 0xA0);
    if (control && c.value != '\n') {
      field_.text += ' ';
    } else {
      base::append_code_point(field_.text, c.value);
    }
  }
}

void FieldBuilder::append_verbatim(std::string_view text) {
  if (gap_ == Gap::Paragraph || field_.text.empty()) {
    text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
  }
  if (text.empty() || field_.text.size() + 3 * text.size() > kMaxFieldBytes) return;
  close_gap();
  append_valid(text);
}

void FieldBuilder::append_formula(std::string_view latex, std::string_view id,
                                  std::string_view visual_id) {
  latex = trimmed_latex(latex);
  if (latex.empty() || field_.text.size() + 3 * latex.size() + 2 > kMaxFieldBytes) return;
  close_gap();
  field_.text += '$';
  FormulaSpan span;
  span.begin = static_cast<std::uint32_t>(field_.text.size());
  append_valid(latex);
  span.end = static_cast<std::uint32_t>(field_.text.size());
  span.id = id;
  span.visual_id = visual_id;
  field_.text += '$';
  field_.formulas.push_back(std::move(span));
}

Field FieldBuilder::take() {
  Field done = std::exchange(field_, Field{.name = field_.name, .text = {}, .formulas = {}});
  gap_ = Gap::None;
  // Code may end in blanks.
  std::size_t end = done.text.size();
  while (end > 0 && (done.text[end - 1] == ' ' || done.text[end - 1] == '\n')) --end;
  done.text.resize(end);
  return done;
}

}  // namespace noether::text
