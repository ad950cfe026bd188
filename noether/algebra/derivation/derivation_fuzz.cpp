// Arbitrary lines as a derivation or the solution of an equation: no crash, and a verdict for each
// line.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/algebra/derivation/derivation.h"

namespace {

// Other tests cover decisions; here they must only terminate.
constexpr double kSeconds = 0.02;
constexpr int kMostLines = 4;
constexpr std::size_t kLongestLine = 60;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  noether::algebra::DerivationOptions options;
  options.decide.seconds = kSeconds;
  options.decide.want_proof = false;
  noether::algebra::DerivationChecker checker(options);
  noether::algebra::DerivationCounts counts;
  for (int i = 0; i < kMostLines && !text.empty(); ++i) {
    const std::string_view line = text.substr(0, text.find('\n'));
    for (const auto& step : checker.check_line(line.substr(0, kLongestLine))) {
      if (noether::algebra::step_headline(step).find('\n') != std::string::npos) std::abort();
      counts.add(step.verdict);
    }
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  noether::algebra::derivation_summary(counts);
  return 0;
}
