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
  switch (pick(7)) {
    case 0:
      return part() + "+" + part();
    case 1:
      return "(" + part() + "-" + part() + ")";
    case 2:
      return "\\frac{" + part() + "}{" + part() + "}";
    case 3:
      return "(" + part() + ")^{" + part() + "}";
    case 4:
      return "\\sin(" + part() + ")";
    case 5:
      return "\\sqrt{" + part() + "}";
    default:
      return "(" + part() + ")(" + part() + ")";
  }
}

}  // namespace noether::search
