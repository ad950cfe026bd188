// The names of PENMAN: where they end, and which ones survive writing and reading.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace noether::amr {

inline constexpr std::string_view kBlanks = " \t\n\r\f\v";
inline constexpr std::string_view kSymbolEnds = " \t\n\r\f\v()";
inline constexpr std::string_view kRoleEnds = " \t\n\r\f\v()\"";
inline constexpr std::string_view kVariableEnds = " \t\n\r\f\v()\"/:~";

// "~e.4,5", "~4": a letter and a dot that may be missing, then numbers.
bool is_alignment(std::string_view text);
// The part of a token before its alignment, and the alignment, which may be empty.
std::pair<std::string, std::string> split_alignment(std::string_view token);

bool is_variable(std::string_view text);
bool is_role(std::string_view text);
// A concept or the value of an attribute: a symbol or a string in quotes.
bool is_value(std::string_view text);

}  // namespace noether::amr
