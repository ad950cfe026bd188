#include "noether/search/candidates/formula/label_rarity.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "noether/index/features/feature.h"
#include "noether/index/features/operator_paths.h"
#include "noether/search/candidates/formula/shipped_weights.h"

namespace noether::search {
namespace {

// The logarithm of the rarity counts by this power, in a vector; bench/formula_search ranks about
// as well by powers from a half to 1.
constexpr double kRarityPower = 0.75;

double label_weight(double formulas, double with_label) {
  const double rarity = std::log((formulas + 1) / (with_label + 0.5));
  return std::pow(rarity, 2 * kRarityPower);
}

// The first word of a text, which loses it and the blank after it.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(text.size(), word.size() + 1));
  return word;
}

// 0 when the word is no number.
std::uint32_t count_of(std::string_view word) {
  std::uint32_t count = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), count);
  return error == std::errc() && end == word.data() + word.size() ? count : 0;
}

}  // namespace

base::Result<LabelRarities> LabelRarities::parse(std::string_view text) {
  LabelRarities rarities;
  std::uint32_t formulas = 0;
  std::uint32_t least = 0;
  std::uint32_t begin = 0;
  while (begin < text.size()) {
    const auto end = static_cast<std::uint32_t>(std::min(text.find('\n', begin), text.size()));
    std::string_view line = text.substr(begin, end - begin);
    const base::Span span{begin, end};
    begin = end + 1;
    if (line.empty() || line.front() == '#') continue;
    const std::string_view first = take_word(line);
    if (first == "formulas") {
      formulas = count_of(line);
      if (formulas == 0) return base::fail("the number of formulas is missing", span);
      continue;
    }
    const std::uint32_t count = count_of(first);
    if (count == 0 || count > formulas) {
      return base::fail(fmt::format("'{}' must be a count of at most {} formulas", first, formulas),
                        span, "the line `formulas COUNT` comes before all labels");
    }
    const std::string_view name = take_word(line);
    const auto op = formula::op_by_name(name);
    if (!op) return base::fail(fmt::format("'{}' is not an operator", name), span);
    const std::uint64_t label = index::extend_key(index::operator_key(*op), index::key_of(line));
    rarities.weights_[label] = label_weight(formulas, count);
    least = least == 0 ? count : std::min(least, count);
  }
  if (least > 0) rarities.of_others_ = label_weight(formulas, least);
  return rarities;
}

const LabelRarities& LabelRarities::shipped() {
  static const LabelRarities rarities = [] {
    for (const ShippedWeightFile& file : shipped_weight_files()) {
      if (file.name.ends_with("labels.weights")) return parse(file.text).value_or(LabelRarities{});
    }
    return LabelRarities{};
  }();
  return rarities;
}

}  // namespace noether::search
