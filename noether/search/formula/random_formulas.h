// Random LaTeX formulas for tests, over few symbols, so that many share parts.
#pragma once

#include <random>
#include <string>

namespace noether::search {

inline std::string random_formula(std::mt19937_64& random, int depth) {
  const auto pick = [&](std::size_t count) { return random() % count; };
  if (depth == 0 || pick(4) == 0) {
    static constexpr const char* kLeaves[] = {"x", "y", "z", "n", "1", "2", "\\pi ", "f(x)"};
    return kLeaves[pick(8)];
  }
  const auto part = [&] { return random_formula(random, depth - 1); };
  const auto pair = [&](const char* before, const char* between, const char* after) {
    const std::string first = part();
    const std::string second = part();
    return before + first + between + second + after;
  };
  switch (pick(7)) {
    case 0:
      return pair("", "+", "");
    case 1:
      return pair("(", "-", ")");
    case 2:
      return pair("\\frac{", "}{", "}");
    case 3:
      return pair("(", ")^{", "}");
    case 4:
      return "\\sin(" + part() + ")";
    case 5:
      return "\\sqrt{" + part() + "}";
    default:
      return pair("(", ")(", ")");
  }
}

}  // namespace noether::search
