#include "noether/formula/grammar/function_letters.h"

#include <algorithm>
#include <array>

namespace noether::formula {
namespace {

constexpr std::array kFunctionLetters = std::to_array<std::string_view>(
    {"f", "g", "h", "F", "G", "H", "φ", "ϕ", "ψ", "Φ", "Ψ", "Γ", "ζ", "χ", "η", "P", "Q",
     "E", "T", "L", "ℙ", "𝔼", "ℒ", "ℱ", "𝐏", "𝐄", "σ", "τ", "ρ", "N", "O", "o", "u", "v",
     "p", "q", "Θ", "ω", "Ω", "𝒪", "ℰ", "𝒫", "D", "y", "w", "V", "W", "S", "J", "R"});
constexpr std::array kSometimesFactors = std::to_array<std::string_view>(
    {"u", "v", "p", "q", "y", "w", "σ", "τ", "ρ", "ω", "R", "D", "N", "S", "V", "W", "η"});

// A function by name, f, f', f_1, f^{-1}, sin, or a multiple of one. `sure` is set by a letter that
// can only name a function.
bool is_function_term(const OperatorTree& tree, NodeId id, bool& sure) {
  const auto children = tree.children(id);
  switch (tree.op(id)) {
    case Op::Variable: {
      const std::string_view name = tree.label(id);
      sure = sure || (is_function_letter(name) && !is_sometimes_factor(name));
      return is_function_letter(name);
    }
    case Op::Call:
    case Op::Log:
      sure = sure || children.empty();
      return children.empty();
    case Op::Prime:
    case Op::Subscript:
    case Op::Superscript:
    case Op::Power:
      return !children.empty() && is_function_term(tree, children[0], sure);
    case Op::Plus:
    case Op::Minus:
      return !children.empty() && std::ranges::all_of(children, [&](NodeId term) {
        return is_function_term(tree, term, sure);
      });
    case Op::Times:
      return !children.empty() && is_function_term(tree, children.back(), sure) &&
             std::ranges::all_of(children, [&](NodeId factor) {
               return tree.children(factor).empty() || is_function_term(tree, factor, sure);
             });
    case Op::Divide:
      return children.size() == 2 && is_function_term(tree, children[0], sure);
    case Op::Negate:
      return children.size() == 1 && is_function_term(tree, children[0], sure);
    default:
      return false;
  }
}

}  // namespace

bool is_function_letter(std::string_view name) {
  return std::ranges::find(kFunctionLetters, name) != kFunctionLetters.end();
}

bool is_sometimes_factor(std::string_view name) {
  return std::ranges::find(kSometimesFactors, name) != kSometimesFactors.end();
}

bool combines_functions(const OperatorTree& tree, NodeId id) {
  bool sure = false;
  switch (tree.op(id)) {
    case Op::Plus:
    case Op::Minus:
    case Op::Times:
    case Op::Divide:
    case Op::Negate:
      return !tree.children(id).empty() && is_function_term(tree, id, sure) && sure;
    default:
      return false;
  }
}

}  // namespace noether::formula
