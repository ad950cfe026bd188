// HTML made harmless for the parser: what would cost it more than time in proportion is left out.
//
// Nested a million deep, or with a million attributes, HTML takes an HTML5 parser quadratic time
// and more stack than there is; unclosed formatting elements are copied into every block behind
// them. The guard follows the tags by a rule that never believes an element closed which the parser
// holds open, and drops the tags that go beyond the bounds. Their content stays.
#pragma once

#include <string>
#include <string_view>

namespace noether::text {

inline constexpr std::size_t kMaxHtmlDepth = 400;
inline constexpr std::size_t kMaxHtmlAttributes = 200;
// Copies of formatting elements the parser may make.
inline constexpr std::size_t kMaxHtmlCopies = 100'000;

// `html` itself when it keeps the bounds, else the rest of it in `copy`.
std::string_view guard_html(std::string_view html, std::string& copy);

}  // namespace noether::text
