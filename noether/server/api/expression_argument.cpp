#include "noether/server/api/expression_argument.h"

#include <fmt/format.h>

#include "noether/algebra/notation/input_notation.h"
#include "noether/server/api/evidence_json.h"

namespace noether::server {
namespace {

base::Error too_many_parts() {
  return {fmt::format("the expression has more than {} parts", kMostExpressionNodes),
          {},
          "take a part of it"};
}

}  // namespace

Response ExpressionArguments::refusal(std::string_view name, std::string_view text,
                                      base::Error error) const {
  error.hint = hint_for_requests(std::move(error.hint));
  return arguments_.unreadable(name, text, error);
}

void ExpressionArguments::note_matrices(std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts) {
    algebra::declare_shown_matrices(reader_, algebra::guess_drawn_notation(text), {text});
  }
}

std::expected<std::vector<algebra::ExprId>, Response> ExpressionArguments::read_sides(
    std::string_view name, std::string_view text) {
  const auto refuse = [&](const base::Error& error) {
    return std::unexpected(refusal(name, text, error));
  };
  const formula::Notation notation = algebra::guess_drawn_notation(text);
  if (const auto bare = algebra::find_bare_function(text, notation)) return refuse(*bare);
  auto read = reader_.read_sides(notation, text, pool_);
  if (!read) return refuse(read.error());
  if (pool_.size() > kMostExpressionNodes) return refuse(too_many_parts());
  return *std::move(read);
}

std::expected<algebra::ExprId, Response> ExpressionArguments::read(std::string_view name,
                                                                   std::string_view text) {
  const auto refuse = [&](const base::Error& error) {
    return std::unexpected(refusal(name, text, error));
  };
  const formula::Notation notation = algebra::guess_drawn_notation(text);
  if (const auto bare = algebra::find_bare_function(text, notation)) return refuse(*bare);
  const auto read = reader_.read(notation, text, pool_);
  if (!read) return refuse(read.error());
  if (pool_.size() > kMostExpressionNodes) return refuse(too_many_parts());
  return *read;
}

}  // namespace noether::server
