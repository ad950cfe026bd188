#include "noether/formula/mathml/content_vocabulary.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "noether/base/utf8.h"
#include "noether/formula/mathml/token_text.h"
#include "noether/formula/symbols.h"

namespace noether::formula {
namespace {

// Elements that name a function written in front of its arguments, with that name.
constexpr auto kContentFunctions = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"exp", "exp"},           {"ln", "ln"},
    {"sin", "sin"},           {"cos", "cos"},
    {"tan", "tan"},           {"sec", "sec"},
    {"csc", "csc"},           {"cot", "cot"},
    {"sinh", "sinh"},         {"cosh", "cosh"},
    {"tanh", "tanh"},         {"sech", "sech"},
    {"csch", "csch"},         {"coth", "coth"},
    {"arcsin", "arcsin"},     {"arccos", "arccos"},
    {"arctan", "arctan"},     {"arccot", "arccot"},
    {"arcsec", "arcsec"},     {"arccsc", "arccsc"},
    {"arcsinh", "arcsinh"},   {"arccosh", "arccosh"},
    {"arctanh", "arctanh"},   {"arccoth", "arccoth"},
    {"arcsech", "arcsech"},   {"arccsch", "arccsch"},
    {"arg", "arg"},           {"real", "Re"},
    {"imaginary", "Im"},      {"conjugate", "conjugate"},
    {"gcd", "gcd"},           {"lcm", "lcm"},
    {"quotient", "quotient"}, {"ident", "id"},
    {"domain", "dom"},        {"codomain", "codomain"},
    {"image", "image"},       {"inverse", "inverse"},
    {"card", "card"},         {"transpose", "transpose"},
    {"mean", "mean"},         {"sdev", "sdev"},
    {"variance", "variance"}, {"median", "median"},
    {"mode", "mode"},         {"moment", "moment"},
    {"divergence", "div"},    {"grad", "grad"},
    {"curl", "curl"},         {"laplacian", "laplacian"},
});

constexpr auto kConstants = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"naturalnumbers", "ℕ"},
    {"integers", "ℤ"},
    {"rationals", "ℚ"},
    {"reals", "ℝ"},
    {"complexes", "ℂ"},
    {"primes", "ℙ"},
    {"exponentiale", "e"},
    {"imaginaryi", "i"},
    {"pi", "π"},
    {"eulergamma", "γ"},
    {"true", "true"},
    {"false", "false"},
    {"notanumber", "NaN"},
});

struct Word {
  std::string_view name;
  Op op;
  std::string_view label = {};
};

// Elements of MathML 3 that have another name in operators.def.
constexpr auto kElements = std::to_array<Word>({
    {"rem", Op::Modulo},
    {"forall", Op::ForAll},
    {"product", Op::Product},
    {"tendsto", Op::To},
    {"factorof", Op::Divides},
    {"scalarproduct", Op::Infix, "⋅"},
    {"xor", Op::Infix, "⊻"},
    {"vectorproduct", Op::Infix, "×"},
    {"selector", Op::Subscript},
    {"outerproduct", Op::TensorProduct},
    {"notprsubset", Op::Related, "⊄"},
});

// Names of LaTeXML in addition to those in operators.def.
constexpr auto kLatexml = std::to_array<Word>({
    {"hyperbolic-cotangent", Op::Call, "coth"},
    {"hyperbolic-sine", Op::Call, "sinh"},
    {"hyperbolic-cosine", Op::Call, "cosh"},
    {"hyperbolic-tangent", Op::Call, "tanh"},
    {"inverse-sine", Op::Call, "arcsin"},
    {"inverse-cosine", Op::Call, "arccos"},
    {"inverse-tangent", Op::Call, "arctan"},
    {"cotangent", Op::Call, "cot"},
    {"secant", Op::Call, "sec"},
    {"cosecant", Op::Call, "csc"},
    {"degree", Op::Call, "deg"},
    {"dimension", Op::Call, "dim"},
    {"kernel", Op::Call, "ker"},
    {"probability", Op::Call, "Pr"},
    {"argument", Op::Call, "arg"},
    {"homomorphism", Op::Call, "hom"},
    {"real-part", Op::Call, "Re"},
    {"imaginary-part", Op::Call, "Im"},
    {"base-10-logarithm", Op::Call, "lg"},
    {"injective-limit", Op::Call, "inj lim"},
    {"projective-limit", Op::Call, "proj lim"},
    {"continued-fraction", Op::Divide},
    {"commutator", Op::Delimited, "[]"},
    {"anticommutator", Op::Delimited, "{}"},
    {"expectation", Op::Delimited, "⟨⟩"},
    {"bra", Op::Delimited, "⟨|"},
    {"ket", Op::Delimited, "|⟩"},
    {"subset-of", Op::Subset},
    {"subset-of-or-equals", Op::SubsetEqual},
    {"subset-of-and-not-equals", Op::ProperSubset},
    {"element-of", Op::In},
    {"not-element-of", Op::NotIn},
    {"not-equals", Op::NotEqual},
    {"less-than-or-equals", Op::LessEqual},
    {"greater-than-or-equals", Op::GreaterEqual},
    {"less-than-or-similar-to", Op::Related, "≲"},
    {"greater-than-or-similar-to", Op::Related, "≳"},
    {"equivalent-to", Op::Equivalent},
    {"approaches-limit", Op::Related, "≐"},
    {"asymptotically-equals", Op::SimilarEqual},
    {"not-similar-to", Op::Related, "≁"},
    {"does-not-divide", Op::NotDivides},
    {"conditional-or-divides", Op::Conditional},
    {"left-arrow", Op::Related, "←"},
    {"models", Op::Models},
    {"quotient-space", Op::Divide},
    {"nabla", Op::Prefix, "∇"},
    {"norm-of", Op::Norm},
});

constexpr auto kInverses = std::to_array<std::string_view>({
    "sin",
    "cos",
    "tan",
    "cot",
    "sec",
    "csc",
    "sinh",
    "cosh",
    "tanh",
    "coth",
    "sech",
    "csch",
});

constexpr auto kFontPrefixes = std::to_array<std::string_view>({
    "italic-",
    "normal-",
    "bold-",
    "bold-italic-",
    "double-struck-",
    "fraktur-",
    "bold-fraktur-",
    "script-",
    "sans-serif-",
    "monospace-",
    "upright-",
});

bool is_content_leaf(std::string_view element) {
  return element == "ci" || element == "cn" || element == "mtext" || element == "cerror" ||
         element == "apply";
}

std::unordered_map<std::string_view, Meaning> all_elements() {
  std::unordered_map<std::string_view, Meaning> made;
  for (const auto& [element, name] : kContentFunctions) {
    made.emplace(element, Meaning{Op::Call, std::string(name)});
  }
  for (const auto& [element, label] : kConstants) {
    made.emplace(element, Meaning{Op::Variable, std::string(label)});
  }
  for (const Word& word : kElements) {
    made.emplace(word.name, Meaning{word.op, std::string(word.label)});
  }
  return made;
}

}  // namespace

std::optional<Meaning> meaning_of_element(std::string_view element) {
  static const auto elements = all_elements();
  if (const auto it = elements.find(element); it != elements.end()) return it->second;
  if (is_content_leaf(element)) return std::nullopt;
  const auto op = op_by_content(element, false);
  if (!op) return std::nullopt;
  return Meaning{*op, ""};
}

std::optional<Meaning> meaning_of_latexml(std::string_view name) {
  for (const Word& word : kLatexml) {
    if (word.name == name) return Meaning{word.op, std::string(word.label)};
  }
  constexpr std::string_view delimited = "delimited-";
  if (name.starts_with(delimited)) {
    return Meaning{Op::Delimited, std::string(name.substr(delimited.size()))};
  }
  const auto op = op_by_content(name, true);
  if (!op || op_info(*op).labelled) return std::nullopt;
  return Meaning{*op, ""};
}

std::optional<Op> op_of_noether(std::string_view name) {
  const auto op = op_by_content(name, true);
  return op ? op : op_by_name(name);
}

std::string_view noether_name(Op op) {
  const OpInfo& info = op_info(op);
  return info.content_symbol ? info.content : info.name;
}

Meaning meaning_as_operand(std::string_view label) {
  const Symbol* symbol = symbol_by_glyph(label);
  if (symbol == nullptr || symbol->role == SymbolRole::Function ||
      (symbol->role == SymbolRole::LimitFunction && symbol->op == Op::Call)) {
    return {Op::Variable, std::string(label)};
  }
  return {symbol->op, op_info(symbol->op).labelled ? std::string(label) : std::string()};
}

Meaning meaning_as_head(std::string_view label, std::size_t operands) {
  const Symbol* symbol = symbol_by_glyph(label);
  Meaning call{Op::Call, std::string(label)};
  if (symbol == nullptr || is_leaf(symbol->op)) return call;
  // A relation sign with a single operand is an accent: → is a vector's arrow.
  if (operands == 1 && (op_info(symbol->op).klass == OpClass::Relation || symbol->op == Op::Infix ||
                        symbol->op == Op::Compose)) {
    return call;
  }
  return {symbol->op, op_info(symbol->op).labelled ? std::string(label) : std::string()};
}

std::string without_font_prefix(std::string_view label) {
  for (const std::string_view prefix : kFontPrefixes) {
    if (!label.starts_with(prefix)) continue;
    const std::string_view letter = label.substr(prefix.size());
    if (letter.empty() || base::decode_code_point(letter).bytes != letter) continue;
    std::string out;
    append_styled(out, letter,
                  alphabet_of_variant(prefix.substr(0, prefix.size() - 1), Alphabet::Plain));
    return out;
  }
  return std::string(label);
}

std::string_view inverse_function(std::string_view name) {
  if (std::ranges::find(kInverses, name) == kInverses.end()) return {};
  for (const auto& [element, function] : kContentFunctions) {
    if (element.starts_with("arc") && element.substr(3) == name) return function;
  }
  return {};
}

std::string_view element_of_function(std::string_view name) {
  for (const auto& [element, function] : kContentFunctions) {
    if (function == name) return element;
  }
  return {};
}

std::optional<Meaning> big_form(Op op) {
  switch (op) {
    case Op::Union:
      return Meaning{Op::BigUnion, ""};
    case Op::Intersection:
      return Meaning{Op::BigIntersection, ""};
    case Op::DirectSum:
      return Meaning{Op::BigOperator, "⨁"};
    case Op::TensorProduct:
      return Meaning{Op::BigOperator, "⨂"};
    case Op::And:
      return Meaning{Op::BigOperator, "⋀"};
    case Op::Or:
      return Meaning{Op::BigOperator, "⋁"};
    default:
      break;
  }
  if (op_info(op).klass == OpClass::Big) return Meaning{op, ""};
  return std::nullopt;
}

std::size_t count_primes(std::string_view label) {
  constexpr std::string_view prime = "′";
  if (label.empty() || label.size() % prime.size() != 0) return 0;
  for (std::size_t at = 0; at < label.size(); at += prime.size()) {
    if (label.substr(at, prime.size()) != prime) return 0;
  }
  return label.size() / prime.size();
}

}  // namespace noether::formula
