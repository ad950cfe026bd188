// Reads any bytes as categories of topics. Checks that nothing crashes, and that every number is
// one of a category.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "noether/evaluation/statistics/topic_categories.h"

using namespace noether;
using namespace noether::evaluation;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto rest = std::make_shared<std::string_view>(reinterpret_cast<const char*>(data), size);
  LineSource lines(base::LineReader(
                       [rest](std::span<char> into) -> base::Result<std::size_t> {
                         const std::size_t count = rest->copy(into.data(), into.size());
                         rest->remove_prefix(count);
                         return count;
                       },
                       "fuzz", 1 << 16),
                   {.lenient = true, .problems = nullptr});
  const auto categories = read_topic_categories(lines);
  if (!categories) return 0;
  for (const auto& [topic, numbers] : categories->topics) {
    if (numbers.size() != categories->dimensions.size()) std::abort();
    for (std::size_t d = 0; d < numbers.size(); ++d) {
      if (numbers[d] != TopicCategories::kUnknown &&
          numbers[d] >= categories->dimensions[d].categories.size()) {
        std::abort();
      }
    }
  }
  return 0;
}
