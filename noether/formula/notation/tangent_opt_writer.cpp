#include <algorithm>
#include <vector>

#include "noether/formula/notation/tangent_labels.h"
#include "noether/formula/notation/tangent_names.h"
#include "noether/formula/notation/tangent_opt.h"
#include "noether/formula/notation/tangent_patterns.h"
#include "noether/formula/symbols.h"

namespace noether::formula {
namespace {

using Children = std::span<const NodeId>;

class OptWriter {
 public:
  OptWriter(const OperatorTree& tree, std::string& out) : tree_(tree), out_(out) {}

  void node(NodeId id) {
    if (!own_form(id, tree_.op(id), tree_.children(id))) by_name(id);
  }

 private:
  // --- pieces of a string ---

  void open(std::string_view tag) {
    out_ += '[';
    out_ += tag;
  }
  void close() { out_ += ']'; }

  // Starts the child with this number; what is written next is the child.
  void child(std::size_t index) {
    constexpr std::string_view codes =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    out_ += ',';
    out_ += codes[std::min(index, codes.size() - 1)];
  }
  void children(Children nodes, std::size_t first = 0) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      child(first + i);
      node(nodes[i]);
    }
  }
  void leaf(std::string_view tag) {
    open(tag);
    close();
  }
  void plain(std::string_view tag, Children nodes) {
    open(tag);
    children(nodes);
    close();
  }
  // [SCRIPT,0[TAG],1[script]]
  void scripted_leaf(std::string_view script_tag, std::string_view tag, NodeId script) {
    open(script_tag);
    child(0);
    leaf(tag);
    child(1);
    node(script);
    close();
  }

  void by_name(NodeId id) {
    open("O!op!");
    out_ += op_info(tree_.op(id)).name;
    if (!tree_.label(id).empty()) {
      out_ += '!';
      append_escaped(out_, tree_.label(id));
    }
    children(tree_.children(id));
    close();
  }

  // --- questions about nodes ---

  bool is_number(NodeId id, std::string_view label) const {
    return tree_.op(id) == Op::Number && tree_.label(id) == label && tree_.children(id).empty();
  }
  bool is_missing(NodeId id) const { return tree_.op(id) == Op::Missing; }
  bool is_bare_not(NodeId id) const {
    return tree_.op(id) == Op::Not && tree_.children(id).empty();
  }
  bool is_plain_superscript(NodeId id) const {
    return prime_count(tree_, id) == 0 && !is_bare_operator(tree_, id);
  }
  bool has_meaning(const TangentMeaning& meaning, NodeId id) const {
    return meaning.op == tree_.op(id) && meaning.label == tree_.label(id);
  }

  // The tag of an operator with so many operands. LaTeXML has no names for arrows and other signs:
  // they are functions called → or ⊙, variables when they stand for themselves.
  std::string tag_of(NodeId id, std::size_t operands) const {
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
    if (!sign.empty() && has_meaning(operands == 0 ? variable_meaning(sign)
                                                   : function_meaning(sign, 2),
                                     id)) {
      tag = operands == 0 ? "V!" : "F!";
      append_escaped(tag, sign);
      return tag;
    }
    tag = own;
    if (op_info(op).labelled) append_escaped(tag, label);
    return tag;
  }
  std::string bare_tag(NodeId id) const { return tag_of(id, 0); }

  // --- forms; each returns false, with nothing written, when it does not fit ---

  bool own_form(NodeId id, Op op, Children kids) {
    if (is_leaf(op)) return kids.empty() && written_leaf(id, op);
    if (is_integral(op)) return integral(id, op, kids);
    if (takes_limits(op)) return with_limits(id, op, kids);
    switch (op) {
      case Op::Call: return call(id, kids);
      case Op::Minus: return kids.size() != 1 && simple("O!minus", kids);
      case Op::Negate: return kids.size() == 1 && simple("O!minus", kids);
      case Op::Root: return root(kids);
      case Op::Power: return power(kids);
      case Op::Superscript: return superscript(kids);
      case Op::Prime: return prime(kids);
      case Op::Log: return logarithm(kids);
      case Op::Apply: return application(kids);
      case Op::Congruent: return congruent(kids);
      case Op::Chain: return chain(kids);
      case Op::Derivative: return derivative(kids);
      case Op::PartialDerivative: return partial_derivative(kids);
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
      case Op::Tuple: return counted(op, kids);
      case Op::List: return !kids.empty() && counted(op, kids);
      case Op::Matrix: return matrix(kids);
      case Op::Cases:
        return !(kids.size() == 1 && tree_.op(kids[0]) == Op::Matrix) && simple("O!cases", kids);
      case Op::Interval: return interval(id, kids);
      case Op::Delimited: return delimited(id, kids);
      case Op::Fragments: return fragments(kids);
      default: return other(id, op, kids);
    }
  }

  bool simple(std::string_view tag, Children kids) {
    plain(tag, kids);
    return true;
  }

  bool other(NodeId id, Op op, Children kids) {
    if (kids.size() == 1 && big_version(op).op != Op::Missing) return false;
    if (kids.size() == 2 && congruence(tree_, op, kids[1])) return false;
    const std::string tag = tag_of(id, kids.size());
    if (tag.starts_with("F!") && !has_meaning(function_meaning(tag.substr(2), kids.size()), id)) {
      return false;
    }
    return simple(tag, kids);
  }

  bool written_leaf(NodeId id, Op op) {
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

  bool call(NodeId id, Children kids) {
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

  bool root(Children kids) {
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

  bool power(Children kids) {
    if (kids.size() != 2) return simple("O!SUP", kids);
    if (!is_plain_superscript(kids[1])) return false;
    if (!squared_function(kids[0], kids[1])) plain("O!SUP", kids);
    return true;
  }

  // sin² x is a squared sine applied to x.
  bool squared_function(NodeId base, NodeId exponent) {
    const Children operands = tree_.children(base);
    if (tree_.op(base) != Op::Call || operands.empty()) return false;
    const std::string_view name = tree_.label(base);
    const Symbol* symbol = name.size() > 1 ? symbol_by_glyph(name) : nullptr;
    if (symbol == nullptr || symbol->role != SymbolRole::Function) return false;
    if (function_meaning(name, 0) != TangentMeaning{Op::Call, std::string(name)}) return false;
    const bool minus_one = tree_.op(exponent) == Op::Negate &&
                           tree_.children(exponent).size() == 1 &&
                           is_number(tree_.child(exponent, 0), "1");
    if (minus_one && !inverse_function(name).empty()) return false;
    const std::string tag = bare_tag(base);
    open("+!");
    out_ += tag;
    child(0);
    scripted_leaf("O!SUP", tag, exponent);
    children(operands, 1);
    close();
    return true;
  }

  bool superscript(Children kids) {
    const bool sign = kids.size() == 2 && is_bare_operator(tree_, kids[1]) &&
                      prime_count(tree_, kids[1]) == 0;
    return simple(sign ? "O!SUP" : "O!SUP!", kids);
  }

  bool prime(Children kids) {
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

  bool logarithm(Children kids) {
    if (kids.size() != 2) return kids.size() < 2 && simple("F!log", kids);
    open("+!F!log");
    child(0);
    scripted_leaf("O!SUB", "F!log", kids[1]);
    child(1);
    node(kids[0]);
    close();
    return true;
  }

  bool application(Children kids) {
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

  bool is_annotated_relation(NodeId head) const {
    const Op op = tree_.op(head);
    return (op == Op::Over || op == Op::Under) && tree_.children(head).size() == 2 &&
           is_relation_head(tree_, head);
  }

  // What stands over or under a relation is a script to LaTeXML; a prime there would be lost.
  bool head_reads_back(NodeId head) const {
    for (; is_annotated_relation(head); head = tree_.child(head, 0)) {
      if (prime_count(tree_, tree_.child(head, 1)) > 0) return false;
    }
    return !is_scripted_relation(tree_, head) &&
           !(tree_.op(head) == Op::Prime && is_relation_head(tree_, head));
  }

  void relation_head(NodeId head) {
    if (!is_annotated_relation(head)) return node(head);
    open(tree_.op(head) == Op::Over ? "O!SUP" : "O!SUB");
    child(0);
    relation_head(tree_.child(head, 0));
    child(1);
    node(tree_.child(head, 1));
    close();
  }

  // The tag of an application names the operator under the first script of its head.
  void application_tag(NodeId head) {
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

  bool congruent(Children kids) {
    if (kids.size() != 3) return simple("O!congruent-modulo", kids);
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

  // a = b < c as [U!and,0[U!eq,0[a],1[b]],1[O!lt,0[c]]]
  bool chain(Children kids) {
    bool fits = kids.size() >= 5 && kids.size() % 2 == 1;
    for (std::size_t i = 1; fits && i < kids.size(); i += 2) {
      const Op op = tree_.op(kids[i]);
      const bool bare = tree_.children(kids[i]).empty();
      fits = op != Op::Chain && !is_connective(op) && is_relation_head(tree_, kids[i]) &&
             (bare || head_reads_back(kids[i]));
    }
    if (!fits || congruence(tree_, tree_.op(kids[1]), kids[2])) return simple("O!chain", kids);
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

  // --- big operators and integrals ---

  // The head of an application: the operator under its limits.
  void limits(std::string_view tag, NodeId lower, NodeId upper) {
    if (lower == kNoNode) return scripted_leaf("O!SUP", tag, upper);
    if (upper == kNoNode) return scripted_leaf("O!SUB", tag, lower);
    open("O!SUP");
    child(0);
    scripted_leaf("O!SUB", tag, lower);
    child(1);
    node(upper);
    close();
  }

  // Splits off the limits; false when they are not in their usual form.
  bool take_limits(Children given, NodeId& lower, NodeId& upper) const {
    lower = given.empty() || is_missing(given[0]) ? kNoNode : given[0];
    upper = given.size() < 2 ? kNoNode : given[1];
    if (given.size() > 2 || (given.size() == 1 && lower == kNoNode)) return false;
    return upper == kNoNode || (!is_missing(upper) && prime_count(tree_, upper) == 0);
  }

  void open_with_limits(std::string_view tag, NodeId lower, NodeId upper) {
    open("+!");
    out_ += lower != kNoNode && upper != kNoNode ? "O!SUB" : tag;
    child(0);
    limits(tag, lower, upper);
    child(1);
  }

  bool with_limits(NodeId id, Op op, Children kids) {
    NodeId lower = kNoNode;
    NodeId upper = kNoNode;
    if (kids.empty()) return simple(bare_tag(id), kids);
    if (!take_limits(kids.subspan(1), lower, upper)) return false;
    const Op infix = infix_version(op, tree_.label(id));
    const std::string tag =
        infix == Op::Missing ? bare_tag(id) : std::string(op_info(infix).tangent);
    if (kids.size() == 1) return simple(tag, kids);
    open_with_limits(tag, lower, upper);
    node(kids[0]);
    close();
    return true;
  }

  bool integral(NodeId id, Op op, Children kids) {
    if (kids.empty()) return simple(bare_tag(id), kids);
    NodeId lower = kNoNode;
    NodeId upper = kNoNode;
    if (kids.size() > 2 && !take_limits(kids.subspan(2), lower, upper)) return false;
    if (kids.size() == 2 && is_missing(kids[1])) return false;
    const NodeId integrand = kids[0];
    const bool has_variable = kids.size() > 1 && !is_missing(kids[1]);
    Children variables = has_variable ? kids.subspan(1, 1) : Children();
    const std::size_t most = op == Op::DoubleIntegral ? 2 : op == Op::TripleIntegral ? 3 : 1;
    if (has_variable && most > 1 && tree_.op(kids[1]) == Op::Tuple) {
      variables = tree_.children(kids[1]);
      if (variables.size() < 2 || variables.size() > most) return false;
    }
    Children factors = kids.first(1);
    if (tree_.op(integrand) == Op::Times && tree_.children(integrand).size() >= 2) {
      factors = tree_.children(integrand);
    }
    if (has_variable && is_number(integrand, "1")) factors = {};
    // Differentials of the integrand itself must not be taken for the variable's.
    const Differentials own = trailing_differentials(tree_, op, factors);
    if (own.count > 0 && (!has_variable || (own.width == 1 && variables.size() < most))) {
      return false;
    }
    if (has_variable && !factors.empty() && is_bare_not(factors[0])) return false;
    const std::string tag = bare_tag(id);
    if (lower != kNoNode || upper != kNoNode) {
      open_with_limits(tag, lower, upper);
    } else {
      open(tag);
      child(0);
    }
    if (has_variable) {
      differential_body(factors, variables);
    } else {
      node(integrand);
    }
    if (op == Op::Integral && lower == kNoNode && upper == kNoNode) {
      child(1);
      leaf("W!");
      child(2);
      leaf("W!");
    }
    close();
    return true;
  }

  void differential_body(Children factors, Children variables) {
    const bool product = factors.size() + variables.size() > 1;
    if (product) {
      open("U!times");
      children(factors);
    }
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (product) child(factors.size() + i);
      plain("F!d", variables.subspan(i, 1));
    }
    if (product) close();
  }

  // --- derivatives ---

  bool is_order(NodeId id) const {
    const Op op = tree_.op(id);
    return (op == Op::Number || op == Op::Variable) && tree_.children(id).empty() &&
           prime_count(tree_, id) == 0;
  }

  bool derivative(Children kids) {
    const bool fits = (kids.size() == 2 || (kids.size() == 3 && is_order(kids[2]))) &&
                      !is_missing(kids[1]);
    if (!fits) return simple("O!diff", kids);
    Children factors = kids.first(1);
    if (is_missing(kids[0])) factors = {};
    if (tree_.op(kids[0]) == Op::Times && tree_.children(kids[0]).size() >= 2) {
      factors = tree_.children(kids[0]);
    }
    const auto sign = [&] {
      if (kids.size() == 3) return scripted_leaf("O!SUP", "V!𝑑", kids[2]);
      leaf("V!𝑑");
    };
    open("O!divide");
    child(0);
    if (factors.empty()) {
      sign();
    } else {
      open("U!times");
      child(0);
      sign();
      children(factors, 1);
      close();
    }
    child(1);
    open("U!times");
    child(0);
    leaf("V!𝑑");
    child(1);
    if (kids.size() == 3) {
      plain("O!SUP", kids.subspan(1, 2));
    } else {
      node(kids[1]);
    }
    close();
    close();
    return true;
  }

  bool is_counted_power(NodeId id) const {
    if (tree_.op(id) != Op::Power || tree_.children(id).size() != 2) return false;
    const NodeId exponent = tree_.child(id, 1);
    const std::string_view label = tree_.label(exponent);
    return tree_.op(exponent) == Op::Number && label.size() == 1 && label[0] >= '2' &&
           label[0] <= '9';
  }

  // The length of the run of one leaf at the front, at most 9.
  std::size_t run(Children variables) const {
    std::size_t length = 1;
    const NodeId first = variables[0];
    while (length < variables.size() && length < 9 && tree_.children(first).empty() &&
           tree_.op(variables[length]) == tree_.op(first) &&
           tree_.label(variables[length]) == tree_.label(first) &&
           tree_.children(variables[length]).empty()) {
      ++length;
    }
    return length;
  }

  bool partial_derivative(Children kids) {
    if (kids.size() < 2) return false;
    const Children variables = kids.subspan(1);
    if (std::ranges::any_of(variables, [&](NodeId id) { return is_counted_power(id); })) {
      return simple("O!partialdiff", kids);
    }
    // ∂^n f / ∂x^n with a letter for n
    const NodeId only = variables.size() == 1 ? variables[0] : kNoNode;
    const bool symbolic = only != kNoNode && tree_.op(only) == Op::Power &&
                          tree_.children(only).size() == 2 && is_order(tree_.child(only, 1));
    open("O!divide");
    child(0);
    partial_numerator(kids[0], variables.size(), symbolic ? tree_.child(only, 1) : kNoNode);
    child(1);
    std::size_t runs = 0;
    for (Children rest = variables; !rest.empty(); rest = rest.subspan(run(rest))) ++runs;
    if (runs > 1) open("U!times");
    std::size_t index = 0;
    for (Children rest = variables; !rest.empty();) {
      const std::size_t length = run(rest);
      if (runs > 1) child(index++);
      open("O!partialdiff");
      child(0);
      if (length == 1) {
        node(rest[0]);
      } else {
        open("O!SUP");
        child(0);
        node(rest[0]);
        child(1);
        leaf("N!" + std::to_string(length));
        close();
      }
      close();
      rest = rest.subspan(length);
    }
    if (runs > 1) close();
    close();
    return true;
  }

  void partial_numerator(NodeId body, std::size_t count, NodeId order) {
    const Children bodies = is_missing(body) ? Children() : Children(&body, 1);
    if (count == 1 && order == kNoNode) return plain("O!partialdiff", bodies);
    if (!bodies.empty()) {
      open("+!O!partialdiff");
      child(0);
    }
    open("O!SUP");
    child(0);
    leaf("O!partialdiff");
    child(1);
    if (order == kNoNode) {
      leaf("N!" + std::to_string(count));
    } else {
      node(order);
    }
    close();
    if (!bodies.empty()) {
      children(bodies, 1);
      close();
    }
  }

  // --- structures ---

  bool counted(Op op, Children kids) {
    return simple(std::string(op_info(op).tangent) + std::to_string(kids.size()), kids);
  }

  bool matrix(Children kids) {
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

  bool interval(NodeId id, Children kids) {
    const std::string_view label = tree_.label(id);
    if (label == "closed") return simple("O!interval(C-C)", kids);
    if (label == "open") return simple("O!interval(O-O)", kids);
    if (label == "closed-open") return simple("O!interval(C-O)", kids);
    if (label == "open-closed") return simple("O!interval(O-C)", kids);
    return false;
  }

  bool delimited(NodeId id, Children kids) {
    std::string tag = "M!D-";
    if (const std::string fences = fences_to_tangent(tree_.label(id)); !fences.empty()) {
      tag += fences;
    } else {
      tag += '-';
      append_escaped(tag, tree_.label(id));
    }
    return simple(tag, kids);
  }

  bool fragments(Children kids) {
    if (kids.empty()) return simple("O!fragments", kids);
    open("E!");
    child(0);
    leaf("O!fragments");
    children(kids, 1);
    close();
    return true;
  }

  const OperatorTree& tree_;
  std::string& out_;
  std::vector<ChainLink> links_;
};

}  // namespace

void write_tangent_opt(const OperatorTree& tree, std::string& out) {
  if (!tree.empty()) OptWriter(tree, out).node(tree.root());
}

}  // namespace noether::formula
