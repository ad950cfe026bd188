#include "noether/formula/notation/tangent_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include "noether/base/utf8.h"
#include "noether/formula/math_alphabet.h"
#include "noether/formula/notation/prefix.h"
#include "noether/formula/symbols.h"

namespace noether::formula {
namespace {

struct OperatorEntry {
  std::string_view name;
  Op op;
  std::string_view label;
};

// Names that LaTeXML gives to operators which are not separate in operators.def.
constexpr auto kOperators = std::to_array<OperatorEntry>({
    {"continued-fraction", Op::Divide, ""},
    {"infinity", Op::Infinity, ""},
    {"degree", Op::Call, "deg"},
    {"kernel", Op::Call, "ker"},
    {"dimension", Op::Call, "dim"},
    {"weierstrass-p", Op::Variable, "℘"},
    {"top", Op::Symbol, "⊤"},
    {"bottom", Op::Symbol, "⊥"},
    {"currency-dollar", Op::Symbol, "$"},
    {"ket", Op::Delimited, "|⟩"},
    {"not-equivalent-to", Op::Related, "≢"},
    {"asymptotically-equals", Op::Related, "≍"},
    {"approaches-limit", Op::Related, "≐"},
    {"direct-product", Op::Infix, "⊙"},
});

// Function names that are abbreviations or represent operators. The count is the number of operands
// for this meaning, 0 for any number.
struct FunctionEntry {
  std::string_view name;
  std::size_t operands;
  Op op;
  std::string_view label;
};
constexpr auto kTangentFunctions = std::to_array<FunctionEntry>({
    {"c", 1, Op::Conditional, ""},  // "conditional", cut off
    {"c", 2, Op::Conditional, ""},
    {"df", 1, Op::DoubleFactorial, ""},
    {"pmod", 1, Op::Call, "mod"},
    {"FRACOP", 2, Op::Over, ""},
    {"real", 0, Op::Call, "ℜ"},
    {"imaginary", 0, Op::Call, "ℑ"},
});

struct BigEntry {
  Op infix;
  Op big;
  std::string_view label;
};
constexpr auto kBig = std::to_array<BigEntry>({
    {Op::Union, Op::BigUnion, ""},
    {Op::Intersection, Op::BigIntersection, ""},
    {Op::DirectSum, Op::BigOperator, "⨁"},
    {Op::TensorProduct, Op::BigOperator, "⨂"},
    {Op::And, Op::BigOperator, "⋀"},
    {Op::Or, Op::BigOperator, "⋁"},
});

constexpr auto kMirrored =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"[", "]"},
                                                                  {"(", ")"},
                                                                  {"{", "}"},
                                                                  {"⟨", "⟩"},
                                                                  {"|", "|"},
                                                                  {"∣", "∣"},
                                                                  {"∥", "∥"},
                                                                  {"⌊", "⌋"},
                                                                  {"⌈", "⌉"}});
constexpr std::string_view kBrackets = "lsqb;&rsqb;";  // the rest of &lsqb;&rsqb;

bool is_single(std::string_view label) {
  return !label.empty() && base::decode_code_point(label).bytes.size() == label.size();
}

bool is_word(std::string_view label) {
  const auto first = static_cast<unsigned char>(label.empty() ? '\0' : label[0]);
  return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
}

// LaTeXML writes a letter without an italic form as italic-ϕ.
bool has_spelled_italic(std::string_view label) {
  return label == "ϕ" || label == "ϵ" || label == "ϑ" || label == "ϱ" || label == "ϖ" ||
         label == "ϰ" || label == "ı" || label == "ȷ";
}

std::string unstyled_name(std::string_view name) {
  for (const std::string_view style : {"italic-", "normal-", "bold-"}) {
    if (name.starts_with(style) && name.size() > style.size()) name.remove_prefix(style.size());
  }
  std::string out;
  if (is_single(name)) {
    base::append_code_point(out, unstyle_italic(base::decode_code_point(name).value));
  } else {
    out = name;
  }
  return out;
}

TangentMeaning with_label(Op op, std::string_view label) {
  return {op, op_info(op).labelled ? std::string(label) : std::string()};
}

}  // namespace

TangentMeaning variable_meaning(std::string_view name) {
  std::string label = unstyled_name(name);
  // & is the rest of an entity such as &lt;.
  if (is_word(label) || label == "&") return {Op::Variable, std::move(label)};
  if (label.starts_with("′")) return {Op::Symbol, std::move(label)};
  const Symbol* symbol = symbol_by_glyph(label);
  if (symbol == nullptr) return {Op::Variable, std::move(label)};
  return with_label(symbol->op, label);
}

TangentMeaning function_meaning(std::string_view name, std::size_t operands) {
  for (const FunctionEntry& entry : kTangentFunctions) {
    if (entry.name == name && (entry.operands == 0 || entry.operands == operands)) {
      return {entry.op, std::string(entry.label)};
    }
  }
  std::string label = unstyled_name(name);
  const Symbol* symbol = is_word(label) ? nullptr : symbol_by_glyph(label);
  // → over one operand is a vector's arrow, an accent like all others.
  if (operands == 1 && !is_word(label) &&
      (symbol == nullptr || symbol->role != SymbolRole::Prefix)) {
    return {Op::Call, std::move(label)};
  }
  if (const auto op = op_by_tangent("F!" + std::string(name)); op) {
    const bool list = (*op == Op::Maximum || *op == Op::Minimum) && operands >= 2;
    if (!list) return {*op, ""};
    return {Op::Call, std::move(label)};
  }
  if (symbol == nullptr || is_leaf(symbol->op)) return {Op::Call, std::move(label)};
  return with_label(symbol->op, label);
}

TangentMeaning symbol_meaning(std::string_view name) {
  TangentMeaning meaning = variable_meaning(name);
  if (meaning.op != Op::Variable) return {Op::Symbol, std::string(name)};
  return meaning;
}

TangentMeaning constant_meaning(std::string_view name) {
  if (name == "infinity") return {Op::Infinity, ""};
  if (name == "emptyset") return {Op::EmptySet, ""};
  if (name == "hbar") return {Op::Variable, "ℏ"};
  return {Op::Variable, std::string(name)};
}

TangentMeaning operator_meaning(std::string_view name) {
  const auto it = std::ranges::find(kOperators, name, &OperatorEntry::name);
  if (it != kOperators.end()) return {it->op, std::string(it->label)};
  return {Op::Call, std::string(name)};
}

std::string tangent_name(std::string_view label) {
  std::string out;
  if (has_spelled_italic(label)) {
    out = "italic-";
    out += label;
  } else if (is_single(label)) {
    const char32_t letter = base::decode_code_point(label).value;
    const bool latin = is_word(label);
    const bool greek = letter >= U'α' && letter <= U'ω';
    base::append_code_point(out, latin || greek ? to_italic(letter) : letter);
  } else {
    out = label;
  }
  return out;
}

std::string fences_from_tangent(std::string_view fences) {
  if (fences == kBrackets) return "[]";
  for (const auto& [open, close] : kMirrored) {
    if (fences == close) return std::string(open) + std::string(close);
  }
  return std::string(fences);
}

std::string fences_to_tangent(std::string_view label) {
  if (label == "[]") return std::string(kBrackets);
  for (const auto& [open, close] : kMirrored) {
    if (label.starts_with(open) && label.substr(open.size()) == close) return std::string(close);
  }
  return {};
}

TangentMeaning big_version(Op infix) {
  const auto it = std::ranges::find(kBig, infix, &BigEntry::infix);
  if (it == kBig.end()) return {};
  return {it->big, std::string(it->label)};
}

Op infix_version(Op big, std::string_view label) {
  for (const BigEntry& entry : kBig) {
    if (entry.big == big && entry.label == label) return entry.infix;
  }
  return Op::Missing;
}

std::string tangent_inverse(std::string_view name) {
  std::string inverse = "arc" + std::string(name);
  if (egen_name_of(Op::Call, inverse) == nullptr) inverse.clear();
  return inverse;
}

namespace {

struct LabelEntity {
  char character;
  std::string_view name;  // with its semicolon
};

constexpr auto kLabelEntities = std::to_array<LabelEntity>({{',', "comma;"},
                                                            {'[', "lsqb;"},
                                                            {']', "rsqb;"},
                                                            {'?', "quest;"},
                                                            {'\t', "#9;"},
                                                            {'\n', "#10;"},
                                                            {'\r', "#13;"},
                                                            {'\x1f', "sep;"}});
constexpr std::string_view kAmp = "amp;";

// The entity whose name starts `text` (after the &), if there is one.
const LabelEntity* entity_at(std::string_view text) {
  const auto it = std::ranges::find_if(
      kLabelEntities, [&](const LabelEntity& e) { return text.starts_with(e.name); });
  return it == kLabelEntities.end() ? nullptr : &*it;
}

// Whether `text`, which follows an &, spells an entity after any number of amp;.
bool spells_entity(std::string_view text) {
  while (text.starts_with(kAmp)) text.remove_prefix(kAmp.size());
  return entity_at(text) != nullptr;
}

}  // namespace

void append_escaped(std::string& out, std::string_view label) {
  for (std::size_t i = 0; i < label.size(); ++i) {
    const char c = label[i];
    if (c == '&') {
      out += '&';
      if (spells_entity(label.substr(i + 1))) out += kAmp;
      continue;
    }
    const auto it = std::ranges::find(kLabelEntities, c, &LabelEntity::character);
    if (it == kLabelEntities.end()) {
      out += c;
    } else {
      out += '&';
      out += it->name;
    }
  }
}

void append_unescaped(std::string& out, std::string_view escaped) {
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    out += escaped[i];
    if (escaped[i] != '&') continue;
    const std::string_view rest = escaped.substr(i + 1);
    if (const LabelEntity* entity = entity_at(rest)) {
      out.back() = entity->character;
      i += entity->name.size();
    } else if (rest.starts_with(kAmp) && spells_entity(rest)) {
      i += kAmp.size();
      // The following text is a part of the label: copy it past the entity check.
      while (escaped.substr(i + 1).starts_with(kAmp)) {
        out += kAmp;
        i += kAmp.size();
      }
      const LabelEntity* spelled = entity_at(escaped.substr(i + 1));
      out += spelled->name;
      i += spelled->name.size();
    }
  }
}

std::string_view without_csv_quotes(std::string_view text, std::string& storage) {
  std::string_view quote;
  if (text.starts_with("\\\"") && text.ends_with("\\\"") && text.size() >= 4) {
    quote = "\\\"";
  } else if (text.starts_with("\"") && text.ends_with("\"") && text.size() >= 2) {
    quote = "\"";
  } else {
    return text;
  }
  text = text.substr(quote.size(), text.size() - 2 * quote.size());
  storage.clear();
  while (!text.empty()) {
    // \"\", \"" and "" are one quote each.
    for (const std::string_view doubled : {"\\\"\\\"", "\\\"\"", "\"\""}) {
      if (text.starts_with(doubled)) {
        text.remove_prefix(doubled.size() - 1);
        break;
      }
    }
    storage += text.front();
    text.remove_prefix(1);
  }
  return storage;
}

}  // namespace noether::formula
