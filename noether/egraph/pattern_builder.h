// A pattern compiled into the steps that add an instance of it to a graph.
#pragma once

#include <array>
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

  // How many classes an instance takes in memory: its bindings, and what each step made.
  std::size_t instance_size(std::size_t variables) const { return variables + steps_.size(); }

  // Builds several instances, which share what has no variables. `instances` holds one after the
  // other, each with the classes of its variables in front; `size` is `instance_size`.
  template <typename Graph>
  void build(Graph& graph, std::span<ClassId> instances, std::size_t size) const {
    if (instances.empty()) return;
    const std::size_t variables = size - steps_.size();
    std::array<ClassId, kInlineChildren> few{};
    std::vector<ClassId> many;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Step& step = steps_[i];
      const auto arguments = std::span(arguments_).subspan(step.first, step.arity);
      if (step.arity > few.size()) many.resize(step.arity);
      const auto children =
          (step.arity > few.size() ? std::span(many) : std::span<ClassId>(few)).first(step.arity);
      const auto read_children = [&](std::size_t instance) {
        for (std::size_t k = 0; k < children.size(); ++k) {
          children[k] = instances[instance + position(arguments[k], variables)];
        }
      };
      if (step.is_ground) {
        // The same in every instance.
        read_children(0);
        const ClassId made = graph.add(step.symbol, std::span<const ClassId>(children));
        for (std::size_t at = 0; at < instances.size(); at += size) {
          instances[at + variables + i] = made;
        }
        continue;
      }
      for (std::size_t at = 0; at < instances.size(); at += size) {
        read_children(at);
        instances[at + variables + i] = graph.add(step.symbol, std::span<const ClassId>(children));
      }
    }
  }
  // The class of an instance that was built.
  ClassId root(std::span<const ClassId> instance) const {
    return instance[position(root_, instance.size() - steps_.size())];
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
