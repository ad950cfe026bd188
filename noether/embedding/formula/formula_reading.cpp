#include "noether/embedding/formula/formula_reading.h"

#include "noether/algebra/notation/input_notation.h"

namespace noether::embedding {

base::Result<void> FormulaReadingReader::read(std::string_view text,
                                              std::optional<formula::Notation> notation,
                                              FormulaReading& reading) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return base::fail("the formula is empty");
  }
  const formula::Notation written = notation.value_or(algebra::guess_notation(text));
  formula_.clear();
  auto read = reader_.read(written, text, formula_, formula::FormulaReader::Want::Operators);
  if (!read) return read;
  if (formula_.operators.empty()) return base::fail("the formula is empty");
  canonical_.read(formula_.operators, reading.formula);
  parts_.read(reading.formula, algebra::style_of(written), reading.parts, digests_);
  features_.read(reading.formula, digests_, reading.features);
  return {};
}

}  // namespace noether::embedding
