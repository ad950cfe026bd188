#include "noether/amr/lower_case.h"

#include <utf8proc.h>

#include <algorithm>

#include "noether/base/ascii.h"
#include "noether/base/utf8.h"

namespace noether::amr {

std::string lower_case(std::string_view text) {
  const bool is_ascii =
      std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (is_ascii) return base::lowered(text);
  std::string lower;
  for (const base::CodePoint& c : base::code_points(text)) {
    if (c.valid) {
      const auto value = static_cast<utf8proc_int32_t>(c.value);
      base::append_code_point(lower, static_cast<char32_t>(utf8proc_tolower(value)));
    } else {
      lower += c.bytes;
    }
  }
  return lower;
}

}  // namespace noether::amr
