#include "noether/egen/templates/initial_filter.h"

#include <algorithm>
#include <utility>

#include "noether/algebra/notation/write_expression.h"

namespace noether::egen {

using algebra::ExprId;

// The tokens, with the operands of commutative operators in the order of their bytes.
std::string InitialFilter::twin_form(ExprId root) const {
  std::string text = pool_.vocabulary().name(pool_.head(root));
  std::vector<std::string> operands;
  for (const ExprId operand : pool_.operands(root)) operands.push_back(twin_form(operand));
  if (algebra::is_commutative(pool_.op(root))) std::ranges::sort(operands);
  for (const std::string& operand : operands) text += ' ' + operand;
  return text;
}

std::optional<Unfit> InitialFilter::judge(const Candidate& candidate, std::string& prefix) {
  const ExprId root = candidate.expression;
  if (pool_.op(root) == algebra::Op::Variable) return Unfit::Bare;
  if (algebra::tree_size(pool_, root, candidate.max_tokens + 1) > candidate.max_tokens) {
    return Unfit::Long;
  }
  auto text = algebra::write_expression(formula::Notation::Prefix, pool_, root);
  if (!text) return Unfit::Unreadable;
  prefix = *std::move(text);
  // A fraction is one node but three tokens.
  if (std::ranges::count(prefix, ' ') >= candidate.max_tokens) return Unfit::Long;
  const base::Digest text_digest = base::digest_of(prefix);
  if (texts_.contains(text_digest)) return Unfit::Repeated;
  const base::Digest twin_digest = base::digest_of(twin_form(root));
  if (twins_.contains(twin_digest)) return Unfit::Twin;
  if (const auto unfit = fitness_.check(root, candidate.demands)) return unfit;
  if (!values_.insert(fingerprints_.fingerprint(root, algebra::Names::Keep)).second) {
    return Unfit::Equal;
  }
  texts_.insert(text_digest);
  twins_.insert(twin_digest);
  return std::nullopt;
}

std::optional<Unfit> InitialFilter::take(const Candidate& candidate, const std::string& origin) {
  std::string prefix;
  const auto unfit = judge(candidate, prefix);
  if (unfit) {
    drop(*unfit);
    return unfit;
  }
  ++candidates_;
  taken_.push_back({std::move(prefix), origin});
  return std::nullopt;
}

InitialList InitialFilter::finish() {
  InitialList list;
  list.expressions = std::move(taken_);
  list.candidates = candidates_;
  for (std::size_t i = 0; i < kUnfitCount; ++i) {
    if (dropped_[i] != 0) list.dropped.push_back({static_cast<Unfit>(i), dropped_[i]});
  }
  return list;
}

}  // namespace noether::egen
