#include "noether/train/seq2seq/check_equivalent.h"

#ifndef NOETHER_TRAIN_ONLY
#include "noether/algebra/decide/decide.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/formula/formula_io.h"
#endif

namespace noether::train {

#ifdef NOETHER_TRAIN_ONLY

EquivalenceCheck check_equivalent(std::string_view, std::string_view, double) {
  return {"unchecked", "this program was built without algebra"};
}

#else

EquivalenceCheck check_equivalent(std::string_view source, std::string_view candidate,
                                  double seconds) {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  const auto left = algebra::read_expression(formula::Notation::Prefix, source, pool);
  if (!left) return {"unchecked", left.error().message};
  const auto right = algebra::read_expression(formula::Notation::Prefix, candidate, pool);
  if (!right) return {"unchecked", right.error().message};
  algebra::DecideOptions options;
  options.equality = algebra::Equality::WhereBothDefined;
  options.seconds = seconds;
  options.want_proof = false;
  const algebra::Decision decision = algebra::decide(pool, *left, *right, options);
  return {std::string(algebra::verdict_name(decision.verdict)), decision.reason};
}

#endif

}  // namespace noether::train
