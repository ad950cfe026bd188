// Names, powers, relations and structures.
#include <array>

#include "noether/formula/notation/tangent_names.h"
#include "noether/formula/notation/tangent_opt_writer.h"
#include "noether/formula/symbols.h"

namespace noether::formula {

void TangentOptWriter::node(NodeId id) {
  if (!own_form(id, tree_.op(id), tree_.children(id))) by_name(id);
}

bool TangentOptWriter::own_form(NodeId id, Op op, Children kids) {
  if (is_leaf(op)) return kids.empty() && written_leaf(id, op);
  if (is_integral(op)) return integral(id, op, kids);
  if (takes_limits(op)) return with_limits(id, op, kids);
  switch (op) {
    case Op::Call:
      return call(id, kids);
    case Op::Minus:
      return kids.size() != 1 && simple("O!minus", kids);
    case Op::Negate:
      return kids.size() == 1 && simple("O!minus", kids);
    case Op::Root:
      return root(kids);
    case Op::Power:
      return power(kids);
    case Op::Superscript:
      return superscript(kids);
    case Op::Prime:
      return prime(kids);
    case Op::Log:
      return logarithm(kids);
    case Op::Apply:
      return application(kids);
    case Op::Congruent:
      return congruent(kids);
    case Op::Chain:
      return chain(kids);
    case Op::Derivative:
      return derivative(kids);
    case Op::PartialDerivative:
      return partial_derivative(kids);
    case Op::PartialSymbol:
      return simple(kids.size() <= 1 ? "O!partialdiff" : op_info(op).tangent, kids);
    case Op::Divide:
      return !(kids.size() == 2 && derivative_fraction(tree_, kids[0], kids[1])) &&
             simple("O!divide", kids);
    case Op::Times:
      return !(kids.size() >= 2 && is_bare_not(kids[0])) && simple("U!times", kids);
    case Op::And:
      return !chain_links(tree_, kids, links_) && kids.size() != 1 && simple("U!and", kids);
    case Op::Set:
    case Op::Tuple:
      return counted(op, kids);
    case Op::List:
      return !kids.empty() && counted(op, kids);
    case Op::Matrix:
      return matrix(kids);
    case Op::Cases:
      return !(kids.size() == 1 && tree_.op(kids[0]) == Op::Matrix) && simple("O!cases", kids);
    case Op::Interval:
      return interval(id, kids);
    case Op::Delimited:
      return delimited(id, kids);
    case Op::Fragments:
      return fragments(kids);
    default:
      return other(id, op, kids);
  }
}

bool TangentOptWriter::simple(std::string_view tag, Children kids) {
  plain(tag, kids);
  return true;
}

bool TangentOptWriter::other(NodeId id, Op op, Children kids) {
  if (kids.size() == 1 && big_version(op).op != Op::Missing) return false;
  if (kids.size() == 2 && congruence(tree_, op, kids[1])) return false;
  if (relates_quantifier(tree_, op, kids)) return false;
  const std::string tag = tag_of(id, kids.size());
  if (tag.starts_with("F!") && !has_meaning(function_meaning(tag.substr(2), kids.size()), id)) {
    return false;
  }
  return simple(tag, kids);
}

bool TangentOptWriter::written_leaf(NodeId id, Op op) {
  const std::string_view label = tree_.label(id);
  const auto named = [&](std::string_view prefix, std::string_view name) {
    open(prefix);
    append_escaped(out_, name);
    close();
    return true;
  };
  if (op == Op::Variable) {
    const std::string name = tangent_name(label);
    if (name.starts_with('!') || !has_meaning(variable_meaning(name), id)) {
      return named("V!!", label);
    }
    return named("V!", name);
  }
  if (op == Op::Symbol) {
    if (has_meaning(variable_meaning(label), id)) return named("V!", label);
    const bool plain_name = !label.starts_with('!') && has_meaning(symbol_meaning(label), id);
    return named(plain_name ? "-!" : "-!!", label);
  }
  return named(op_info(op).tangent, op_info(op).labelled ? label : "");
}

bool TangentOptWriter::call(NodeId id, Children kids) {
  const std::string_view label = tree_.label(id);
  const std::string name = tangent_name(label);
  const bool plain_name =
      !name.starts_with('!') && has_meaning(function_meaning(name, kids.size()), id);
  open(plain_name ? "F!" : "F!!");
  append_escaped(out_, plain_name ? std::string_view(name) : label);
  children(kids);
  close();
  return true;
}

bool TangentOptWriter::root(Children kids) {
  if (kids.size() == 2 && is_number(kids[1], "2")) return false;
  open("O!root");
  children(kids);
  if (kids.size() == 1) {
    child(1);
    leaf("N!2");
  }
  close();
  return true;
}

bool TangentOptWriter::power(Children kids) {
  if (kids.size() != 2) return simple("O!SUP", kids);
  if (!is_plain_superscript(kids[1])) return false;
  if (!squared_function(kids[0], kids[1])) plain("O!SUP", kids);
  return true;
}

bool TangentOptWriter::squared_function(NodeId base, NodeId exponent) {
  const Children operands = tree_.children(base);
  if (tree_.op(base) != Op::Call || operands.empty()) return false;
  const std::string_view name = tree_.label(base);
  const Symbol* symbol = name.size() > 1 ? symbol_by_glyph(name) : nullptr;
  if (symbol == nullptr || symbol->role != SymbolRole::Function) return false;
  if (function_meaning(name, 0) != TangentMeaning{Op::Call, std::string(name)}) return false;
  const bool minus_one = tree_.op(exponent) == Op::Negate && tree_.children(exponent).size() == 1 &&
                         is_number(tree_.child(exponent, 0), "1");
  if (minus_one && !tangent_inverse(name).empty()) return false;
  const std::string tag = bare_tag(base);
  open("+!");
  out_ += tag;
  child(0);
  scripted_leaf("O!SUP", tag, exponent);
  children(operands, 1);
  close();
  return true;
}

bool TangentOptWriter::superscript(Children kids) {
  const bool sign =
      kids.size() == 2 && is_bare_operator(tree_, kids[1]) && prime_count(tree_, kids[1]) == 0;
  return simple(sign ? "O!SUP" : "O!SUP!", kids);
}

bool TangentOptWriter::prime(Children kids) {
  const std::string_view count = kids.size() == 2 ? tree_.label(kids[1]) : "";
  if (count.size() != 1 || count[0] < '1' || count[0] > '4' || !is_number(kids[1], count)) {
    return simple("O!prime", kids);
  }
  open("O!SUP");
  child(0);
  node(kids[0]);
  child(1);
  open("V!");
  for (char i = '0'; i < count[0]; ++i) out_ += "′";
  close();
  close();
  return true;
}

bool TangentOptWriter::logarithm(Children kids) {
  if (kids.size() != 2) return kids.size() < 2 && simple("F!log", kids);
  open("+!F!log");
  child(0);
  scripted_leaf("O!SUB", "F!log", kids[1]);
  child(1);
  node(kids[0]);
  close();
  return true;
}

bool TangentOptWriter::application(Children kids) {
  if (kids.empty()) return false;
  const auto head = scripted_operator(tree_, kids[0]);
  if (head && is_scripted_application(tree_, *head, kids.size() - 1)) return false;
  if (is_scripted_relation(tree_, kids[0]) || !head_reads_back(kids[0])) return false;
  open("+!");
  application_tag(kids[0]);
  child(0);
  relation_head(kids[0]);
  children(kids.subspan(1), 1);
  close();
  return true;
}

bool TangentOptWriter::is_annotated_relation(NodeId head) const {
  const Op op = tree_.op(head);
  return (op == Op::Over || op == Op::Under) && tree_.children(head).size() == 2 &&
         is_relation_head(tree_, head);
}

bool TangentOptWriter::head_reads_back(NodeId head) const {
  for (; is_annotated_relation(head); head = tree_.child(head, 0)) {
    if (prime_count(tree_, tree_.child(head, 1)) > 0) return false;
  }
  return !is_scripted_relation(tree_, head) &&
         !(tree_.op(head) == Op::Prime && is_relation_head(tree_, head));
}

void TangentOptWriter::relation_head(NodeId head) {
  if (!is_annotated_relation(head)) return node(head);
  open(tree_.op(head) == Op::Over ? "O!SUP" : "O!SUB");
  child(0);
  relation_head(tree_.child(head, 0));
  child(1);
  node(tree_.child(head, 1));
  close();
}

void TangentOptWriter::application_tag(NodeId head) {
  const Op op = tree_.op(head);
  const bool annotated = is_annotated_relation(head);
  if ((op != Op::Subscript && op != Op::Power && op != Op::Superscript && !annotated) ||
      tree_.children(head).empty()) {
    return;
  }
  const NodeId first = tree_.child(head, 0);
  const Op inner = tree_.op(first);
  if (inner == Op::Power || inner == Op::Superscript || (annotated && inner == Op::Over)) {
    out_ += "O!SUP";
  } else if (annotated && inner == Op::Under) {
    out_ += "O!SUB";
  } else {
    out_ += bare_tag(first);
  }
}

bool TangentOptWriter::congruent(Children kids) {
  if (kids.size() != 3 || relates_quantifier(tree_, Op::Equivalent, kids.first(2))) {
    return simple("O!congruent-modulo", kids);
  }
  open("U!equivalent");
  child(0);
  node(kids[0]);
  child(1);
  open("O!annotated");
  child(0);
  node(kids[1]);
  child(1);
  open("F!pmod");
  children(kids.subspan(2));
  close();
  close();
  close();
  return true;
}

bool TangentOptWriter::chain(Children kids) {
  bool fits = kids.size() >= 5 && kids.size() % 2 == 1;
  for (std::size_t i = 1; fits && i < kids.size(); i += 2) {
    const Op op = tree_.op(kids[i]);
    const bool bare = tree_.children(kids[i]).empty();
    fits = op != Op::Chain && !is_implication(op) && is_relation_head(tree_, kids[i]) &&
           (bare || head_reads_back(kids[i]));
  }
  if (!fits || congruence(tree_, tree_.op(kids[1]), kids[2])) return simple("O!chain", kids);
  const std::array sides = {kids[0], kids[2]};
  if (relates_quantifier(tree_, tree_.op(kids[1]), sides)) return simple("O!chain", kids);
  open("U!and");
  for (std::size_t i = 1; i < kids.size(); i += 2) {
    child(i / 2);
    const bool bare = tree_.children(kids[i]).empty();
    open(bare ? tag_of(kids[i], i == 1 ? 2 : 1) : "+!");
    if (!bare) {
      application_tag(kids[i]);
      child(0);
      relation_head(kids[i]);
    }
    const Children operands = i == 1 ? kids.first(1) : Children();
    children(operands, bare ? 0 : 1);
    children(kids.subspan(i + 1, 1), operands.size() + (bare ? 0 : 1));
    close();
  }
  close();
  return true;
}

bool TangentOptWriter::counted(Op op, Children kids) {
  return simple(std::string(op_info(op).tangent) + std::to_string(kids.size()), kids);
}

bool TangentOptWriter::matrix(Children kids) {
  if (kids.empty()) return false;
  const std::size_t columns = tree_.children(kids[0]).size();
  for (const NodeId row : kids) {
    if (tree_.op(row) != Op::MatrixRow || tree_.children(row).size() != columns) return false;
  }
  open("O!matrix");
  child(0);
  plain("M!M-" + std::to_string(kids.size()) + "x" + std::to_string(columns), kids);
  close();
  return true;
}

bool TangentOptWriter::interval(NodeId id, Children kids) {
  const std::string_view label = tree_.label(id);
  if (label == "closed") return simple("O!interval(C-C)", kids);
  if (label == "open") return simple("O!interval(O-O)", kids);
  if (label == "closed-open") return simple("O!interval(C-O)", kids);
  if (label == "open-closed") return simple("O!interval(O-C)", kids);
  return false;
}

bool TangentOptWriter::delimited(NodeId id, Children kids) {
  std::string tag = "M!D-";
  if (const std::string fences = fences_to_tangent(tree_.label(id)); !fences.empty()) {
    tag += fences;
  } else {
    tag += '-';
    append_escaped(tag, tree_.label(id));
  }
  return simple(tag, kids);
}

bool TangentOptWriter::fragments(Children kids) {
  if (kids.empty()) return simple("O!fragments", kids);
  open("E!");
  child(0);
  leaf("O!fragments");
  children(kids, 1);
  close();
  return true;
}

}  // namespace noether::formula
