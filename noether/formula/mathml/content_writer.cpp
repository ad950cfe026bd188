#include "noether/formula/mathml/mathml.h"

#include <algorithm>
#include <string_view>

#include "noether/formula/mathml/content_vocabulary.h"
#include "noether/formula/mathml/token_text.h"

namespace noether::formula {
namespace {

constexpr std::string_view kOpenMath = R"(<math xmlns="http://www.w3.org/1998/Math/MathML">)";

bool is_integer(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

class ContentWriter {
 public:
  ContentWriter(const OperatorTree& tree, std::string& out) : tree_(tree), out_(out) {}

  void write() {
    out_ += kOpenMath;
    if (!tree_.empty()) write_node(tree_.root());
    out_ += "</math>";
  }

 private:
  using Children = std::span<const NodeId>;

  void write_node(NodeId id) {
    if (!write_standard(id)) write_literal(id);
  }

  // Writes the node in elements of MathML 3. Returns false, with nothing written, if there is no
  // such form or if the form would read back as another tree.
  bool write_standard(NodeId id) {
    const Op op = tree_.op(id);
    const Children children = tree_.children(id);
    const std::string_view label = tree_.label(id);
    switch (op) {
      case Op::Number:
        if (!children.empty()) return false;
        out_ += is_integer(label) ? R"(<cn type="integer">)" : "<cn>";
        append_token_content(out_, label, LabelKind::Number);
        out_ += "</cn>";
        return true;
      case Op::Variable:
      case Op::Symbol:
        if (!children.empty() || !reads_as_operand(op, label)) return false;
        write_identifier(label);
        return true;
      case Op::Text:
        if (!children.empty()) return false;
        write_string(label);
        return true;
      case Op::Error:
        if (!children.empty()) return false;
        out_ += R"(<cerror><csymbol cd="noether">error</csymbol>)";
        write_string(label);
        out_ += "</cerror>";
        return true;
      case Op::Call:
        return write_call(label, children);
      case Op::Apply:
        return write_apply(children);
      case Op::Interval:
        out_ += "<interval closure=\"";
        append_label_as_attribute(out_, label);
        out_ += "\">";
        write_all(children);
        out_ += "</interval>";
        return true;
      case Op::Set:
      case Op::Tuple:
      case Op::List:
      case Op::Matrix:
      case Op::MatrixRow:
        open(op_info(op).content);
        write_all(children);
        close(op_info(op).content);
        return true;
      case Op::Cases:
        return write_cases(children);
      case Op::Root:
        return write_qualified(op, children, "degree");
      case Op::Log:
        return write_qualified(op, children, "logbase");
      case Op::Integral:
        return write_integral(children);
      case Op::Derivative:
        return write_derivative(children);
      case Op::PartialDerivative:
        return write_partial_derivative(children);
      case Op::Exists:
        return write_exists(children);
      case Op::Minus:
      case Op::Negate:
        if ((op == Op::Negate) != (children.size() == 1)) return false;
        if (op == Op::Minus && children.empty()) return write_plain("minus", children);
        return write_plain("minus", children);
      case Op::And:
        // A relation with a missing side would read back as a part of a chain.
        if (std::ranges::any_of(children,
                                [&](NodeId child) { return tree_.children(child).size() == 1; })) {
          return false;
        }
        return write_plain("and", children);
      case Op::Product:
        return write_big("product", op, children);
      default:
        break;
    }
    const OpInfo& info = op_info(op);
    if (info.content_symbol || info.labelled) return false;
    if (info.klass == OpClass::Big) return write_big(info.content, op, children);
    if (info.klass == OpClass::Leaf && !children.empty()) return false;
    return write_plain(info.content, children);
  }

  // <apply><plus/>…</apply>, or the empty element for an operator without operands.
  bool write_plain(std::string_view element, Children children) {
    if (children.empty()) {
      empty_element(element);
      return true;
    }
    out_ += "<apply>";
    empty_element(element);
    write_all(children);
    out_ += "</apply>";
    return true;
  }

  // <csymbol cd="noether">…</csymbol>, applied to the label and the operands, if there are any.
  void write_literal(NodeId id) {
    const Op op = tree_.op(id);
    const Children children = tree_.children(id);
    const bool applied = op_info(op).labelled || !children.empty();
    if (applied) out_ += "<apply>";
    out_ += R"(<csymbol cd="noether">)";
    append_xml(out_, noether_name(op));
    out_ += "</csymbol>";
    if (op_info(op).labelled) write_string(tree_.label(id));
    write_all(children);
    if (applied) out_ += "</apply>";
  }

  static bool reads_as_operand(Op op, std::string_view label) {
    return !label.empty() && without_font_prefix(label) == label &&
           meaning_as_operand(label) == Meaning{op, std::string(label)};
  }

  bool write_call(std::string_view label, Children children) {
    const std::string_view element = element_of_function(label);
    const bool reads_back =
        !label.empty() && without_font_prefix(label) == label &&
        meaning_as_head(label, children.size()) == Meaning{Op::Call, std::string(label)};
    if (element.empty() && !reads_back) return false;
    out_ += "<apply>";
    if (element.empty()) {
      write_identifier(label);
    } else {
      empty_element(element);
    }
    write_all(children);
    out_ += "</apply>";
    return true;
  }

  // Only a head that is itself an application reads back as a single operand.
  bool write_apply(Children children) {
    if (children.size() < 2 || tree_.children(children[0]).empty()) return false;
    out_ += "<apply>";
    write_all(children);
    out_ += "</apply>";
    return true;
  }

  bool write_cases(Children children) {
    if (children.empty() || children.size() % 2 != 0) return false;
    out_ += "<piecewise>";
    for (std::size_t i = 0; i < children.size(); i += 2) {
      out_ += "<piece>";
      write_all(children.subspan(i, 2));
      out_ += "</piece>";
    }
    out_ += "</piecewise>";
    return true;
  }

  // One operand and, before it, the second operand as a qualifier.
  bool write_qualified(Op op, Children children, std::string_view qualifier) {
    if (children.size() > 2) return false;
    if (children.size() < 2) return write_plain(op_info(op).content, children);
    out_ += "<apply>";
    empty_element(op_info(op).content);
    write_in(qualifier, children[1]);
    write_node(children[0]);
    out_ += "</apply>";
    return true;
  }

  bool is_missing(NodeId id) const { return tree_.op(id) == Op::Missing; }

  // Body, lower, upper.
  bool write_big(std::string_view element, Op op, Children children) {
    if (children.empty()) return write_plain(element, children);
    if (children.size() > 3 || (children.size() > 1 && is_missing(children.back())) ||
        (is_missing(children[0]) && children.size() == 1)) {
      return false;
    }
    out_ += "<apply>";
    empty_element(element);
    if (children.size() > 1 && !is_missing(children[1])) write_lower(op, children[1]);
    if (children.size() > 2) write_in("uplimit", children[2]);
    write_node(children[0]);
    out_ += "</apply>";
    return true;
  }

  void write_lower(Op big, NodeId lower) {
    const Op binder = big == Op::Limit ? Op::To : Op::Equal;
    const Children sides = tree_.children(lower);
    if (tree_.op(lower) == binder && sides.size() == 2 && tree_.op(sides[0]) == Op::Variable) {
      write_in("bvar", sides[0]);
      write_in("lowlimit", sides[1]);
    } else {
      write_in(is_relation(tree_.op(lower)) ? "condition" : "lowlimit", lower);
    }
  }

  // Integrand, variable, lower, upper.
  bool write_integral(Children children) {
    if (children.empty()) return write_plain("int", children);
    if (children.size() > 4 || (children.size() > 1 && is_missing(children.back())) ||
        (children.size() == 1 && is_missing(children[0]))) {
      return false;
    }
    const bool bound = children.size() > 1 && !is_missing(children[1]);
    if (bound && tree_.op(children[1]) == Op::Tuple && tree_.children(children[1]).size() < 2) {
      return false;
    }
    out_ += "<apply><int/>";
    if (bound) {
      if (tree_.op(children[1]) == Op::Tuple) {
        for (const NodeId variable : tree_.children(children[1])) write_in("bvar", variable);
      } else {
        write_in("bvar", children[1]);
      }
    }
    if (children.size() > 2 && !is_missing(children[2])) write_in("lowlimit", children[2]);
    if (children.size() > 3) write_in("uplimit", children[3]);
    write_node(children[0]);
    out_ += "</apply>";
    return true;
  }

  // Body, variable, degree.
  bool write_derivative(Children children) {
    if (children.size() > 3) return false;
    if (children.size() < 2) return write_plain("diff", children);
    out_ += "<apply><diff/><bvar>";
    write_node(children[1]);
    if (children.size() > 2) write_in("degree", children[2]);
    out_ += "</bvar>";
    write_node(children[0]);
    out_ += "</apply>";
    return true;
  }

  // Body, then a variable for each differentiation. Without variables the element means the sign ∂.
  bool write_partial_derivative(Children children) {
    if (children.size() < 2) return false;
    out_ += "<apply><partialdiff/>";
    for (const NodeId variable : children.subspan(1)) write_in("bvar", variable);
    write_node(children[0]);
    out_ += "</apply>";
    return true;
  }

  bool write_exists(Children children) {
    if (children.size() == 1) return false;
    if (children.size() != 2 || tree_.op(children[0]) != Op::Variable) {
      return write_plain("exists", children);
    }
    out_ += "<apply><exists/>";
    write_in("bvar", children[0]);
    write_node(children[1]);
    out_ += "</apply>";
    return true;
  }

  void write_in(std::string_view element, NodeId id) {
    open(element);
    write_node(id);
    close(element);
  }
  void write_all(Children children) {
    for (const NodeId child : children) write_node(child);
  }
  void write_identifier(std::string_view label) {
    out_ += "<ci>";
    append_token_content(out_, label, LabelKind::Identifier);
    out_ += "</ci>";
  }
  void write_string(std::string_view text) {
    out_ += "<cs>";
    append_token_content(out_, text, LabelKind::Text);
    out_ += "</cs>";
  }
  void open(std::string_view element) { ((out_ += '<') += element) += '>'; }
  void close(std::string_view element) { ((out_ += "</") += element) += '>'; }
  void empty_element(std::string_view element) { ((out_ += '<') += element) += "/>"; }

  const OperatorTree& tree_;
  std::string& out_;
};

}  // namespace

void write_content(const OperatorTree& tree, std::string& out) { ContentWriter(tree, out).write(); }

}  // namespace noether::formula
