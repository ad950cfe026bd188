#include "noether/server/api/expression_argument.h"

#include <fmt/format.h>

#include "noether/algebra/input_notation.h"
#include "noether/server/api/evidence_json.h"

namespace noether::server {

std::expected<algebra::ExprId, Response> ExpressionArguments::read(std::string_view name,
                                                                   std::string_view text) {
  const auto refuse = [&](base::Error error) {
    error.hint = hint_for_requests(std::move(error.hint));
    return std::unexpected(arguments_.unreadable(name, text, error));
  };
  if (auto bare = algebra::find_bare_function(text)) return refuse(*std::move(bare));
  const auto read = reader_.read(formula::Notation::Latex, text, pool_);
  if (!read) return refuse(read.error());
  if (pool_.size() > kMostExpressionNodes) {
    return refuse({fmt::format("the expression has more than {} parts", kMostExpressionNodes),
                   {},
                   "take a part of it"});
  }
  return *read;
}

}  // namespace noether::server
