// Reads any bytes as LaTeX: no crash, bounded work, and a finite vector for every formula that is
// read.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/embedding/formula/even_shape.h"
#include "noether/embedding/formula/formula_meaning.h"
#include "noether/embedding/formula/formula_reading.h"

using namespace noether;
using namespace noether::embedding;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ExpressionTokenizer tokenizer = ExpressionTokenizer::standard();
  static const ShapeModel shape = even_shape();
  static FormulaReadingReader reader(tokenizer);
  static FormulaReading reading;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (!reader.read(text, formula::Notation::Latex, reading)) return 0;
  if (reading.features.empty()) std::abort();
  if (reading.formula.tree.node_count() > kMostFormulaNodes) std::abort();
  std::array<float, kShapeWidth> vector{};
  shape.embed(reading.features, vector);
  for (const float number : vector) {
    if (!std::isfinite(number)) std::abort();
  }
  const std::vector<float> same(8, std::sqrt(0.125F));
  const std::vector<std::span<const float>> parts(reading.parts.size(), same);
  std::array<float, 8> meaning{};
  compose_meaning(reading.formula, reading.parts, parts, meaning);
  for (const float number : meaning) {
    if (!std::isfinite(number)) std::abort();
  }
  return 0;
}
