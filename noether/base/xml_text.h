// Text escaped for XML and HTML, between tags and in attributes.
#pragma once

#include <string>
#include <string_view>

namespace noether::base {

// & < > " ' become entities, control characters blanks, bytes that are not UTF-8 U+FFFD.
void append_xml_text(std::string& out, std::string_view text);
std::string xml_text(std::string_view text);

}  // namespace noether::base
