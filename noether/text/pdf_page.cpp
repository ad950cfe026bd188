#include "noether/text/pdf_page.h"

#include <string>

#include "noether/text/delimited_text.h"
#include "noether/text/markup/inline_markup.h"

namespace noether::text {
namespace {

bool is_small(char c) { return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80; }

// "mathe-" before "matics", but not "non-" before "Euclidean".
bool is_divided(std::string_view line, std::string_view next) {
  return line.size() > 2 && line.back() == '-' && is_small(line[line.size() - 2]) &&
         !next.empty() && is_small(next.front());
}

}  // namespace

Field read_pdf_page(std::string_view text) {
  std::string joined;
  const auto lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = without_blanks(lines[i]);
    const std::string_view next =
        i + 1 < lines.size() ? without_blanks(lines[i + 1]) : std::string_view();
    if (is_divided(line, next)) {
      joined += line.substr(0, line.size() - 1);
    } else {
      joined += line;
      joined += '\n';
    }
  }
  return read_plain_text(joined, "body");
}

}  // namespace noether::text
