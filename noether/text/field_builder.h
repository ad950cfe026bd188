// Builds a field from text and formulas, in the order in which a reader meets them.
// White space is collapsed: a run of it becomes one blank, and lines neither begin nor end with
// blanks. A line feed outside a formula ends a paragraph. Bytes that are not UTF-8 become U+FFFD
// and control characters become blanks, so that the text is plain Unicode for every source.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "noether/text/document.h"

namespace noether::text {

class FieldBuilder {
 public:
  // Bytes beyond this are dropped: offsets in a field have 32 bits.
  static constexpr std::size_t kMaxFieldBytes = std::size_t{1} << 30;

  explicit FieldBuilder(std::string name = {}) { field_.name = std::move(name); }

  void append(std::string_view text);
  void append_blank();
  // Ends the paragraph; a second call has no effect.
  void end_paragraph();
  // Appends text whose blanks and line feeds matter, such as code.
  void append_verbatim(std::string_view text);
  // Appends a formula without its delimiters; a blank formula is ignored.
  void append_formula(std::string_view latex, std::string_view id = {},
                      std::string_view visual_id = {});

  bool empty() const { return field_.text.empty(); }
  std::size_t size() const { return field_.text.size(); }
  // Returns the field and begins an empty one with the same name.
  Field take();

 private:
  enum class Gap : unsigned char { None, Blank, Paragraph };

  void close_gap();
  void append_valid(std::string_view text);

  Field field_;
  Gap gap_ = Gap::None;
};

}  // namespace noether::text
