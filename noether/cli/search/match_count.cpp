#include "noether/cli/search/match_count.h"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

namespace noether::cli {
namespace {

// 1,234
std::string with_commas(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string all(std::uint64_t count, std::string_view one) {
  if (count == 0) return "";
  if (count == 1) return fmt::format("the {}", one);
  return count == 2 ? fmt::format("both {}s", one)
                    : fmt::format("all {} {}s", with_commas(count), one);
}

}  // namespace

std::string match_text(const search::DocumentCount& count) {
  if (count.is_of_long_query) return "";
  const std::uint32_t of = count.words + count.formulas;
  const std::string_view between = count.words > 0 && count.formulas > 0 ? " and " : "";
  const std::string whole =
      all(count.words, "word") + std::string(between) + all(count.formulas, "formula");
  const std::string_view at_least = count.at_least ? "at least " : "";
  const std::string results = with_commas(count.documents);
  std::string some =
      fmt::format("{}{} result{}", at_least, results, count.documents == 1 ? "" : "s");
  const std::string_view have = count.documents == 1 ? "has" : "have";
  if (of == 0) return some;
  if (count.parts == of) return fmt::format("{} {} {}", some, have, whole);
  if (count.parts > 0) {
    return fmt::format("no result has {}; {}{} {} {} of the {}", whole, at_least, results, have,
                       count.parts, of);
  }
  if (count.formulas > 0 && count.documents > 0) {
    return fmt::format("no result has {}; {} {} a formula like {}", whole, results, have,
                       count.formulas == 1 ? "it" : "them");
  }
  return fmt::format("no result has {}", whole);
}

}  // namespace noether::cli
