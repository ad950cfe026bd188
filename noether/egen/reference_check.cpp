#include "noether/egen/reference_check.h"

namespace noether::egen {

ReferenceCheck::ReferenceCheck() = default;

base::Result<void> ReferenceCheck::set_reference(std::string_view expression) {
  has_reference_ = false;
  pool_.clear();  // so that the order of ids, too, is the same whatever came before
  const auto reference = reader_.read(formula::Notation::Prefix, expression, pool_);
  if (!reference) return std::unexpected(reference.error());
  verifier_.set_initial(*reference);
  has_reference_ = true;
  return {};
}

bool ReferenceCheck::reference_has_values() const {
  return has_reference_ && verifier_.defined_points() > 0;
}

MemberCheck ReferenceCheck::check(std::string_view expression) {
  if (!has_reference_) return {};
  const auto member = reader_.read(formula::Notation::Prefix, expression, pool_);
  if (!member) return {};
  return verifier_.check(*member);
}

}  // namespace noether::egen
