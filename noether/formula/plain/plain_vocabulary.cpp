#include "noether/formula/plain/plain_vocabulary.h"

#include <algorithm>
#include <array>

#include "noether/formula/symbols.h"

namespace noether::formula {
namespace {

struct OwnName {
  std::string_view name;
  PlainRole role;
  std::string_view latex;
  std::string_view close = {};
};

constexpr std::array kOwnNames = std::to_array<OwnName>({
    {"oo", PlainRole::Operand, "\\infty"},
    {"infinity", PlainRole::Operand, "\\infty"},
    {"Infinity", PlainRole::Operand, "\\infty"},
    {"RR", PlainRole::Operand, "\\mathbb{R}"},
    {"NN", PlainRole::Operand, "\\mathbb{N}"},
    {"ZZ", PlainRole::Operand, "\\mathbb{Z}"},
    {"QQ", PlainRole::Operand, "\\mathbb{Q}"},
    {"CC", PlainRole::Operand, "\\mathbb{C}"},
    {"grad", PlainRole::Prefix, "\\nabla"},
    {"dots", PlainRole::Operand, "\\dots"},
    {"mod", PlainRole::Operator, "\\bmod"},
    {"union", PlainRole::Operator, "\\cup"},
    {"intersect", PlainRole::Operator, "\\cap"},
    {"divides", PlainRole::Operator, "\\mid"},
    {"and", PlainRole::Operator, "\\land"},
    {"implies", PlainRole::Operator, "\\implies"},
    {"iff", PlainRole::Operator, "\\iff"},
    {"sqrt", PlainRole::Root, "\\sqrt"},
    {"cbrt", PlainRole::Root, "\\sqrt[3]"},
    {"root", PlainRole::RootOfIndex, "\\sqrt"},
    {"abs", PlainRole::Fences, "|", "|"},
    {"norm", PlainRole::Fences, "\\|", "\\|"},
    {"floor", PlainRole::Fences, "\\lfloor", "\\rfloor"},
    {"ceil", PlainRole::Fences, "\\lceil", "\\rceil"},
    {"vec", PlainRole::Accent, "\\vec"},
    {"hat", PlainRole::Accent, "\\hat"},
    {"bar", PlainRole::Accent, "\\bar"},
    {"tilde", PlainRole::Accent, "\\tilde"},
    {"overline", PlainRole::Accent, "\\overline"},
    {"binom", PlainRole::TwoArguments, "\\binom"},
    {"frac", PlainRole::TwoArguments, "\\frac"},
    {"choose", PlainRole::Choose, "\\binom"},
});

// All other words of two letters are products: dx, xy, ab.
constexpr std::array<std::string_view, 16> kTwoLetters = {
    "pi", "Pi", "xi", "Xi", "mu", "nu", "ln", "lg", "in", "ne", "le", "ge", "to", "pm", "or", "Pr"};

std::optional<PlainRole> role_of(SymbolRole role) {
  switch (role) {
    case SymbolRole::Letter:
    case SymbolRole::Dots:
      return PlainRole::Operand;
    case SymbolRole::Function:
      return PlainRole::Function;
    case SymbolRole::LimitFunction:
      return PlainRole::LimitFunction;
    case SymbolRole::BigOperator:
    case SymbolRole::Integral:
      return PlainRole::BigOperator;
    case SymbolRole::Prefix:
    case SymbolRole::Quantifier:
      return PlainRole::Prefix;
    case SymbolRole::Additive:
    case SymbolRole::Multiplicative:
    case SymbolRole::Relation:
    case SymbolRole::Connective:
    case SymbolRole::Logical:
      return PlainRole::Operator;
    default:
      return std::nullopt;
  }
}

bool is_function(PlainRole role) {
  return role == PlainRole::Function || role == PlainRole::LimitFunction;
}

std::optional<PlainName> command_name(std::string_view letters) {
  if (letters == "or") return PlainName{PlainRole::Operator, "\\lor"};
  if (letters.size() == 2 && std::ranges::find(kTwoLetters, letters) == kTwoLetters.end()) {
    return std::nullopt;
  }
  if (const Symbol* symbol = symbol_by_command(letters)) {
    const auto role = role_of(symbol->role);
    if (!role) return std::nullopt;
    return PlainName{*role, "\\" + std::string(letters)};
  }
  const Symbol* symbol = letters.size() > 2 ? symbol_by_glyph(letters) : nullptr;
  const auto role = symbol == nullptr ? std::nullopt : role_of(symbol->role);
  if (!role || !is_function(*role)) return std::nullopt;
  return PlainName{*role, "\\operatorname{" + std::string(letters) + "}"};
}

// The length of the longest name.
constexpr std::size_t kMaxName = 24;

bool is_small(char c) { return c >= 'a' && c <= 'z'; }

}  // namespace

std::optional<PlainName> plain_name(std::string_view letters) {
  if (letters.size() < 2 || letters.size() > kMaxName) return std::nullopt;
  const auto* const own = std::ranges::find(kOwnNames, letters, &OwnName::name);
  if (own != kOwnNames.end()) {
    return PlainName{own->role, std::string(own->latex), std::string(own->close)};
  }
  if (auto name = command_name(letters)) return name;
  // Functions may also be written as Sin and GCD.
  if (is_small(letters.front())) return std::nullopt;
  std::string small(letters);
  for (char& c : small) c = static_cast<char>(c | 0x20);
  auto name = command_name(small);
  if (!name || !is_function(name->role)) return std::nullopt;
  return name;
}

std::size_t function_before_variable(std::string_view letters) {
  if (letters.size() < 3) return 0;
  const std::string_view name = letters.substr(0, letters.size() - 1);
  constexpr std::array<std::string_view, 9> kBeforeVariables = {"sin", "cos", "tan", "cot", "sec",
                                                                "csc", "log", "ln",  "exp"};
  return std::ranges::find(kBeforeVariables, name) == kBeforeVariables.end() ? 0 : name.size();
}

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

namespace {

bool blank_at(std::string_view text, std::size_t at) {
  return at < text.size() && is_plain_blank(text[at]);
}

bool is_clear_name(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view run = text.substr(begin, end - begin);
  const auto name = plain_name(run);
  if (!name) return function_before_variable(run) > 0;
  switch (name->role) {
    case PlainRole::Operator:
    case PlainRole::Choose:
      return begin > 0 && is_plain_blank(text[begin - 1]) && blank_at(text, end);
    case PlainRole::RootOfIndex:
    case PlainRole::Fences:
    case PlainRole::Accent:
    case PlainRole::TwoArguments:
      return end < text.size() && text[end] == '(';
    default:
      break;
  }
  constexpr std::array<std::string_view, 9> short_names = {"pi", "Pi", "ln", "lg", "oo",
                                                           "RR", "NN", "ZZ", "QQ"};
  return run.size() > 2 || std::ranges::find(short_names, run) != short_names.end();
}

bool is_clear_sign(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 13> signs = {
      "<=>", "<->", "|->", "=/=", "+/-", "-->", "<=", ">=", "=<", "<>", "=>", "->", "**"};
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("!=")) return at > 0 && is_plain_blank(text[at - 1]);
  return std::ranges::any_of(signs, [&](std::string_view sign) { return rest.starts_with(sign); });
}

}  // namespace

bool looks_plain(std::string_view text) {
  if (text.find('\\') != std::string_view::npos) return false;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_plain_letter(text[at])) {
      if (is_clear_sign(text, at)) return true;
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && is_plain_letter(text[at])) ++at;
    if (is_clear_name(text, begin, at)) return true;
  }
  return false;
}

}  // namespace noether::formula
