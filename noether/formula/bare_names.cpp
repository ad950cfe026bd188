#include "noether/formula/bare_names.h"

#include <algorithm>
#include <array>

namespace noether::formula {
namespace {

using enum BareNeeds;

// Names of two letters are products about as often (R e^{it}), and h(x) is a function, so sh, ch
// and th are left out. Sorted by length for the search.
constexpr std::array kBareNames = std::to_array<BareName>({
    {"ln", "ln", Argument, true},
    {"lg", "lg", Operand, false},
    {"tr", "tr", Fence, false},
    {"Tr", "Tr", Fence, false},
    {"Re", "Re", Operand, false},
    {"Im", "Im", Operand, false},
    {"im", "im", Fence, false},
    {"Pr", "Pr", Fence, false},
    {"rk", "rk", Fence, false},
    {"Li", "Li", Fence, false},
    {"GL", "GL", Fence, false},
    {"SL", "SL", Fence, false},
    {"sin", "sin", Argument, true},
    {"cos", "cos", Argument, true},
    {"tan", "tan", Argument, true},
    {"cot", "cot", Argument, true},
    {"sec", "sec", Argument, true},
    {"csc", "csc", Argument, true},
    {"log", "log", Argument, true},
    {"exp", "exp", Argument, true},
    {"arg", "arg", Argument, false},
    {"deg", "deg", Argument, false},
    {"det", "det", Argument, false},
    {"dim", "dim", Argument, false},
    {"gcd", "gcd", Argument, false},
    {"lcm", "lcm", Argument, false},
    {"hom", "hom", Fence, false},
    {"Hom", "Hom", Fence, false},
    {"inf", "inf", Argument, false},
    {"sup", "sup", Argument, false},
    {"ker", "ker", Argument, false},
    {"Ker", "Ker", Argument, false},
    {"lim", "lim", Argument, false},
    {"max", "max", Argument, false},
    {"min", "min", Argument, false},
    {"mod", "mod", BothSides, false},
    {"sgn", "sgn", Argument, false},
    {"erf", "erf", Argument, false},
    {"ord", "ord", Fence, false},
    {"vol", "vol", Fence, false},
    {"Vol", "Vol", Fence, false},
    {"var", "var", Fence, false},
    {"Var", "Var", Fence, false},
    {"cov", "cov", Fence, false},
    {"Cov", "Cov", Fence, false},
    {"Aut", "Aut", Fence, false},
    {"End", "End", Fence, false},
    {"Gal", "Gal", Fence, false},
    {"Res", "Res", Fence, false},
    {"adj", "adj", Fence, false},
    {"sinh", "sinh", Argument, true},
    {"cosh", "cosh", Argument, true},
    {"tanh", "tanh", Argument, true},
    {"coth", "coth", Argument, true},
    {"sech", "sech", Argument, true},
    {"csch", "csch", Argument, true},
    {"asin", "arcsin", Fence, false},
    {"acos", "arccos", Fence, false},
    {"atan", "arctan", Fence, false},
    {"sinc", "sinc", Fence, false},
    {"erfc", "erfc", Argument, false},
    {"rank", "rank", Argument, false},
    {"sign", "sign", Argument, false},
    {"span", "span", Fence, false},
    {"diag", "diag", Fence, false},
    {"supp", "supp", Operand, false},
    {"dist", "dist", Fence, false},
    {"diam", "diam", Fence, false},
    {"card", "card", Fence, false},
    {"conv", "conv", Fence, false},
    {"Spec", "Spec", Fence, false},
    {"cosec", "cosec", Argument, true},
    {"trace", "trace", Fence, false},
    {"asinh", "asinh", Fence, false},
    {"acosh", "acosh", Fence, false},
    {"atanh", "atanh", Fence, false},
    {"coker", "coker", Argument, false},
    {"arcsin", "arcsin", Argument, true},
    {"arccos", "arccos", Argument, true},
    {"arctan", "arctan", Argument, true},
    {"arccot", "arccot", Argument, true},
    {"arcsec", "arcsec", Argument, true},
    {"arccsc", "arccsc", Argument, true},
    {"arsinh", "arsinh", Argument, true},
    {"arcosh", "arcosh", Argument, true},
    {"artanh", "artanh", Argument, true},
    {"argmax", "argmax", Argument, false},
    {"argmin", "argmin", Argument, false},
    {"limsup", "lim sup", Argument, false},
    {"liminf", "lim inf", Argument, false},
    {"arcsinh", "arcsinh", Argument, true},
    {"arccosh", "arccosh", Argument, true},
    {"arctanh", "arctanh", Argument, true},
});

constexpr std::size_t kLongest = kBareNames.back().letters.size();

// The first name of each length.
constexpr std::array<std::size_t, kLongest + 2> kFirst = [] {
  std::array<std::size_t, kLongest + 2> first{};
  std::size_t at = 0;
  for (std::size_t length = 0; length < first.size(); ++length) {
    while (at < kBareNames.size() && kBareNames[at].letters.size() < length) ++at;
    first[length] = at;
  }
  return first;
}();
static_assert(std::ranges::is_sorted(kBareNames, {},
                                     [](const BareName& name) { return name.letters.size(); }));

// The letters packed into one number for comparison, because this runs for all letters that touch.
constexpr std::uint64_t packed(std::string_view letters) {
  std::uint64_t number = 0;
  for (const char letter : letters) number = number << 8 | static_cast<unsigned char>(letter);
  return number;
}
static_assert(kLongest <= sizeof(std::uint64_t));
constexpr auto kPacked = [] {
  std::array<std::uint64_t, kBareNames.size()> numbers{};
  for (std::size_t i = 0; i < kBareNames.size(); ++i) numbers[i] = packed(kBareNames[i].letters);
  return numbers;
}();

}  // namespace

const BareName* bare_name(std::string_view letters) {
  if (letters.size() > kLongest) return nullptr;
  const std::uint64_t number = packed(letters);
  for (std::size_t i = kFirst[letters.size()]; i < kFirst[letters.size() + 1]; ++i) {
    if (kPacked[i] == number) return &kBareNames[i];
  }
  return nullptr;
}

const BareName* gluing_name(std::string_view letters) {
  for (std::size_t length = std::min(letters.size(), kLongest); length > 1; --length) {
    const BareName* name = bare_name(letters.substr(0, length));
    if (name != nullptr && name->glues) return name;
  }
  return nullptr;
}

const Symbol* symbol_of(const BareName& name) { return symbol_by_glyph(name.glyph); }

bool ends_in_bare_name(std::string_view letters) {
  for (std::size_t length = 2; length <= std::min(letters.size(), kLongest); ++length) {
    if (bare_name(letters.substr(letters.size() - length)) != nullptr) return true;
  }
  return false;
}

}  // namespace noether::formula
