// Both MathML readers on any bytes: input that can be read must read back the same after writing.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "noether/formula/limits.h"
#include "noether/formula/mathml/mathml.h"

namespace {

using namespace noether::formula;
using Diagnostics = std::vector<noether::base::Error>;

void check_presentation(std::string_view text) {
  LayoutTree first;
  LayoutTree second;
  Diagnostics diagnostics;
  if (!read_presentation(text, first, diagnostics)) return;
  std::string written;
  write_presentation(first, written);
  if (written.size() > kMaxInputBytes) return;
  if (!read_presentation(written, second, diagnostics)) std::abort();
  if (!same_layout(first, second)) std::abort();
}

void check_content(std::string_view text) {
  OperatorTree first;
  OperatorTree second;
  Diagnostics diagnostics;
  if (!read_content(text, first, diagnostics)) return;
  std::string written;
  write_content(first, written);
  if (written.size() > kMaxInputBytes) return;
  if (!read_content(written, second, diagnostics)) std::abort();
  if (!same_operators(first, second)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_presentation(text);
  check_content(text);
  return 0;
}
