#include "noether/algebra/expression/call_names.h"

#include <algorithm>
#include <array>
#include <vector>

#include "noether/base/utf8.h"

namespace noether::algebra {
namespace {

using formula::NodeId;
using formula::OperatorTree;

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_one_letter(std::string_view text) {
  return !text.empty() && base::decode_code_point(text).bytes.size() == text.size() &&
         std::string_view("_{},0123456789").find(text[0]) == std::string_view::npos;
}

// Returns whether a label can be distinguished from the rest of a name that contains it.
bool is_plain(std::string_view label) {
  return !label.empty() && label.find_first_of("_{},") == std::string_view::npos;
}

// The word that forms a subscript: x_n, x_12, x_{\mathrm{max}}; empty for any other subscript.
std::string_view subscript_word(const OperatorTree& tree, NodeId id) {
  if (!tree.children(id).empty()) return {};
  const std::string_view label = tree.label(id);
  switch (tree.op(id)) {
    case formula::Op::Number:
      return is_digits(label) ? label : std::string_view();
    case formula::Op::Variable:
    case formula::Op::Call:
      return is_plain(label) ? label : std::string_view();
    case formula::Op::Maximum:
    case formula::Op::Minimum:
      return formula::op_info(tree.op(id)).name;
    default:
      return {};
  }
}

// The text of a subscript between braces: letters, or digits.
bool append_piece(const OperatorTree& tree, NodeId id, std::string& out) {
  const std::string_view label = tree.label(id);
  switch (tree.op(id)) {
    case formula::Op::Number:
      if (!is_digits(label)) return false;
      break;
    case formula::Op::Variable:
      if (!is_one_letter(label)) return false;
      break;
    case formula::Op::Times:
      return !tree.children(id).empty() && std::ranges::all_of(tree.children(id), [&](NodeId kid) {
        return tree.op(kid) == formula::Op::Variable && append_piece(tree, kid, out);
      });
    default:
      return false;
  }
  out += label;
  return true;
}

NodeId add_piece(OperatorTree& tree, std::string_view text) {
  if (is_digits(text)) return tree.add_leaf(formula::Op::Number, text);
  std::vector<NodeId> letters;
  for (const base::CodePoint& letter : base::code_points(text)) {
    letters.push_back(tree.add_leaf(formula::Op::Variable, letter.bytes));
  }
  return letters.size() == 1 ? letters[0] : tree.add(formula::Op::Times, "", letters);
}

NodeId add_subscript(OperatorTree& tree, std::string_view text) {
  if (!text.starts_with('{') || !text.ends_with('}') || text.size() < 3) {
    return tree.add_leaf(is_digits(text) ? formula::Op::Number : formula::Op::Variable, text);
  }
  text = text.substr(1, text.size() - 2);
  std::vector<NodeId> items;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end > begin) items.push_back(add_piece(tree, text.substr(begin, end - begin)));
    begin = end + 1;
  }
  if (items.empty()) return tree.add_leaf(formula::Op::Variable, text);
  return items.size() == 1 ? items[0] : tree.add(formula::Op::List, "", items);
}

}  // namespace

std::optional<OperatorName> operator_of_call(std::string_view name) {
  const std::size_t colon = name.find(':', 1);  // one operator is itself named `:`
  if (colon == std::string_view::npos) return std::nullopt;
  const auto op = formula::op_by_name(name.substr(0, colon));
  if (!op) return std::nullopt;
  return OperatorName{*op, name.substr(colon + 1)};
}

bool is_call(const Expressions& pool, ExprId id, std::string_view name) {
  return pool.op(id) == Op::Call && pool.vocabulary().function_name(pool.head(id)) == name;
}

std::string call_name(formula::Op op, std::string_view label) {
  if (op == formula::Op::Call && !operator_of_call(label)) return std::string(label);
  std::string name(formula::op_info(op).name);
  name += ':';
  name += label;
  return name;
}

std::optional<std::string> subscripted_name(const OperatorTree& tree, NodeId subscript) {
  const auto parts = tree.children(subscript);
  if (parts.size() != 2 || tree.op(parts[0]) != formula::Op::Variable) return std::nullopt;
  if (!is_plain(tree.label(parts[0]))) return std::nullopt;
  std::string name(tree.label(parts[0]));
  name += '_';
  const NodeId below = parts[1];
  const formula::Op op = tree.op(below);
  if (const std::string_view word = subscript_word(tree, below); !word.empty()) {
    name += word;
    return name;
  }
  name += '{';
  if (op == formula::Op::List) {
    for (const NodeId item : tree.children(below)) {
      if (!append_piece(tree, item, name)) return std::nullopt;
      name += ',';
    }
    name.pop_back();
  } else if (!append_piece(tree, below, name)) {
    return std::nullopt;
  }
  name += '}';
  return name;
}

bool is_token_name(std::string_view name) {
  if (name.size() == 1) return true;
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80 ||
           std::string_view("_'{},").find(c) != std::string_view::npos;
  });
}

NodeId add_variable(OperatorTree& tree, std::string_view name) {
  const std::size_t line = name.find('_', 1);
  if (line == std::string_view::npos || line + 1 == name.size()) {
    return tree.add_leaf(formula::Op::Variable, name);
  }
  const std::array parts = {tree.add_leaf(formula::Op::Variable, name.substr(0, line)),
                            add_subscript(tree, name.substr(line + 1))};
  return tree.add(formula::Op::Subscript, "", parts);
}

}  // namespace noether::algebra
