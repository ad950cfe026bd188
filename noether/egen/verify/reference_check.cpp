#include "noether/egen/verify/reference_check.h"

namespace noether::egen {
namespace {

constexpr std::size_t kClearDifferences = 4;

}  // namespace

ReferenceCheck::ReferenceCheck() = default;

base::Result<void> ReferenceCheck::set_reference(std::string_view expression) {
  has_reference_ = false;
  pool_.clear();  // so that the order of ids does not depend on earlier calls either
  const auto reference = reader_.read(formula::Notation::Prefix, expression, pool_);
  if (!reference) return std::unexpected(reference.error());
  verifier_.set_initial(*reference);
  has_reference_ = true;
  reference_ = *reference;
  reference_is_fit_.reset();
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

bool ReferenceCheck::is_fit(algebra::ExprId expression) {
  return !fitness_.check(expression, {.may_be_constant = false, .near = false});
}

bool ReferenceCheck::differs_clearly(std::string_view expression) {
  if (!has_reference_) return false;
  const auto member = reader_.read(formula::Notation::Prefix, expression, pool_);
  if (!member || verifier_.check(*member).verdict != algebra::Verdict::Refuted) return false;
  if (verifier_.clear_differences() < kClearDifferences) return false;
  if (!reference_is_fit_) reference_is_fit_ = is_fit(reference_);
  return !*reference_is_fit_ || is_fit(*member);
}

bool ReferenceCheck::differs_at_a_glance(std::string_view expression) {
  if (!has_reference_) return false;
  const auto member = reader_.read(formula::Notation::Prefix, expression, pool_);
  return member && verifier_.differs_clearly(*member, kClearDifferences);
}

}  // namespace noether::egen
