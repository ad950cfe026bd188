#include "noether/formula/plain/plain_names.h"

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

// Everything else of two letters is a product: dx, xy, ab.
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

// No name is longer.
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
  // Functions are also written Sin and GCD.
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

}  // namespace noether::formula
