#include "noether/answer/check/given_values.h"

namespace noether::answer {

using algebra::kNoExpr;

algebra::ExprId GivenValues::value_in(algebra::Head letter, std::size_t sentence,
                                      std::size_t equation) const {
  const Saying* own = nullptr;
  const Saying* lasting = nullptr;
  for (const Saying& saying : sayings_) {
    if (saying.letter != letter || !saying.is_given || saying.equation >= equation) continue;
    if (saying.sentence == sentence) own = &saying;
    if (saying.is_lasting && saying.sentence < sentence) lasting = &saying;
  }
  const Saying* given = own != nullptr ? own : lasting;
  if (given == nullptr) return kNoExpr;
  for (const Saying& saying : sayings_) {
    if (saying.letter != letter || saying.value == given->value) continue;
    if (given == lasting || saying.sentence == sentence) return kNoExpr;
  }
  return given->value;
}

}  // namespace noether::answer
