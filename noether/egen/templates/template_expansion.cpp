#include "noether/egen/templates/template_expansion.h"

#include <algorithm>
#include <span>

namespace noether::egen {

using algebra::ExprId;

ExprId TemplateExpander::expand(const Pattern& pattern, std::uint64_t index,
                                egraph::Random* random) {
  // A number in mixed radix: each placeholder takes one digit.
  std::vector<Choice> choices(pattern.slots.size());
  for (std::size_t i = pattern.slots.size(); i-- > 0;) {
    const Pattern::Slot& slot = pattern.slots[i];
    const TemplateSet& set = book_.sets[slot.set];
    if (random != nullptr && slot.drawn) {
      choices[i] = choose(set, random->below(set.space.back()), nullptr);
    } else {
      const std::uint64_t radix = random != nullptr ? set.asked.back() : set.space.back();
      choices[i] = choose(set, index % radix, random);
      index /= radix;
    }
  }
  // Backwards through the prefix, operands come before what they are operands of.
  std::vector<ExprId> stack;
  std::vector<ExprId> operands;
  for (std::size_t i = pattern.nodes.size(); i-- > 0;) {
    const Pattern::Node& node = pattern.nodes[i];
    const bool chosen = node.slot != Pattern::kNoSlot;
    if (chosen && node.arity == 0) {
      stack.push_back(choices[node.slot].value);
      continue;
    }
    operands.assign(stack.rbegin(), stack.rbegin() + node.arity);
    stack.resize(stack.size() - node.arity);
    stack.push_back(pool_.make(chosen ? choices[node.slot].head : node.head, operands));
  }
  return stack.back();
}

TemplateExpander::Choice TemplateExpander::choose(const TemplateSet& set, std::uint64_t index,
                                                  egraph::Random* random) {
  const std::vector<std::uint64_t>& ends = random != nullptr ? set.asked : set.space;
  const auto member =
      static_cast<std::size_t>(std::ranges::upper_bound(ends, index) - ends.begin());
  const Pattern& pattern = book_.patterns[set.members[member]];
  if (set.arity > 0) return {.head = pattern.nodes[0].head};
  const std::uint64_t first = member == 0 ? 0 : ends[member - 1];
  return {.head = {}, .value = expand(pattern, index - first, random)};
}

bool has_draws(const TemplateBook& book, std::uint32_t pattern) {
  return book.patterns[pattern].asked < book.patterns[pattern].space;
}

}  // namespace noether::egen
