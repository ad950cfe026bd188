#include "noether/formula/notation/spoken_words.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "noether/base/utf8.h"
#include "noether/formula/math_alphabet.h"
#include "noether/formula/symbols.h"

namespace noether::formula {
namespace {

using SpokenWord = std::pair<std::string_view, std::string_view>;

std::string_view find_word(std::span<const SpokenWord> words, std::string_view key) {
  const auto it = std::ranges::find(words, key, &SpokenWord::first);
  return it == words.end() ? std::string_view() : it->second;
}

constexpr auto kGlyphs = std::to_array<SpokenWord>({
    {"∞", "infinity"},
    {"∅", "the empty set"},
    {"ℝ", "the real numbers"},
    {"ℕ", "the natural numbers"},
    {"ℤ", "the integers"},
    {"ℚ", "the rational numbers"},
    {"ℂ", "the complex numbers"},
    {"…", "dot dot dot"},
    {"⋯", "dot dot dot"},
    {"⋮", "vertical dots"},
    {"⋱", "diagonal dots"},
    {"∂", "partial"},
    {"∇", "del"},
    {"∗", "star"},
    {"*", "star"},
    {"⋆", "star"},
    {"†", "dagger"},
    {"′", "prime"},
    {"°", "degrees"},
    {"∘", "circle"},
    {"+", "plus"},
    {"-", "minus"},
    {"±", "plus or minus"},
    {"∓", "minus or plus"},
    {"×", "times"},
    {"⋅", "dot"},
    {"/", "over"},
    {"=", "equals"},
    {"<", "less than"},
    {">", "greater than"},
    {"≤", "less than or equal to"},
    {"≥", "greater than or equal to"},
    {"(", "open paren"},
    {")", "close paren"},
    {"[", "open bracket"},
    {"]", "close bracket"},
    {"{", "open brace"},
    {"}", "close brace"},
    {"|", "bar"},
    {"∣", "bar"},
    {"∥", "double bar"},
    {"⟨", "open angle"},
    {"⟩", "close angle"},
    {"!", "exclamation mark"},
    {",", "comma"},
    {";", "semicolon"},
    {":", "colon"},
    {".", "point"},
    {"?", "question mark"},
    {"→", "right arrow"},
    {"←", "left arrow"},
    {"↔", "left right arrow"},
    {"⇒", "implies"},
    {"⇔", "if and only if"},
    {"⊤", "top"},
    {"⊥", "bottom"},
    {"∑", "sum"},
    {"∏", "product"},
    {"∫", "integral"},
    {"√", "root"},
    {"ı", "dotless i"},
    {"ȷ", "dotless j"},
    {"ℏ", "h bar"},
});

constexpr auto kSpokenFunctions = std::to_array<SpokenWord>({
    {"sin", "sine"},
    {"cos", "cosine"},
    {"tan", "tangent"},
    {"cot", "cotangent"},
    {"sec", "secant"},
    {"csc", "cosecant"},
    {"arcsin", "arc sine"},
    {"arccos", "arc cosine"},
    {"arctan", "arc tangent"},
    {"arccot", "arc cotangent"},
    {"sinh", "hyperbolic sine"},
    {"cosh", "hyperbolic cosine"},
    {"tanh", "hyperbolic tangent"},
    {"coth", "hyperbolic cotangent"},
    {"ln", "natural log"},
    {"lg", "log"},
    {"exp", "exponential"},
    {"det", "determinant"},
    {"gcd", "greatest common divisor"},
    {"lcm", "least common multiple"},
    {"dim", "dimension"},
    {"ker", "kernel"},
    {"deg", "degree"},
    {"arg", "argument"},
    {"hom", "homomorphisms"},
    {"max", "maximum"},
    {"min", "minimum"},
    {"sup", "supremum"},
    {"inf", "infimum"},
    {"sgn", "sign"},
    {"tr", "trace"},
    {"Re", "real part"},
    {"Im", "imaginary part"},
    {"ℜ", "real part"},
    {"ℑ", "imaginary part"},
    {"Pr", "probability"},
});

constexpr auto kSpokenAccents = std::to_array<SpokenWord>({
    {"^", "hat"},          {"~", "tilde"},      {"¯", "bar"},
    {"→", "vector"},       {"←", "left arrow"}, {"↔", "left right arrow"},
    {"˙", "dot"},          {"¨", "double dot"}, {"˙˙˙", "triple dot"},
    {"ˇ", "check"},        {"˘", "breve"},      {"´", "acute"},
    {"`", "grave"},        {"˚", "ring"},       {"⏜", "arc"},
    {"⏞", "overbrace"},    {"⏟", "underbrace"}, {"⎴", "overbracket"},
    {"⎵", "underbracket"},
});

using InfixWord = std::pair<Op, std::string_view>;
constexpr auto kInfix = std::to_array<InfixWord>({
    {Op::Plus, "plus"},
    {Op::Minus, "minus"},
    {Op::PlusMinus, "plus or minus"},
    {Op::MinusPlus, "minus or plus"},
    {Op::Modulo, "mod"},
    {Op::Compose, "composed with"},
    {Op::And, "and"},
    {Op::Or, "or"},
    {Op::Implies, "implies"},
    {Op::ImpliedBy, "is implied by"},
    {Op::Iff, "if and only if"},
    {Op::Equal, "equals"},
    {Op::NotEqual, "is not equal to"},
    {Op::Less, "is less than"},
    {Op::Greater, "is greater than"},
    {Op::LessEqual, "is less than or equal to"},
    {Op::GreaterEqual, "is greater than or equal to"},
    {Op::MuchLess, "is much less than"},
    {Op::MuchGreater, "is much greater than"},
    {Op::Equivalent, "is equivalent to"},
    {Op::Approx, "is approximately"},
    {Op::Isomorphic, "is isomorphic to"},
    {Op::Similar, "is similar to"},
    {Op::SimilarEqual, "is similar or equal to"},
    {Op::Proportional, "is proportional to"},
    {Op::Assign, "is defined as"},
    {Op::In, "in"},
    {Op::NotIn, "is not in"},
    {Op::Contains, "contains"},
    {Op::Subset, "is a subset of"},
    {Op::SubsetEqual, "is a subset of or equal to"},
    {Op::ProperSubset, "is a proper subset of"},
    {Op::NotSubset, "is not a subset of"},
    {Op::NotSubsetEqual, "is not a subset of or equal to"},
    {Op::Superset, "is a superset of"},
    {Op::SupersetEqual, "is a superset of or equal to"},
    {Op::Divides, "divides"},
    {Op::NotDivides, "does not divide"},
    {Op::Parallel, "is parallel to"},
    {Op::Perpendicular, "is perpendicular to"},
    {Op::Precedes, "precedes"},
    {Op::Succeeds, "succeeds"},
    {Op::PrecedesEqual, "precedes or equals"},
    {Op::SucceedsEqual, "succeeds or equals"},
    {Op::Proves, "proves"},
    {Op::Models, "models"},
    {Op::To, "to"},
    {Op::MapsTo, "maps to"},
    {Op::Conditional, "given"},
    {Op::Colon, "colon"},
    {Op::Union, "union"},
    {Op::Intersection, "intersection"},
    {Op::SetDifference, "without"},
    {Op::CartesianProduct, "cross"},
    {Op::DirectSum, "direct sum"},
    {Op::TensorProduct, "tensor"},
    {Op::Convolution, "convolved with"},
});

struct StyledLetter {
  char letter = 0;
  std::string_view words;
};

// 𝐀 is a bold A, and so on for each letter and digit of the alphabets.
const std::unordered_map<char32_t, StyledLetter>& styled_letters() {
  using Named = std::pair<Alphabet, std::string_view>;
  static const auto letters = [] {
    std::unordered_map<char32_t, StyledLetter> made;
    for (const auto& [alphabet, words] : std::to_array<Named>({
             {Alphabet::Bold, "bold"},
             {Alphabet::BoldItalic, "bold italic"},
             {Alphabet::DoubleStruck, "blackboard"},
             {Alphabet::Fraktur, "fraktur"},
             {Alphabet::BoldFraktur, "bold fraktur"},
             {Alphabet::Script, "script"},
             {Alphabet::SansSerif, "sans serif"},
             {Alphabet::Monospace, "monospace"},
         })) {
      for (const std::string_view range : {"az", "AZ", "09"}) {
        for (char c = range[0]; c <= range[1]; ++c) {
          const char32_t styled = to_alphabet(static_cast<char32_t>(c), alphabet);
          if (styled != static_cast<char32_t>(c)) made.emplace(styled, StyledLetter{c, words});
        }
      }
    }
    return made;
  }();
  return letters;
}

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

void append_letter(char letter, std::string& out) {
  if (is_capital(letter)) out += "capital ";
  out += letter;
}

// gamma, capital gamma, var epsilon, blacksquare
void append_command(std::string_view command, std::string& out) {
  if (command.starts_with("var") && command.size() > 4) {
    out += "var ";
    command.remove_prefix(3);
  }
  if (is_capital(command[0])) {
    out += "capital ";
    out += static_cast<char>(command[0] - 'A' + 'a');
    command.remove_prefix(1);
  }
  out += command;
}

bool append_styled_letter(std::string_view label, std::string& out) {
  if (label.empty()) return false;
  const base::CodePoint first = base::decode_code_point(label);
  if (first.bytes.size() != label.size()) return false;
  const auto it = styled_letters().find(first.value);
  if (it == styled_letters().end()) return false;
  out += it->second.words;
  out += ' ';
  append_letter(it->second.letter, out);
  return true;
}

}  // namespace

void append_spoken_symbol(std::string_view label, std::string& out) {
  // An operator without operands.
  if (label.starts_with('!') && label.size() > 1) label.remove_prefix(1);
  if (label.size() == 1 && is_capital(label[0])) return append_letter(label[0], out);
  if (const std::string_view word = find_word(kGlyphs, label); !word.empty()) {
    out += word;
    return;
  }
  if (append_styled_letter(label, out)) return;
  const bool is_glyph = !label.empty() && static_cast<unsigned char>(label[0]) >= 0x80;
  const Symbol* symbol = is_glyph ? symbol_by_glyph(label) : nullptr;
  if (symbol != nullptr && symbol->command.size() > 1) return append_command(symbol->command, out);
  out += label;
}

void append_spoken_function(std::string_view label, std::string& out) {
  const std::string_view word = find_word(kSpokenFunctions, label);
  word.empty() ? append_spoken_symbol(label, out) : void(out += word);
}

std::string_view spoken_infix(Op op) {
  const auto it = std::ranges::find(kInfix, op, &InfixWord::first);
  return it == kInfix.end() ? std::string_view() : it->second;
}

std::string_view spoken_accent(std::string_view glyph) {
  if (glyph.starts_with('!') && glyph.size() > 1) glyph.remove_prefix(1);
  return find_word(kSpokenAccents, glyph);
}

}  // namespace noether::formula
