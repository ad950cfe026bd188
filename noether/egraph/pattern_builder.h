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

  // How many classes an instance consists of: its variables, and what each step made.
  std::size_t instance_size(std::size_t variables) const { return variables + steps_.size(); }

  // Builds `count` instances of a pattern with so many variables, which share what has no
  // variables. `columns` has `instance_size` columns of `stride` classes: the i-th entries of all
  // are the i-th instance, and those of the variables are given.
  template <typename Graph>
  void build(Graph& graph, std::span<ClassId> columns, std::size_t variables, std::size_t count,
             std::size_t stride) const {
    if (count == 0) return;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Step& step = steps_[i];
      const auto made = columns.subspan((variables + i) * stride, count);
      const auto operand = [&](std::size_t k) -> std::span<const ClassId> {
        return columns.subspan(position(arguments_[step.first + k], variables) * stride, count);
      };
      if (!step.is_ground && (step.arity == 1 || step.arity == 2)) {
        graph.add_all(step.symbol, operand(0),
                      step.arity == 2 ? operand(1) : std::span<const ClassId>(), made);
        continue;
      }
      std::vector<ClassId> children(step.arity);
      for (std::size_t at = 0; at < count; ++at) {
        // What is ground is the same in every instance.
        if (at > 0 && step.is_ground) {
          made[at] = made[0];
          continue;
        }
        for (std::size_t k = 0; k < children.size(); ++k) children[k] = operand(k)[at];
        made[at] = graph.add(step.symbol, std::span<const ClassId>(children));
      }
    }
  }
  // The column of the root.
  std::span<const ClassId> root(std::span<const ClassId> columns, std::size_t variables,
                                std::size_t count, std::size_t stride) const {
    return columns.subspan(position(root_, variables) * stride, count);
  }

 private:
  struct Argument {
    bool is_step;  // or a variable
    std::uint32_t index;
  };
  struct Step {
    Symbol symbol;
    std::uint32_t first;  // of its arguments
    std::uint32_t arity;
    bool is_ground;  // no variable below
  };

  static std::size_t position(const Argument& argument, std::size_t variables) {
    return argument.is_step ? variables + argument.index : argument.index;
  }
  Argument compile(PatternSpan pattern);

  std::vector<Step> steps_;
  std::vector<Argument> arguments_;
  Argument root_;
};

}  // namespace noether::egraph
