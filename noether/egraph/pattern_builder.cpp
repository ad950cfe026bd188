#include "noether/egraph/pattern_builder.h"

namespace noether::egraph {

PatternBuilder::PatternBuilder(PatternSpan pattern) : root_(compile(pattern)) {}

PatternBuilder::Argument PatternBuilder::compile(PatternSpan pattern) {
  const PatternNode& node = pattern.front();
  if (node.is_variable) return {false, node.id};
  std::vector<Argument> arguments;
  for (const std::size_t child : child_begins(pattern)) {
    arguments.push_back(compile(pattern.subspan(child)));
  }
  steps_.push_back(
      {node.id, static_cast<std::uint32_t>(arguments_.size()), node.arity, is_ground(pattern)});
  arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
  return {true, static_cast<std::uint32_t>(steps_.size() - 1)};
}

}  // namespace noether::egraph
