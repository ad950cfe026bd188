// Patterns and rewrite rules of any language, read from S-expressions.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/egraph/ids.h"
#include "noether/egraph/terms/term.h"

namespace noether::egraph {

// The engine needs from a language only the names of its symbols.
template <typename L>
concept Language = requires(L& language, const L& constant, std::string_view name,
                            std::size_t arity, Symbol symbol) {
  // Returns the symbol of that name and arity; an error if the language has none.
  { language.symbol(name, arity) } -> std::same_as<base::Result<Symbol>>;
  { constant.name(symbol) } -> std::convertible_to<std::string>;
};

// A language of arbitrary names: each new name gets the next symbol.
class SymbolTable {
 public:
  base::Result<Symbol> symbol(std::string_view name, std::size_t) { return intern(name); }
  Symbol intern(std::string_view name) {
    const auto [at, is_new] =
        symbols_.emplace(std::string(name), static_cast<Symbol>(names_.size()));
    if (is_new) names_.emplace_back(name);
    return at->second;
  }
  const std::string& name(Symbol symbol) const { return names_[symbol]; }

 private:
  std::unordered_map<std::string, Symbol> symbols_;
  std::vector<std::string> names_;
};

static_assert(Language<SymbolTable>);

// Patterns: terms with variables, read from S-expressions such as `(+ ?a (* ?b ?c))`.
//
// A name is any run of characters other than blanks and parentheses; one that starts with ? is a
// variable. Variables are numbered in the order they are met; patterns of one rule share their
// numbering.

struct PatternNode {
  bool is_variable = false;
  std::uint32_t id = 0;  // of the variable, or the symbol
  std::uint32_t arity = 0;
  std::uint32_t size = 1;  // nodes of the subpattern that starts here

  friend bool operator==(const PatternNode&, const PatternNode&) = default;
};

using Pattern = std::vector<PatternNode>;  // in reading order, like a Term
using PatternSpan = std::span<const PatternNode>;
using VariableNames = std::vector<std::string>;  // with the leading ?

inline constexpr std::size_t kMaxPatternDepth = 1000;

using SymbolReader = std::function<base::Result<Symbol>(std::string_view name, std::size_t arity)>;

// New variables are appended to `variables`.
base::Result<Pattern> read_pattern(std::string_view text, const SymbolReader& symbols,
                                   VariableNames& variables);
base::Result<Term> read_term(std::string_view text, const SymbolReader& symbols);

template <Language L>
base::Result<Pattern> read_pattern(std::string_view text, L& language, VariableNames& variables) {
  return read_pattern(
      text, [&](std::string_view name, std::size_t arity) { return language.symbol(name, arity); },
      variables);
}
template <Language L>
base::Result<Term> read_term(std::string_view text, L& language) {
  return read_term(
      text, [&](std::string_view name, std::size_t arity) { return language.symbol(name, arity); });
}

bool is_ground(PatternSpan pattern);

// The start of each child of the pattern's root.
std::vector<std::size_t> child_begins(PatternSpan pattern);

std::string to_string(PatternSpan pattern, const std::function<std::string(Symbol)>& name,
                      const VariableNames& variables);

// A pattern compiled into the steps that add an instance of it to a graph.
class PatternBuilder {
 public:
  explicit PatternBuilder(PatternSpan pattern);

  // The number of classes in an instance: its variables, and the result of each step.
  std::size_t instance_size(std::size_t variables) const { return variables + steps_.size(); }

  // Builds `count` instances of a pattern with this many variables. The instances share the parts
  // without variables. `columns` has `instance_size` columns of `stride` classes: the i-th entries
  // of all columns are the i-th instance, and the caller provides those of the variables.
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
        // A ground subterm is the same in every instance.
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
    bool is_step;  // false: a variable
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

// A rewrite rule: what matches the left side equals the right side, if the condition holds.
inline constexpr std::uint32_t kNoCondition = UINT32_MAX;

struct Rule {
  std::string name = {};
  Pattern lhs = {};
  Pattern rhs = {};
  // Passed to `holds` of the analysis with the classes bound to the variables, in the order of
  // `variables`. Its meaning is defined by the analysis and the author of the rule.
  std::uint32_t condition = kNoCondition;
  VariableNames variables = {};  // of the left side, in the order they are met there
};

// Every variable of the right side must occur on the left.
base::Result<Rule> read_rule(std::string_view name, std::string_view lhs, std::string_view rhs,
                             const SymbolReader& symbols);

template <Language L>
base::Result<Rule> read_rule(std::string_view name, std::string_view lhs, std::string_view rhs,
                             L& language) {
  return read_rule(name, lhs, rhs, [&](std::string_view symbol, std::size_t arity) {
    return language.symbol(symbol, arity);
  });
}

}  // namespace noether::egraph
