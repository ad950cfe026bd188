#include "noether/formula/notation/tangent_opt_writer.h"

#include <algorithm>

#include "noether/formula/notation/tangent.h"
#include "noether/formula/notation/tangent_names.h"

namespace noether::formula {

void TangentOptWriter::open(std::string_view tag) {
  out_ += '[';
  out_ += tag;
}

void TangentOptWriter::child(std::size_t index) {
  constexpr std::string_view codes =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  out_ += ',';
  out_ += codes[std::min(index, codes.size() - 1)];
}

void TangentOptWriter::children(Children nodes, std::size_t first) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    child(first + i);
    node(nodes[i]);
  }
}

void TangentOptWriter::leaf(std::string_view tag) {
  open(tag);
  close();
}

void TangentOptWriter::plain(std::string_view tag, Children nodes) {
  open(tag);
  children(nodes);
  close();
}

void TangentOptWriter::scripted_leaf(std::string_view script_tag, std::string_view tag,
                                     NodeId script) {
  open(script_tag);
  child(0);
  leaf(tag);
  child(1);
  node(script);
  close();
}

void TangentOptWriter::by_name(NodeId id) {
  open("O!op!");
  out_ += op_info(tree_.op(id)).name;
  if (!tree_.label(id).empty()) {
    out_ += '!';
    append_escaped(out_, tree_.label(id));
  }
  children(tree_.children(id));
  close();
}

bool TangentOptWriter::is_number(NodeId id, std::string_view label) const {
  return tree_.op(id) == Op::Number && tree_.label(id) == label && tree_.children(id).empty();
}

bool TangentOptWriter::is_bare_not(NodeId id) const {
  return tree_.op(id) == Op::Not && tree_.children(id).empty();
}

bool TangentOptWriter::is_plain_superscript(NodeId id) const {
  return prime_count(tree_, id) == 0 && !is_bare_operator(tree_, id);
}

bool TangentOptWriter::has_meaning(const TangentMeaning& meaning, NodeId id) const {
  return meaning.op == tree_.op(id) && meaning.label == tree_.label(id);
}

std::string TangentOptWriter::tag_of(NodeId id, std::size_t operands) const {
  const Op op = tree_.op(id);
  const std::string_view label = tree_.label(id);
  const std::string_view own = op_info(op).tangent;
  std::string tag;
  if (op == Op::Variable || op == Op::Call) {
    tag = op == Op::Variable ? "V!" : "F!";
    append_escaped(tag, tangent_name(label));
    return tag;
  }
  std::string_view sign = op == Op::To || op == Op::Colon ? own.substr(2) : std::string_view();
  if (op == Op::Related || op == Op::Infix) sign = label;
  if (!sign.empty() &&
      has_meaning(operands == 0 ? variable_meaning(sign) : function_meaning(sign, 2), id)) {
    tag = operands == 0 ? "V!" : "F!";
    append_escaped(tag, sign);
    return tag;
  }
  tag = own;
  if (op_info(op).labelled) append_escaped(tag, label);
  return tag;
}

void write_tangent_opt(const OperatorTree& tree, std::string& out) {
  if (!tree.empty()) TangentOptWriter(tree, out).node(tree.root());
}

}  // namespace noether::formula
