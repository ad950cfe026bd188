// Reads number words and months.
#include <algorithm>
#include <array>
#include <utility>

#include "noether/amr/parser/lexicon.h"
#include "noether/base/ascii.h"

namespace noether::amr {
namespace {

using NumberWord = std::pair<std::string_view, std::string_view>;

constexpr auto kNumberWords = std::to_array<NumberWord>({
    {"zero", "0"},          {"one", "1"},
    {"two", "2"},           {"three", "3"},
    {"four", "4"},          {"five", "5"},
    {"six", "6"},           {"seven", "7"},
    {"eight", "8"},         {"nine", "9"},
    {"ten", "10"},          {"eleven", "11"},
    {"twelve", "12"},       {"thirteen", "13"},
    {"fourteen", "14"},     {"fifteen", "15"},
    {"sixteen", "16"},      {"seventeen", "17"},
    {"eighteen", "18"},     {"nineteen", "19"},
    {"twenty", "20"},       {"thirty", "30"},
    {"forty", "40"},        {"fifty", "50"},
    {"sixty", "60"},        {"seventy", "70"},
    {"eighty", "80"},       {"ninety", "90"},
    {"hundred", "100"},     {"thousand", "1000"},
    {"million", "1000000"}, {"billion", "1000000000"},
    {"first", "1"},         {"second", "2"},
    {"third", "3"},         {"fourth", "4"},
    {"fifth", "5"},         {"sixth", "6"},
    {"seventh", "7"},       {"eighth", "8"},
    {"ninth", "9"},         {"tenth", "10"},
    {"eleventh", "11"},     {"twelfth", "12"},
    {"twentieth", "20"},    {"hundredth", "100"},
    {"thousandth", "1000"}, {"once", "1"},
    {"twice", "2"},         {"last", "-1"},
    {"half", "0.5"},        {"both", "2"},
    {"single", "1"},        {"dozen", "12"},
    {"firstly", "1"},       {"secondly", "2"},
    {"thirdly", "3"},       {"millions", "1000000"},
    {"thousands", "1000"},  {"hundreds", "100"},
});

constexpr auto kMonths =
    std::to_array<std::string_view>({"january", "february", "march", "april", "may", "june", "july",
                                     "august", "september", "october", "november", "december"});

}  // namespace

std::optional<std::string> number_value(std::string_view lower) {
  const auto word = std::ranges::find(kNumberWords, lower, &NumberWord::first);
  if (word != kNumberWords.end()) return std::string(word->second);
  if (lower.empty() || !base::is_digit(lower.front())) return std::nullopt;
  for (const std::string_view end : {"st", "nd", "rd", "th", "s"}) {
    if (lower.ends_with(end)) {
      lower.remove_suffix(end.size());
      break;
    }
  }
  std::string value;
  for (const char c : lower) {
    if (c == ',') continue;
    if (!base::is_digit(c) && c != '.') return std::nullopt;
    value += c;
  }
  return value;
}

std::optional<std::string> month_number(std::string_view lower) {
  const auto month = std::ranges::find(kMonths, lower);
  if (month == kMonths.end()) return std::nullopt;
  return std::to_string(month - kMonths.begin() + 1);
}

}  // namespace noether::amr
