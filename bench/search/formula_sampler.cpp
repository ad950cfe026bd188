#include "bench/search/formula_sampler.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace noether::bench {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::string FormulaSampler::next() {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
  const std::string& from = real_[random_() % real_.size()];
  // A few letters change places, the others stay: names like x and n keep being frequent.
  std::array<char, 256> other;
  for (std::size_t i = 0; i < other.size(); ++i) other[i] = static_cast<char>(i);
  for (int swaps = 0; swaps < 3; ++swaps) {
    const auto a = static_cast<unsigned char>(kLetters[random_() % kLetters.size()]);
    const auto b = static_cast<unsigned char>(kLetters[random_() % kLetters.size()]);
    std::swap(other[a], other[b]);
  }
  std::string formula;
  for (std::size_t i = 0; i < from.size();) {
    if (from[i] == '\\') {
      // A command is no place for letters, nor is the name of an environment or of a font.
      std::size_t end = i + 1;
      while (end < from.size() && is_letter(from[end])) ++end;
      if (end == i + 1) end = std::min(i + 2, from.size());
      const std::string_view command = std::string_view(from).substr(i, end - i);
      if (end < from.size() && from[end] == '{' &&
          (command == "\\begin" || command == "\\end" || command.starts_with("\\operatorname") ||
           command.starts_with("\\text"))) {
        end = std::min(from.find('}', end), from.size());
      }
      formula.append(from, i, end - i);
      i = end;
    } else if (is_digit(from[i]) && random_() % 4 == 0) {
      formula += static_cast<char>('1' + random_() % 9);
      ++i;
    } else {
      formula += other[static_cast<unsigned char>(from[i++])];
    }
  }
  return formula;
}

}  // namespace noether::bench
