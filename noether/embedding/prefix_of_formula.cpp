#include "noether/embedding/prefix_of_formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "noether/algebra/expression/call_names.h"
#include "noether/algebra/expression/expression.h"
#include "noether/algebra/notation/input_notation.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/egen/formats/expression_line.h"
#include "noether/formula/latex/reader.h"
#include "noether/formula/operator_tree.h"

namespace noether::embedding {
namespace {

using algebra::Expressions;
using algebra::ExprId;
using algebra::Op;

constexpr auto kAccents = std::to_array<std::string_view>({"¯", "^", "~", "˙", "¨", "ˇ"});

// Whether the call adorns a variable, its first operand.
bool is_adornment(const Expressions& pool, ExprId call) {
  const std::string_view name = pool.vocabulary().function_name(pool.head(call));
  const auto named = algebra::operator_of_call(name);
  if (!named) return std::ranges::find(kAccents, name) != kAccents.end();
  switch (named->op) {
    case formula::Op::Subscript:
    case formula::Op::Prime:
      return true;
    case formula::Op::Superscript:  // x^* and x^{(n)}; x^{(n^2)} may be a power
      return pool.operands(call).size() == 2 && pool.operands(pool.operand(call, 1)).empty();
    default:
      return false;
  }
}

// The name in LaTeX with wide characters for signs, because + cannot be part of a name in prefix
// texts.
base::Result<std::string> name_of(const Expressions& pool, ExprId adorned) {
  const auto latex = algebra::write_expression(formula::Notation::Latex, pool, adorned);
  if (!latex) return latex;
  std::string name;
  for (const char c : *latex) {
    if (c == ' ') continue;
    if (algebra::is_token_name(std::string(2, c))) {
      name += c;
    } else {  // U+FF01 to U+FF5E are ! to ~
      const unsigned wide = 0xFF00U + static_cast<unsigned char>(c) - 0x20U;
      name += static_cast<char>(0xE0U | wide >> 12U);
      name += static_cast<char>(0x80U | (wide >> 6U & 0x3FU));
      name += static_cast<char>(0x80U | (wide & 0x3FU));
    }
  }
  return name;
}

}  // namespace

ExprId with_adorned_names(Expressions& pool, ExprId root) {
  if (!algebra::contains(pool, root, Op::Call)) return root;
  for (const Op op : {Op::Derivative, Op::Integral, Op::DefiniteIntegral}) {
    if (algebra::contains(pool, root, op)) return root;
  }
  const std::vector<ExprId> ids = algebra::subexpressions(pool, root);
  std::unordered_set<ExprId> names;
  for (const ExprId id : ids) {
    if (pool.op(id) == Op::Variable) names.insert(id);
    if (pool.op(id) != Op::Call || pool.operands(id).empty()) continue;
    if (names.contains(pool.operand(id, 0)) && is_adornment(pool, id)) names.insert(id);
  }
  // Names are not searched for further names: nested ones, written out at every depth, would grow
  // without bound.
  std::unordered_map<ExprId, ExprId> made = {{root, root}};
  for (const ExprId id : ids | std::views::reverse) {
    if (!made.contains(id) || names.contains(id)) continue;
    for (const ExprId operand : pool.operands(id)) made.emplace(operand, operand);
  }
  std::vector<ExprId> operands;
  for (const ExprId id : ids) {
    const auto place = made.find(id);
    if (place == made.end() || pool.op(id) == Op::Variable) continue;
    if (names.contains(id)) {
      if (const auto name = name_of(pool, id)) place->second = pool.variable(*name);
      continue;
    }
    operands.clear();
    for (const ExprId operand : pool.operands(id)) operands.push_back(made.at(operand));
    place->second = pool.make(pool.head(id), operands);
  }
  return made.at(root);
}

namespace {

using algebra::ExprId;

// The outermost operator that has no meaning in algebra: f in f(x), sum: in a sum.
std::optional<std::string> unknown_operator(const algebra::Expressions& pool, ExprId root) {
  const auto ids = algebra::subexpressions(pool, root);
  for (auto id = ids.rbegin(); id != ids.rend(); ++id) {
    if (pool.op(*id) != algebra::Op::Call) continue;
    std::string name(pool.vocabulary().function_name(pool.head(*id)));
    if (name.size() > 1 && name.ends_with(':')) name.pop_back();
    return name;
  }
  return std::nullopt;
}

base::Error unknown_operator_error(std::string_view name, base::Span span) {
  return {fmt::format("unknown operator '{}'", name), span,
          "encoders know the operators of algebra: 'noether model info' lists them"};
}

}  // namespace

std::optional<base::Error> find_unknown_command(std::string_view text, formula::Notation notation) {
  if (notation != formula::Notation::Latex) return std::nullopt;
  formula::LatexReader reader;
  formula::LayoutTree drawn;
  std::vector<base::Error> problems;
  reader.read(text, drawn, problems);
  const auto& command = reader.first_unknown();
  if (!command) return std::nullopt;
  return unknown_operator_error(fmt::format("\\{}", command->name), command->source);
}

base::Result<std::string> prefix_of_formula(std::string_view text,
                                            std::optional<formula::Notation> notation) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return base::fail("the expression is empty");
  }
  if (!notation) notation = algebra::guess_notation(text);
  if (*notation == formula::Notation::Prefix) {
    std::string prefix;
    egen::append_with_single_blanks(text, prefix);
    return prefix;
  }
  if (auto unknown = find_unknown_command(text, *notation)) {
    return std::unexpected(*std::move(unknown));
  }
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  algebra::ExpressionReader reader;
  const auto input = algebra::read_input(reader, notation, text, pool);
  if (!input) return std::unexpected(input.error());
  return prefix_of_expression(pool, input->id);
}

base::Result<std::string> prefix_of_expression(algebra::Expressions& pool, ExprId root) {
  root = with_adorned_names(pool, root);
  if (const auto name = unknown_operator(pool, root)) {
    return std::unexpected(unknown_operator_error(*name, {}));
  }
  auto prefix = algebra::write_expression(formula::Notation::Prefix, pool, root);
  if (prefix) return prefix;
  // The only expressions that cannot be written are too long, or deep enough to be.
  return base::fail(fmt::format("it has {} tokens, which is more than encoders read",
                                algebra::tree_size(pool, root)));
}

namespace {

using formula::NodeId;

constexpr std::size_t kMostSides = 32;

bool joins_sides(formula::Op op) {
  switch (op) {
    case formula::Op::Equal:
    case formula::Op::NotEqual:
    case formula::Op::Less:
    case formula::Op::Greater:
    case formula::Op::LessEqual:
    case formula::Op::GreaterEqual:
    case formula::Op::Equivalent:
    case formula::Op::Approx:
    case formula::Op::Assign:
      return true;
    default:
      return false;
  }
}

// Empty if the tree is not such a relation.
std::vector<NodeId> sides_of(const formula::OperatorTree& tree) {
  if (tree.empty()) return {};
  const auto parts = tree.children(tree.root());
  if (joins_sides(tree.op(tree.root())) && parts.size() == 2) return {parts.begin(), parts.end()};
  if (tree.op(tree.root()) != formula::Op::Chain || parts.size() > 2 * kMostSides) return {};
  std::vector<NodeId> sides;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i % 2 == 0) {
      sides.push_back(parts[i]);
    } else if (!joins_sides(tree.op(parts[i]))) {
      return {};
    }
  }
  return sides;
}

bool is_relational(const formula::OperatorTree& tree) {
  if (tree.empty()) return false;
  const formula::Op op = tree.op(tree.root());
  return op == formula::Op::Chain || formula::is_relation(op);
}

}  // namespace

base::Result<std::vector<base::Result<std::string>>> sides_of_formula(
    std::string_view text, std::optional<formula::Notation> notation) {
  const formula::Notation written = notation.value_or(algebra::guess_notation(text));
  std::vector<base::Result<std::string>> result;
  bool is_other_relation = false;
  if (written != formula::Notation::Prefix) {
    algebra::ExpressionReader reader;
    const auto tree = reader.read_tree(written, text);
    const auto sides = tree ? sides_of(**tree) : std::vector<NodeId>();
    is_other_relation = tree && sides.empty() && is_relational(**tree);
    if (!sides.empty() && !notation && algebra::style_of(written) == algebra::TreeStyle::Drawn) {
      if (auto bare = algebra::find_bare_function(text, written)) {
        return std::unexpected(*std::move(bare));
      }
    }
    if (auto unknown = sides.empty() ? std::nullopt : find_unknown_command(text, written)) {
      return std::unexpected(*std::move(unknown));
    }
    for (const NodeId side : sides) {
      algebra::Vocabulary vocabulary;
      algebra::Expressions pool(vocabulary);
      const auto id = algebra::from_operators(**tree, side, pool, algebra::style_of(written));
      result.push_back(id ? prefix_of_expression(pool, *id) : std::unexpected(id.error()));
    }
  }
  if (result.empty()) {
    auto whole = prefix_of_formula(text, notation);
    if (!whole && is_other_relation) {
      // The caller wants sides, so the hint must not suggest them.
      whole.error().hint = "supported relations join expressions by = ≠ < ≤ > ≥ ≡ ≈ :=";
    }
    if (!whole) return std::unexpected(std::move(whole.error()));
    result.push_back(std::move(whole));
  }
  return result;
}

}  // namespace noether::embedding
