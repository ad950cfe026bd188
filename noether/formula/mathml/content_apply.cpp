// Applications of Content MathML: operators with their operands and qualifiers.
#include <array>

#include "noether/formula/mathml/content_elements.h"
#include "noether/formula/mathml/token_text.h"

namespace noether::formula {
namespace {

bool is_limit(Op op) {
  return op == Op::Limit || op == Op::LimitSuperior || op == Op::LimitInferior;
}

}  // namespace

ContentReader::Operands ContentReader::operands_of(std::span<const NodeId> elements) const {
  Operands operands;
  for (const NodeId element : elements) {
    const std::string_view name = xml_.name(element);
    const NodeId inside = xml_.first_element(element);
    if (name == "bvar") {
      operands.bound.push_back(element);
    } else if (name == "lowlimit") {
      operands.lower = inside;
    } else if (name == "uplimit") {
      operands.upper = inside;
    } else if (name == "condition") {
      operands.condition = inside;
    } else if (name == "domainofapplication") {
      operands.domain = inside;
    } else if (name == "degree") {
      operands.degree = inside;
    } else if (name == "logbase") {
      operands.base = inside;
    } else {
      operands.plain.push_back(element);
    }
  }
  // ∫ over an <interval>, which comes before the integrand.
  if (!operands.bound.empty() && operands.plain.size() > 1 &&
      xml_.name(operands.plain[0]) == "interval") {
    const Elements ends = xml_.elements(operands.plain[0]);
    if (ends.size() == 2) {
      operands.lower = ends[0];
      operands.upper = ends[1];
      operands.plain.erase(operands.plain.begin());
    }
  }
  return operands;
}

std::optional<ContentReader::Head> ContentReader::head_of(NodeId element,
                                                          std::size_t operands) const {
  const std::string_view name = xml_.name(element);
  if (name == "ci" || name == "csymbol") {
    const NodeId inner = xml_.first_element(element);
    if (inner != kNoNode && xml_.name(inner) != "mglyph") return std::nullopt;
    const std::string label = label_of(element);
    const std::string_view dictionary = xml_.attribute(element, "cd");
    if (name == "csymbol" && dictionary == "noether") {
      const auto op = op_of_noether(label);
      if (!op) return std::nullopt;
      return Head{{*op, ""}, true};
    }
    if (name == "ci" || dictionary == "unknown" || dictionary == "mws") {
      return Head{meaning_as_head(without_font_prefix(label), operands)};
    }
    if (auto meaning = meaning_of_latexml(label)) return Head{*meaning};
    if (auto meaning = meaning_of_element(label)) return Head{*meaning};
    return Head{{Op::Call, label}};
  }
  if (xml_.first_child(element) != kNoNode) return std::nullopt;
  auto meaning = meaning_of_element(name);
  if (!meaning || is_leaf(meaning->op)) return std::nullopt;
  return Head{*meaning};
}

NodeId ContentReader::apply(NodeId element) {
  Elements parts = xml_.elements(element);
  const base::Span source = xml_.source(element);
  if (parts.empty()) return error_leaf("", element, "an application without an operator");
  if (xml_.name(parts[0]) == "fn" && xml_.first_element(parts[0]) != kNoNode) {
    parts[0] = xml_.first_element(parts[0]);
  }
  const std::span<const NodeId> rest = std::span(parts).subspan(1);
  if (const auto made = latexml_apply(parts[0], rest, source)) return *made;
  if (const auto made = scripted_apply(parts[0], rest, source)) return *made;
  const Operands operands = operands_of(rest);
  if (const auto head = head_of(parts[0], operands.plain.size())) {
    if (head->literal) return literal(head->meaning.op, rest, source);
    return apply_operator(head->meaning, operands, source);
  }
  if (rest.empty()) return read(parts[0]);
  return add(Op::Apply, "", read_all(parts), source);
}

// An operator of the dictionary "noether" with its operands in order; a labelled one has its label
// first.
NodeId ContentReader::literal(Op op, std::span<const NodeId> operands, base::Span source) {
  std::string label;
  if (op_info(op).labelled && !operands.empty() && xml_.name(operands[0]) == "cs") {
    append_label(xml_, operands[0], LabelKind::Text, Alphabet::Plain, label);
    operands = operands.subspan(1);
  }
  return add(op, label, read_all(operands), source);
}

NodeId ContentReader::apply_operator(const Meaning& meaning, const Operands& operands,
                                     base::Span source) {
  const Op op = meaning.op;
  const Elements& plain = operands.plain;
  std::optional<NodeId> special;
  switch (op) {
    case Op::Minus:
      if (plain.size() == 1) return add(Op::Negate, "", read_all(plain), source);
      break;
    case Op::And:
      special = chain(plain, source);
      break;
    case Op::Equivalent:
      special = congruence(plain, source);
      break;
    case Op::Divide:
      special = partial_fraction(plain, source);
      break;
    case Op::Derivative:
      return derivative(operands, source);
    case Op::PartialDerivative:
      return partial_derivative(operands, source);
    case Op::ForAll:
    case Op::Exists:
    case Op::NotExists:
      return quantified(meaning, operands, source);
    case Op::Root:
    case Op::Log: {
      Nodes children = read_all(plain);
      const NodeId extra = op == Op::Root ? operands.degree : operands.base;
      if (extra != kNoNode) children.push_back(read(extra));
      return add(op, "", children, source);
    }
    default:
      break;
  }
  if (special) return *special;
  if (is_integral(op)) return integral(op, operands, source);
  if (op_info(op).klass == OpClass::Big) return big_operator(meaning, operands, source);
  if (is_relation(op)) {
    if (const auto lifted = lifted_quantifier(meaning, plain, source)) return *lifted;
  }
  return add(op, meaning.label, read_all(plain), source);
}

// The operand of a big operator; several operands form one tuple.
NodeId ContentReader::body_of(const Operands& operands, base::Span source) {
  if (operands.plain.empty()) return missing(source);
  if (operands.plain.size() == 1) return read(operands.plain[0]);
  return add(Op::Tuple, "", read_all(operands.plain), source);
}

NodeId ContentReader::bound_variable(NodeId bvar) {
  const Operands inside = operands_of(xml_.elements(bvar));
  return inside.plain.empty() ? missing(xml_.source(bvar)) : read(inside.plain[0]);
}

NodeId ContentReader::bound_variables(const Operands& operands) {
  if (operands.bound.empty()) return missing({});
  if (operands.bound.size() == 1) return bound_variable(operands.bound[0]);
  Nodes variables;
  for (const NodeId bvar : operands.bound) variables.push_back(bound_variable(bvar));
  return add(Op::Tuple, "", variables, {});
}

// The term under the sign: k = 0, x → 0, k ∈ S, or a condition; kNoNode if there is none.
NodeId ContentReader::lower_bound(Op op, const Operands& operands) {
  if (operands.condition != kNoNode) return read(operands.condition);
  const bool bound = !operands.bound.empty();
  if (operands.lower != kNoNode) {
    if (!bound) return read(operands.lower);
    const NodeId variable = bound_variables(operands);
    return add(is_limit(op) ? Op::To : Op::Equal, {variable, read(operands.lower)}, {});
  }
  if (operands.domain != kNoNode) {
    if (!bound) return read(operands.domain);
    const NodeId variable = bound_variables(operands);
    return add(Op::In, {variable, read(operands.domain)}, {});
  }
  return bound ? bound_variables(operands) : kNoNode;
}

NodeId ContentReader::big_operator(const Meaning& meaning, const Operands& operands,
                                   base::Span source) {
  const NodeId lower = lower_bound(meaning.op, operands);
  if (operands.plain.empty() && lower == kNoNode && operands.upper == kNoNode) {
    return tree_.add_leaf(meaning.op, meaning.label, source);
  }
  Nodes children = {body_of(operands, source)};
  if (lower != kNoNode) {
    children.push_back(lower);
  } else if (operands.upper != kNoNode) {
    children.push_back(missing(source));
  }
  if (operands.upper != kNoNode) children.push_back(read(operands.upper));
  return add(meaning.op, meaning.label, children, source);
}

NodeId ContentReader::integral(Op op, const Operands& operands, base::Span source) {
  NodeId integrand = kNoNode;
  NodeId variable = kNoNode;
  if (operands.bound.empty() && operands.plain.size() == 1 && has_differential(operands.plain[0])) {
    Nodes variables;
    integrand = without_differentials(operands.plain[0], variables);
    variable = variables.size() == 1 ? variables[0] : add(Op::Tuple, "", variables, {});
  } else {
    if (!operands.bound.empty()) variable = bound_variables(operands);
    if (!operands.plain.empty()) integrand = body_of(operands, source);
  }
  NodeId lower = operands.lower;
  if (lower == kNoNode) lower = operands.domain != kNoNode ? operands.domain : operands.condition;
  if (integrand == kNoNode && variable == kNoNode && lower == kNoNode &&
      operands.upper == kNoNode) {
    return tree_.add_leaf(op, "", source);
  }
  const bool limits = lower != kNoNode || operands.upper != kNoNode;
  Nodes children = {integrand == kNoNode ? missing(source) : integrand};
  if (variable != kNoNode || limits) {
    children.push_back(variable == kNoNode ? missing(source) : variable);
  }
  if (limits) children.push_back(lower == kNoNode ? missing(source) : read(lower));
  if (operands.upper != kNoNode) children.push_back(read(operands.upper));
  return add(op, "", children, source);
}

NodeId ContentReader::derivative(const Operands& operands, base::Span source) {
  if (operands.bound.size() > 1) return partial_derivative(operands, source);
  Nodes children = {body_of(operands, source)};
  if (operands.bound.size() == 1) {
    const NodeId bvar = operands.bound[0];
    children.push_back(bound_variable(bvar));
    const Operands inside = operands_of(xml_.elements(bvar));
    if (inside.degree != kNoNode) children.push_back(read(inside.degree));
  }
  return add(Op::Derivative, "", children, source);
}

// One variable for each differentiation; without variables, LaTeXML means the sign ∂ before an
// operand.
NodeId ContentReader::partial_derivative(const Operands& operands, base::Span source) {
  if (operands.bound.empty()) {
    return add(Op::PartialSymbol, "", read_all(operands.plain), source);
  }
  Nodes children = {body_of(operands, source)};
  for (const NodeId bvar : operands.bound) {
    const NodeId variable = bound_variable(bvar);
    const Operands inside = operands_of(xml_.elements(bvar));
    if (inside.degree == kNoNode) {
      children.push_back(variable);
      continue;
    }
    const NodeId degree = read(inside.degree);
    append_powers(add(Op::Power, {variable, degree}, {}), children);
  }
  return add(Op::PartialDerivative, "", children, source);
}

// Reads x² as two differentiations if the exponent is a small number.
void ContentReader::append_powers(NodeId variable, Nodes& out) {
  if (tree_.op(variable) == Op::Power && tree_.children(variable).size() == 2) {
    const NodeId exponent = tree_.child(variable, 1);
    const std::string_view count = tree_.label(exponent);
    if (tree_.op(exponent) == Op::Number && count.size() == 1 && count[0] >= '1' &&
        count[0] <= '9') {
      out.insert(out.end(), static_cast<std::size_t>(count[0] - '0'), tree_.child(variable, 0));
      return;
    }
  }
  out.push_back(variable);
}

NodeId ContentReader::quantified(const Meaning& meaning, const Operands& operands,
                                 base::Span source) {
  Nodes children;
  if (!operands.bound.empty()) {
    if (operands.condition != kNoNode) {
      children.push_back(read(operands.condition));
    } else if (operands.domain != kNoNode) {
      const NodeId variables = bound_variables(operands);
      children.push_back(add(Op::In, {variables, read(operands.domain)}, source));
    } else {
      children.push_back(bound_variables(operands));
    }
  }
  const Nodes plain = read_all(operands.plain);
  children.insert(children.end(), plain.begin(), plain.end());
  return add(meaning.op, meaning.label, children, source);
}

}  // namespace noether::formula
