// Writes SVG element by element. Every picture of the program is made with it.
//
// Attributes appear in the order in which they are set, texts are escaped, and coordinates have one
// digit after the point, so the same picture gives the same bytes.
//
//   svg.tag("rect").set("class", "bar").box(x, y, width, height).end().newline();
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>

#include "noether/base/xml_text.h"

namespace noether::base {

// The `d` of a path.
class SvgPath {
 public:
  SvgPath& move(double x, double y) { return put("M{:.1f} {:.1f}", x, y); }
  SvgPath& line(double x, double y) { return put("L{:.1f} {:.1f}", x, y); }
  SvgPath& across(double x) { return put("H{:.1f}", x); }
  SvgPath& down(double y) { return put("V{:.1f}", y); }
  // Curves with one control point, and with two.
  SvgPath& bend(double x1, double y1, double x, double y) {
    return put("Q{:.1f} {:.1f} {:.1f} {:.1f}", x1, y1, x, y);
  }
  SvgPath& curve(double x1, double y1, double x2, double y2, double x, double y) {
    return put("C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", x1, y1, x2, y2, x, y);
  }

  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  template <typename... Numbers>
  SvgPath& put(fmt::format_string<const Numbers&...> format, const Numbers&... numbers) {
    fmt::format_to(std::back_inserter(text_), format, numbers...);
    return *this;
  }

  std::string text_;
};

class SvgWriter {
 public:
  explicit SvgWriter(std::string& out) : out_(&out) {}

  // Begins an element; its attributes follow.
  SvgWriter& tag(std::string_view name) { return raw("<").raw(name); }
  // The outermost element, with the namespace of SVG.
  SvgWriter& picture() { return tag("svg").set("xmlns", "http://www.w3.org/2000/svg"); }

  SvgWriter& set(std::string_view name, std::string_view value) {
    raw(" ").raw(name).raw("=\"").words(value);
    return raw("\"");
  }
  SvgWriter& set(std::string_view name, double value) {
    fmt::format_to(std::back_inserter(*out_), " {}=\"{:.1f}\"", name, value);
    return *this;
  }
  SvgWriter& set(std::string_view name, const SvgPath& path) { return set(name, path.text()); }
  // Writes no digits after the point.
  SvgWriter& set_whole(std::string_view name, double value) {
    fmt::format_to(std::back_inserter(*out_), " {}=\"{:.0f}\"", name, value);
    return *this;
  }

  SvgWriter& at(double x, double y) { return set("x", x).set("y", y); }
  SvgWriter& box(double x, double y, double width, double height) {
    return at(x, y).set("width", width).set("height", height);
  }
  SvgWriter& ends(double x1, double y1, double x2, double y2) {
    return set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2);
  }
  SvgWriter& circle(double x, double y, double radius) {
    return set("cx", x).set("cy", y).set("r", radius);
  }
  SvgWriter& whole_size(double width, double height) {
    return set_whole("width", width).set_whole("height", height);
  }
  SvgWriter& view_box(double width, double height) {
    fmt::format_to(std::back_inserter(*out_), " viewBox=\"0 0 {:.0f} {:.0f}\"", width, height);
    return *this;
  }
  SvgWriter& shift(double x, double y) {
    fmt::format_to(std::back_inserter(*out_), " transform=\"translate({:.1f} {:.1f})\"", x, y);
    return *this;
  }

  // Ends an element without content.
  SvgWriter& end() { return raw("/>"); }
  // The content follows.
  SvgWriter& body() { return raw(">"); }
  SvgWriter& words(std::string_view text) {
    append_xml_text(*out_, text);
    return *this;
  }
  SvgWriter& close(std::string_view name) { return raw("</").raw(name).raw(">"); }
  // An element that holds a text, such as a title.
  SvgWriter& element(std::string_view name, std::string_view text) {
    return tag(name).body().words(text).close(name);
  }
  SvgWriter& newline() { return raw("\n"); }
  // Text that is SVG, or a style.
  SvgWriter& raw(std::string_view text) {
    *out_ += text;
    return *this;
  }

 private:
  std::string* out_;
};

}  // namespace noether::base
