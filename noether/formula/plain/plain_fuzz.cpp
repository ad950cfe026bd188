// Any bytes read as plain math: no crash, bounded work, and a place for every byte of the LaTeX.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/formula/formula_io.h"
#include "noether/formula/plain/plain_math.h"

using namespace noether::formula;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (size > kMaxPlainBytes) return 0;
  const PlainMath plain = latex_from_plain(text);
  if (plain.latex.size() != plain.from.size()) std::abort();
  for (const std::uint32_t place : plain.from) {
    if (place >= size) std::abort();
  }
  static FormulaReader reader;
  Formula formula;
  if (!reader.read(Notation::Plain, text, formula)) std::abort();
  return 0;
}
