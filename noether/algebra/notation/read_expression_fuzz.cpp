// Arbitrary bytes in every notation of the commands: no crash, and the output for a parsed
// expression reads back.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/algebra/expression/call_names.h"
#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/notation/input_notation.h"
#include "noether/algebra/notation/write_expression.h"

namespace {

using noether::formula::Notation;

bool has_token_names(const noether::algebra::Expressions& pool, noether::algebra::ExprId id) {
  return std::ranges::all_of(
      noether::algebra::variables_of(pool, id), [&](noether::algebra::Head variable) {
        return noether::algebra::is_token_name(pool.vocabulary().variable_name(variable));
      });
}

void read_and_write(Notation notation, std::string_view text) {
  noether::algebra::Vocabulary vocabulary;
  noether::algebra::Expressions pool(vocabulary);
  noether::algebra::ExpressionReader reader;
  const auto id = reader.read(notation, text, pool);
  if (!id) return;
  // The expression may be too deep for tokens, because sums become binary; then it cannot be
  // written.
  for (const Notation to : {Notation::Latex, Notation::Prefix, Notation::SExpression}) {
    const auto written = noether::algebra::write_expression(to, pool, *id);
    if (!written || to == Notation::Latex) continue;
    if (has_token_names(pool, *id) && !reader.read(to, *written, pool)) std::abort();
  }
  noether::algebra::differentiate(pool, noether::algebra::eliminate_derivatives(pool, *id, 10'000),
                                  vocabulary.variable("x"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  noether::algebra::guess_notation(text);
  noether::algebra::find_bare_function(text);
  for (const Notation notation : {Notation::Latex, Notation::Prefix, Notation::SExpression}) {
    read_and_write(notation, text);
  }
  return 0;
}
