#include "noether/server/api/expression_argument.h"

#include <fmt/format.h>

#include "noether/algebra/input_notation.h"
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

std::expected<std::vector<algebra::ExprId>, Response> ExpressionArguments::read_sides(
    std::string_view name, std::string_view text) {
  const auto refuse = [&](const base::Error& error) {
    return std::unexpected(refusal(name, text, error));
  };
  if (const auto bare = algebra::find_bare_function(text)) return refuse(*bare);
  const auto tree = reader_.read_tree(formula::Notation::Latex, text);
  if (!tree) return refuse(tree.error());
  const formula::OperatorTree& operators = **tree;
  std::vector<formula::NodeId> roots;
  if (!operators.empty()) roots.push_back(operators.root());
  if (!operators.empty() && operators.op(operators.root()) == formula::Op::Equal &&
      operators.children(operators.root()).size() == 2) {
    const auto sides = operators.children(operators.root());
    roots.assign(sides.begin(), sides.end());
  }
  std::vector<algebra::ExprId> read;
  for (const formula::NodeId root : roots) {
    const auto side = algebra::from_operators(operators, root, pool_);
    if (!side) return refuse(side.error());
    read.push_back(*side);
  }
  if (read.empty()) return refuse({"there is no expression", {}, "write one"});
  if (pool_.size() > kMostExpressionNodes) return refuse(too_many_parts());
  return read;
}

std::expected<algebra::ExprId, Response> ExpressionArguments::read(std::string_view name,
                                                                   std::string_view text) {
  const auto refuse = [&](const base::Error& error) {
    return std::unexpected(refusal(name, text, error));
  };
  if (const auto bare = algebra::find_bare_function(text)) return refuse(*bare);
  const auto read = reader_.read(formula::Notation::Latex, text, pool_);
  if (!read) return refuse(read.error());
  if (pool_.size() > kMostExpressionNodes) return refuse(too_many_parts());
  return *read;
}

}  // namespace noether::server
