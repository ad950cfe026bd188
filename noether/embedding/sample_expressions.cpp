#include "noether/embedding/sample_expressions.h"

#include <array>
#include <random>
#include <string_view>

namespace noether::embedding {
namespace {

constexpr auto kLeaves = std::to_array<std::string_view>(
    {"x", "x", "x", "y", "1", "2", "3", "5", "-1", "-2", "7", "10", "pi"});
constexpr auto kUnary = std::to_array<std::string_view>(
    {"sin", "cos", "tan", "exp", "ln", "sqrt", "asin", "atan", "sinh", "cosh", "abs"});
constexpr auto kBinary = std::to_array<std::string_view>({"+", "-", "*", "/", "pow"});

// Not std::uniform_int_distribution, which gives other numbers with other libraries.
template <typename List>
std::string_view any_of(const List& list, std::mt19937_64& random) {
  return list[random() % list.size()];
}

void append(std::size_t tokens, std::mt19937_64& random, std::string& out) {
  if (!out.empty()) out += ' ';
  if (tokens == 1) {
    out += any_of(kLeaves, random);
  } else if (tokens == 2 || random() % 3 == 0) {
    out += any_of(kUnary, random);
    append(tokens - 1, random, out);
  } else {
    out += any_of(kBinary, random);
    const std::size_t left = 1 + random() % (tokens - 2);
    append(left, random, out);
    append(tokens - 1 - left, random, out);
  }
}

}  // namespace

std::string sample_expression(std::size_t tokens, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string text;
  append(tokens, random, text);
  return text;
}

std::vector<std::string> sample_expressions(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t tokens = 5 + random() % 21;
    texts.push_back(sample_expression(tokens, random()));
  }
  return texts;
}

}  // namespace noether::embedding
