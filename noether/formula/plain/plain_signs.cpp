#include "noether/formula/plain/plain_signs.h"

#include <algorithm>
#include <array>

namespace noether::formula {
namespace {

// Longest first.
constexpr std::array kSigns = std::to_array<PlainSign>({
    {"<=>", "\\Leftrightarrow"},
    {"<->", "\\leftrightarrow"},
    {"|->", "\\mapsto"},
    {"=/=", "\\ne"},
    {"===", "\\equiv"},
    {"+/-", "\\pm"},
    {"...", "\\ldots"},
    {"-->", "\\to"},
    {"<=", "\\le"},
    {">=", "\\ge"},
    {"=<", "\\le"},
    {"!=", "\\ne"},
    {"<>", "\\ne"},
    {"==", "="},
    {"=>", "\\Rightarrow"},
    {"->", "\\to"},
    {"+-", "\\pm"},
    {"-+", "\\mp"},
    {"~~", "\\approx"},
    {"~=", "\\approx"},
    {"<<", "\\ll"},
    {">>", "\\gg"},
    {"~", "\\sim"},
    {"#", "\\#"},
    {"&", "\\&"},
    {"%", "\\%"},
    {"$", "\\$"},
});

constexpr std::array kVulgarFractions = std::to_array<PlainSign>({
    {"½", "\\frac{1}{2}"},
    {"⅓", "\\frac{1}{3}"},
    {"⅔", "\\frac{2}{3}"},
    {"¼", "\\frac{1}{4}"},
    {"¾", "\\frac{3}{4}"},
    {"⅕", "\\frac{1}{5}"},
    {"⅛", "\\frac{1}{8}"},
    {"⅜", "\\frac{3}{8}"},
    {"⅝", "\\frac{5}{8}"},
    {"⅞", "\\frac{7}{8}"},
});

constexpr std::array kRootSigns =
    std::to_array<PlainSign>({{"√", "\\sqrt"}, {"∛", "\\sqrt[3]"}, {"∜", "\\sqrt[4]"}});

}  // namespace

const PlainSign* plain_sign(std::string_view text) {
  const auto* const sign = std::ranges::find_if(
      kSigns, [&](const PlainSign& one) { return text.starts_with(one.plain); });
  return sign == kSigns.end() ? nullptr : sign;
}

std::string_view vulgar_fraction_latex(std::string_view character) {
  const auto* const found = std::ranges::find(kVulgarFractions, character, &PlainSign::plain);
  return found == kVulgarFractions.end() ? std::string_view() : found->latex;
}

std::string_view root_sign_latex(std::string_view character) {
  const auto* const found = std::ranges::find(kRootSigns, character, &PlainSign::plain);
  return found == kRootSigns.end() ? std::string_view() : found->latex;
}

bool is_script_character(char32_t c) {
  return c == 0xB2 || c == 0xB3 || c == 0xB9 || (c >= 0x2070 && c <= 0x209F) ||
         (c >= 0x2B0 && c <= 0x2B8) || (c >= 0x2E1 && c <= 0x2E3) || (c >= 0x1D2C && c <= 0x1D6A) ||
         c == 0x1D9C || c == 0x1DA0 || c == 0x1DBB || c == 0x2C7C || c == 0x2C7D;
}

bool is_prime(char32_t c) { return c == U'\'' || (c >= 0x2032 && c <= 0x2034); }

bool is_operator_character(char32_t c) {
  return c == 0xB7 || (c >= 0x2010 && c <= 0x2022) || (c >= 0x2190 && c <= 0x2BFF);
}

}  // namespace noether::formula
