// The forms that are special to LaTeXML: scripts without meaning, chains of relations with shared
// operands, differentials among the factors, and fragments that its grammar could not join.
#include <algorithm>
#include <array>

#include "noether/formula/mathml/content_elements.h"
#include "noether/formula/mathml/token_text.h"
#include "noether/formula/symbols.h"

namespace noether::formula {
namespace {

bool is_quantifier(Op op) { return op == Op::ForAll || op == Op::Exists || op == Op::NotExists; }

bool is_function_name(std::string_view label) {
  const Symbol* symbol = symbol_by_glyph(label);
  return symbol != nullptr &&
         (symbol->role == SymbolRole::Function || symbol->role == SymbolRole::LimitFunction);
}

}  // namespace

bool ContentReader::is_symbol(NodeId element, std::string_view name) const {
  return xml_.name(element) == "csymbol" && xml_.attribute(element, "cd") != "noether" &&
         label_of(element) == name;
}

bool ContentReader::is_apply_of(NodeId element, std::string_view symbol_name) const {
  if (element == kNoNode || xml_.name(element) != "apply") return false;
  const NodeId head = xml_.first_element(element);
  return head != kNoNode && is_symbol(head, symbol_name);
}

// The text of a leaf element; empty for any element with children.
std::string ContentReader::leaf_text(NodeId element) const {
  const std::string_view name = xml_.name(element);
  if (name != "ci" && name != "cn" && name != "csymbol") return {};
  return label_of(element);
}

bool ContentReader::is_minus_one(NodeId element) const {
  if (leaf_text(element) == "-1") return true;
  const Elements parts = xml_.elements(element);
  return xml_.name(element) == "apply" && parts.size() == 2 && xml_.name(parts[0]) == "minus" &&
         leaf_text(parts[1]) == "1";
}

std::optional<NodeId> ContentReader::latexml_apply(NodeId head, std::span<const NodeId> operands,
                                                   base::Span source) {
  if (xml_.name(head) != "csymbol" || xml_.attribute(head, "cd") == "noether") return std::nullopt;
  const std::string name = label_of(head);
  if (name == "superscript" && operands.size() == 2) return superscript(operands, source);
  if (name == "cases") return cases(operands, source);
  if (name == "matrix" && operands.size() == 1) return read(operands[0]);
  if (name == "missing-subexpression") return missing(source);
  if (name == "annotated" && operands.size() == 2) {
    const Elements note = xml_.elements(operands[1]);
    if (note.size() == 2 && leaf_text(note[0]) == "pmod") {
      const NodeId value = read(operands[0]);
      return add(Op::Modulo, {value, read(note[1])}, source);
    }
    return add(Op::Phrase, "", read_all(operands), source);
  }
  if (name == "formulae-sequence") {
    // LaTeXML writes a, b, c as a sequence of a and the sequence of b and c.
    Nodes formulas;
    Elements rest(operands.begin(), operands.end());
    while (!rest.empty()) {
      const NodeId last = rest.back();
      rest.pop_back();
      for (const NodeId element : rest) formulas.push_back(read(element));
      if (!is_apply_of(last, name)) {
        formulas.push_back(read(last));
        break;
      }
      rest = xml_.elements(last);
      rest.erase(rest.begin());
    }
    return add(Op::List, "", formulas, source);
  }
  return std::nullopt;
}

NodeId ContentReader::superscript(std::span<const NodeId> operands, base::Span source) {
  const NodeId base = read(operands[0]);
  if (const std::size_t primes = count_primes(leaf_text(operands[1])); primes > 0) {
    const NodeId count = tree_.add_leaf(Op::Number, std::to_string(primes), source);
    return add(Op::Prime, {base, count}, source);
  }
  const NodeId script = read(operands[1]);
  const Op op = tree_.op(script);
  const bool sign =
      tree_.children(script).empty() && (!is_leaf(op) || op == Op::Symbol) && op != Op::Call;
  return add(sign ? Op::Superscript : Op::Power, {base, script}, source);
}

// Alternating values and conditions, or rows of a matrix with a value in front.
NodeId ContentReader::cases(std::span<const NodeId> operands, base::Span source) {
  if (operands.size() != 1 || xml_.name(operands[0]) != "matrix") {
    return add(Op::Cases, "", read_all(operands), source);
  }
  Nodes parts;
  for (const NodeId row : xml_.elements(operands[0])) {
    Nodes cells = read_all(xml_.elements(row));
    if (cells.empty()) continue;
    parts.push_back(cells[0]);
    cells.erase(cells.begin());
    if (cells.empty()) {
      parts.push_back(missing(source));
    } else {
      parts.push_back(cells.size() == 1 ? cells[0] : add(Op::Phrase, "", cells, source));
    }
  }
  return add(Op::Cases, "", parts, source);
}

// ∑ with its limits, sin², log₂: an operator under scripts at the head of an application.
std::optional<NodeId> ContentReader::scripted_apply(NodeId head, std::span<const NodeId> operands,
                                                    base::Span source) {
  NodeId lower = kNoNode;
  NodeId upper = kNoNode;
  NodeId core = head;
  while (true) {
    const bool low = is_apply_of(core, "subscript");
    if (!low && !is_apply_of(core, "superscript")) break;
    const Elements parts = xml_.elements(core);
    NodeId& place = low ? lower : upper;
    if (parts.size() != 3 || place != kNoNode) return std::nullopt;
    place = parts[2];
    core = parts[1];
  }
  if (core == head) return std::nullopt;
  const auto sign = head_of(core, operands.size());
  if (!sign || sign->literal) return std::nullopt;
  if (auto big = big_form(sign->meaning.op)) {
    Operands parts = operands_of(operands);
    parts.lower = lower;
    parts.upper = upper;
    if (big->op == Op::BigOperator && big->label.empty()) big->label = sign->meaning.label;
    return apply_operator(*big, parts, source);
  }
  const bool named = sign->meaning.op == Op::Call &&
                     (xml_.name(core) != "ci" || is_function_name(sign->meaning.label));
  if (named || sign->meaning.op == Op::Log) {
    return scripted_function(*sign, lower, upper, operands, source);
  }
  return std::nullopt;
}

NodeId ContentReader::scripted_function(const Head& core, NodeId lower, NodeId upper,
                                        std::span<const NodeId> operands, base::Span source) {
  const std::string name = core.meaning.op == Op::Log ? "log" : core.meaning.label;
  Nodes arguments = read_all(operands);
  if (lower == kNoNode && upper != kNoNode && is_minus_one(upper)) {
    if (const std::string_view inverse = inverse_function(name); !inverse.empty()) {
      return add(Op::Call, inverse, arguments, source);
    }
  }
  const std::size_t primes = upper == kNoNode ? 0 : count_primes(leaf_text(upper));
  NodeId applied = kNoNode;
  if (core.meaning.op == Op::Log && primes == 0) {
    if (lower != kNoNode) arguments.push_back(read(lower));
    applied = add(Op::Log, "", arguments, source);
  } else if (lower == kNoNode && primes == 0) {
    applied = add(Op::Call, name, arguments, source);
  } else {
    NodeId function = tree_.add_leaf(Op::Variable, name, source);
    if (lower != kNoNode) function = add(Op::Subscript, {function, read(lower)}, source);
    if (primes > 0) {
      const NodeId count = tree_.add_leaf(Op::Number, std::to_string(primes), source);
      function = add(Op::Prime, {function, count}, source);
    }
    arguments.insert(arguments.begin(), function);
    applied = add(Op::Apply, "", arguments, source);
  }
  if (upper == kNoNode || primes > 0) return applied;
  return add(Op::Power, {applied, read(upper)}, source);
}

// a = b < c as and(a = b, share < c), or with the shared operand left out.
std::optional<NodeId> ContentReader::chain(std::span<const NodeId> relations, base::Span source) {
  if (relations.size() < 2) return std::nullopt;
  Elements operands;
  std::vector<Head> signs;
  for (const NodeId relation : relations) {
    if (xml_.name(relation) != "apply") return std::nullopt;
    const Elements parts = xml_.elements(relation);
    if (parts.empty()) return std::nullopt;
    const auto sign = head_of(parts[0], 2);
    if (!sign || sign->literal) return std::nullopt;
    if (!is_relation(sign->meaning.op) && !is_implication(sign->meaning.op)) return std::nullopt;
    if (operands.empty()) {
      if (parts.size() != 3) return std::nullopt;
      operands.push_back(parts[1]);
    } else if (parts.size() != 2 && (parts.size() != 3 || xml_.name(parts[1]) != "share")) {
      return std::nullopt;
    }
    signs.push_back(*sign);
    operands.push_back(parts.back());
  }
  Nodes parts = {read(operands[0])};
  for (std::size_t i = 0; i < signs.size(); ++i) {
    parts.push_back(tree_.add_leaf(signs[i].meaning.op, signs[i].meaning.label, source));
    parts.push_back(read(operands[i + 1]));
  }
  return chain_between_connectives(parts, source);
}

// Implications are looser than relations, so a = b ⇒ c < d is not a chain of four.
NodeId ContentReader::chain_between_connectives(std::span<const NodeId> parts, base::Span source) {
  const auto join = [&](std::span<const NodeId> piece) {
    if (piece.size() == 1) return piece[0];
    if (piece.size() > 3) return add(Op::Chain, "", piece, source);
    const std::string label(tree_.label(piece[1]));
    const std::array<NodeId, 2> sides = {piece[0], piece[2]};
    return add(tree_.op(piece[1]), label, sides, source);
  };
  Nodes statements;
  std::size_t start = 0;
  for (std::size_t i = 1; i < parts.size(); i += 2) {
    if (!is_implication(tree_.op(parts[i]))) continue;
    statements.push_back(join(parts.subspan(start, i - start)));
    statements.push_back(parts[i]);
    start = i + 1;
  }
  statements.push_back(join(parts.subspan(start)));
  return join(statements);
}

// a ≡ b mod n
std::optional<NodeId> ContentReader::congruence(std::span<const NodeId> operands,
                                                base::Span source) {
  if (operands.size() != 2) return std::nullopt;
  const Elements right = xml_.elements(operands[1]);
  if (right.size() != 3) return std::nullopt;
  NodeId modulus = kNoNode;
  if (is_apply_of(operands[1], "modulo")) modulus = right[2];
  if (is_apply_of(operands[1], "annotated")) {
    const Elements note = xml_.elements(right[2]);
    if (note.size() == 2 && leaf_text(note[0]) == "pmod") modulus = note[1];
  }
  if (modulus == kNoNode) return std::nullopt;
  const NodeId a = read(operands[0]);
  const NodeId b = read(right[1]);
  return add(Op::Congruent, {a, b, read(modulus)}, source);
}

// LaTeXML writes ∂f/∂x as the quotient of two signs before operands.
std::optional<NodeId> ContentReader::partial_fraction(std::span<const NodeId> operands,
                                                      base::Span source) {
  if (operands.size() != 2) return std::nullopt;
  const auto is_sign = [&](NodeId element) {
    return xml_.name(element) == "partialdiff" && xml_.first_child(element) == kNoNode;
  };
  const auto is_partial = [&](NodeId element) {
    const Elements parts = xml_.elements(element);
    return xml_.name(element) == "apply" && parts.size() == 2 && is_sign(parts[0]) &&
           xml_.name(parts[1]) != "bvar";
  };
  // The function: ∂f, ∂ⁿf, or empty so far.
  NodeId function = kNoNode;
  const Elements top = xml_.elements(operands[0]);
  if (is_partial(operands[0])) {
    function = top[1];
  } else if (!is_sign(operands[0])) {
    NodeId sign = operands[0];
    if (xml_.name(sign) == "apply" && top.size() == 2 && is_apply_of(top[0], "superscript")) {
      function = top[1];
      sign = top[0];
    }
    const Elements power = xml_.elements(sign);
    if (!is_apply_of(sign, "superscript") || power.size() != 3 || !is_sign(power[1])) {
      return std::nullopt;
    }
  }
  Elements bottom = {operands[1]};
  if (!is_partial(operands[1])) {
    bottom = xml_.elements(operands[1]);
    if (bottom.size() < 2 || xml_.name(bottom[0]) != "times") return std::nullopt;
    bottom.erase(bottom.begin());
  }
  if (!std::ranges::all_of(bottom, is_partial)) return std::nullopt;
  Nodes children = {function == kNoNode ? missing(source) : read(function)};
  for (const NodeId element : bottom) append_powers(read(xml_.elements(element)[1]), children);
  return add(Op::PartialDerivative, "", children, source);
}

// LaTeXML writes ∃x ∈ S as (∃x) ∈ S.
std::optional<NodeId> ContentReader::lifted_quantifier(const Meaning& relation,
                                                       std::span<const NodeId> operands,
                                                       base::Span source) {
  if (operands.size() < 2 || xml_.name(operands[0]) != "apply") return std::nullopt;
  const Elements parts = xml_.elements(operands[0]);
  if (parts.size() != 2 || xml_.name(parts[1]) == "bvar") return std::nullopt;
  const auto sign = head_of(parts[0], 1);
  if (!sign || sign->literal || !is_quantifier(sign->meaning.op)) return std::nullopt;
  Nodes sides = {read(parts[1])};
  for (const NodeId element : operands.subspan(1)) sides.push_back(read(element));
  const NodeId statement = add(relation.op, relation.label, sides, source);
  return add(sign->meaning.op, {statement}, source);
}

// Whether the factors of an integrand contain a differential at a place where the integral can take
// it.
bool ContentReader::has_differential(NodeId element) const {
  constexpr int deepest = 64;  // the recursion depth of without_differentials
  NodeId at = element;
  for (int depth = 0; depth < deepest && xml_.name(at) == "apply"; ++depth) {
    const Elements parts = xml_.elements(at);
    if (parts.size() < 2) return false;
    if (is_symbol(parts[0], "differential-d")) return true;
    const std::string_view head = xml_.name(parts[0]);
    if (head == "times") {
      return std::ranges::any_of(std::span(parts).subspan(1), [&](NodeId factor) {
        return is_apply_of(factor, "differential-d");
      });
    }
    if (head == "divide") {
      at = parts[1];
    } else if (head == "plus" || head == "minus") {
      at = parts.back();
    } else {
      return false;
    }
  }
  return false;
}

// Reads an integrand for which has_differential is true; the variables go to `variables`.
NodeId ContentReader::without_differentials(NodeId element, Nodes& variables) {
  const base::Span source = xml_.source(element);
  const Elements parts = xml_.elements(element);
  const std::span<const NodeId> operands = std::span(parts).subspan(1);
  if (is_symbol(parts[0], "differential-d")) {
    for (const NodeId operand : operands) variables.push_back(read(operand));
    return tree_.add_leaf(Op::Number, "1", source);
  }
  const std::string_view head = xml_.name(parts[0]);
  const std::size_t last = operands.size() - 1;
  Nodes children;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (head == "times") {
      if (is_apply_of(operands[i], "differential-d")) {
        without_differentials(operands[i], variables);
      } else {
        children.push_back(read(operands[i]));
      }
    } else if (i == (head == "divide" ? 0 : last)) {
      children.push_back(without_differentials(operands[i], variables));
    } else {
      children.push_back(read(operands[i]));
    }
  }
  if (head == "times") {
    if (children.empty()) return tree_.add_leaf(Op::Number, "1", source);
    if (children.size() == 1) return children[0];
    return add(Op::Times, "", children, source);
  }
  if (head == "minus" && children.size() == 1) return add(Op::Negate, "", children, source);
  return add(head == "divide" ? Op::Divide
             : head == "plus" ? Op::Plus
                              : Op::Minus,
             "", children, source);
}

NodeId ContentReader::cerror(NodeId element) {
  const base::Span source = xml_.source(element);
  const Elements parts = xml_.elements(element);
  if (!parts.empty() && xml_.name(parts[0]) == "csymbol") {
    const std::string name = label_of(parts[0]);
    const std::span<const NodeId> rest = std::span(parts).subspan(1);
    if (name == "fragments") return add(Op::Fragments, "", read_all(rest), source);
    if (name == "missing-subexpression") return missing(source);
  }
  std::string label;
  if (parts.size() > 1 && xml_.name(parts[0]) == "csymbol") {
    for (const NodeId part : std::span(parts).subspan(1)) {
      append_label(xml_, part, LabelKind::Text, Alphabet::Plain, label);
    }
  } else {
    append_label(xml_, element, LabelKind::Text, Alphabet::Plain, label);
  }
  return error_leaf(label, element, "the producer could not read " + label);
}

}  // namespace noether::formula
