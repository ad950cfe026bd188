#include "noether/search/formula/formula_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace noether::search {

base::Result<FormulaWeights> parse_formula_weights(std::string_view text) {
  FormulaWeights weights{};
  std::uint32_t begin = 0;
  while (begin < text.size()) {
    const auto end = static_cast<std::uint32_t>(std::min(text.find('\n', begin), text.size()));
    const std::string line(text.substr(begin, end - begin));
    const base::Span span{begin, end};
    begin = end + 1;
    if (line.empty() || line.front() == '#') continue;
    const std::size_t blank = line.find(' ');
    const std::string name = line.substr(0, blank);
    const auto found = std::ranges::find(kFormulaFeatureNames, name);
    if (found == std::end(kFormulaFeatureNames)) {
      return base::fail(fmt::format("'{}' is not a feature of formulas", name), span,
                        fmt::format("known are: {}", fmt::join(kFormulaFeatureNames, " ")));
    }
    char* rest = nullptr;
    const char* number = blank == std::string::npos ? "" : line.c_str() + blank;
    const double weight = std::strtod(number, &rest);
    if (rest == number || *rest != '\0') {
      return base::fail(fmt::format("a number must follow '{}'", name), span);
    }
    weights[static_cast<std::size_t>(found - std::begin(kFormulaFeatureNames))] = weight;
  }
  return weights;
}

std::string write_formula_weights(const FormulaWeights& weights) {
  std::string text;
  for (std::size_t i = 0; i < kFormulaFeatures; ++i) {
    if (weights[i] == 0) continue;
    fmt::format_to(std::back_inserter(text), "{} {:.4f}\n", kFormulaFeatureNames[i], weights[i]);
  }
  return text;
}

const FormulaWeights& shipped_formula_weights() {
  static const FormulaWeights weights = [] {
    for (const ShippedWeightFile& file : shipped_weight_files()) {
      if (file.name.ends_with("formula.weights")) {
        return parse_formula_weights(file.text).value_or(FormulaWeights{});
      }
    }
    return FormulaWeights{};
  }();
  return weights;
}

}  // namespace noether::search
