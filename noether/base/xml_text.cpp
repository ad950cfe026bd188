#include "noether/base/xml_text.h"

#include "noether/base/utf8.h"

namespace noether::base {

void append_xml_text(std::string& out, std::string_view text) {
  for (const CodePoint& c : code_points(text)) {
    switch (c.value) {
      case U'&':
        out += "&amp;";
        break;
      case U'<':
        out += "&lt;";
        break;
      case U'>':
        out += "&gt;";
        break;
      case U'"':
        out += "&quot;";
        break;
      case U'\'':
        out += "&#39;";
        break;
      default:
        if (!c.valid) {
          append_code_point(out, kReplacementCharacter);
        } else if (c.value < 0x20 || (c.value >= 0x7F && c.value < 0xA0)) {
          out += ' ';
        } else if (c.value == 0xFFFE || c.value == 0xFFFF) {
          append_code_point(out, kReplacementCharacter);  // no XML document may contain these
        } else {
          out += c.bytes;
        }
    }
  }
}

std::string xml_text(std::string_view text) {
  std::string out;
  append_xml_text(out, text);
  return out;
}

}  // namespace noether::base
