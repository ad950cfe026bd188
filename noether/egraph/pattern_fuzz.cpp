// Patterns from arbitrary bytes: reading is safe, and a pattern that was read and written is read
// again as the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/egraph/pattern.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace noether::egraph;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  SymbolTable language;
  VariableNames variables;
  const auto pattern = read_pattern(text, language, variables);
  if (!pattern) {
    if (pattern.error().message.empty() || pattern.error().span.end > size) std::abort();
    return 0;
  }
  const auto written =
      to_string(*pattern, [&](Symbol symbol) { return language.name(symbol); }, variables);
  const auto again = read_pattern(written, language, variables);
  if (!again || *again != *pattern) std::abort();
  return 0;
}
