// A pattern compiled into the steps that add an instance of it to a graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "noether/egraph/ids.h"
#include "noether/egraph/pattern.h"

namespace noether::egraph {

class PatternBuilder {
 public:
  explicit PatternBuilder(PatternSpan pattern);

  // `bindings` are the classes of the variables; `made` is memory to work in.
  template <typename Graph>
  ClassId build(Graph& graph, std::span<const ClassId> bindings, std::vector<ClassId>& made) const {
    made.assign(bindings.begin(), bindings.end());
    made.resize(bindings.size() + steps_.size());
    ClassId children[kInlineChildren];
    std::vector<ClassId> many;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Step& step = steps_[i];
      const auto arguments = std::span(arguments_).subspan(step.first, step.arity);
      ClassId* at = children;
      if (step.arity > kInlineChildren) {
        many.resize(step.arity);
        at = many.data();
      }
      for (std::uint32_t k = 0; k < step.arity; ++k) {
        at[k] =
            made[arguments[k].is_step ? bindings.size() + arguments[k].index : arguments[k].index];
      }
      made[bindings.size() + i] = graph.add(step.symbol, std::span<const ClassId>(at, step.arity));
    }
    return made[root_.is_step ? bindings.size() + root_.index : root_.index];
  }

 private:
  static constexpr std::size_t kInlineChildren = 8;

  struct Argument {
    bool is_step;  // or a variable
    std::uint32_t index;
  };
  struct Step {
    Symbol symbol;
    std::uint32_t first;  // of its arguments
    std::uint32_t arity;
  };

  Argument compile(PatternSpan pattern);

  std::vector<Step> steps_;
  std::vector<Argument> arguments_;
  Argument root_;
};

}  // namespace noether::egraph
