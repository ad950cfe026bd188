#include "noether/formula/mathml/mathml.h"

#include "noether/formula/limits.h"
#include "noether/formula/mathml/content_elements.h"
#include "noether/formula/mathml/token_text.h"
#include "noether/formula/mathml/xml_tree.h"

namespace noether::formula {
namespace {

// Some elements are nested without making a node.
constexpr int kMaxContentDepth = kMaxOperatorDepth + 16;

// LaTeXML writes the name of an unknown macro as text.
bool names_macro(std::string_view text) {
  if (text.size() > 1 && text.front() == '\\') return true;
  return text.size() > 2 && text.front() == '{' && text.back() == '}' &&
         text.find(' ') == std::string_view::npos;
}

}  // namespace

std::string ContentReader::label_of(NodeId element) const {
  std::string label;
  append_label(xml_, element, LabelKind::Identifier, Alphabet::Plain, label);
  return label;
}

NodeId ContentReader::read_formula() {
  const NodeId element = xml_.root();
  if (xml_.name(element) != "math") return read(element);
  const Elements parts = xml_.elements(element);
  if (parts.empty()) return kNoNode;
  if (parts.size() == 1) return read(parts[0]);
  return add(Op::Fragments, "", read_all(parts), xml_.source(element));
}

NodeId ContentReader::read(NodeId element) {
  while (xml_.name(element) == "semantics" || xml_.name(element) == "maction") {
    const NodeId child = chosen_child(xml_, element, "Content");
    if (child == kNoNode) return missing(xml_.source(element));
    element = child;
  }
  if (depth_ >= kMaxContentDepth || tree_.node_count() >= kMaxNodes) exceeded_ = true;
  // Any node, because the tree is discarded.
  if (exceeded_) return tree_.node_count() > 0 ? 0 : missing({});
  ++depth_;
  const std::string_view name = xml_.name(element);
  NodeId node = kNoNode;
  if (name == "apply" || name == "reln") {
    node = apply(element);
  } else if (name == "ci") {
    node = identifier(element);
  } else if (name == "cn") {
    node = number(element);
  } else if (name == "csymbol") {
    node = symbol(element);
  } else if (name == "cs") {
    std::string text;
    append_label(xml_, element, LabelKind::Text, Alphabet::Plain, text);
    node = tree_.add_leaf(Op::Text, text, xml_.source(element));
  } else if (name == "mtext" || name == "ms") {
    node = identifier(element);
  } else if (name == "interval") {
    node = interval(element);
  } else if (name == "piecewise") {
    node = piecewise(element);
  } else if (name == "lambda") {
    node = lambda(element);
  } else if (name == "share") {
    node = shared(element);
  } else if (name == "cerror" || name == "merror") {
    node = cerror(element);
  } else if (name == "set" || name == "list" || name == "vector" || name == "matrix" ||
             name == "matrixrow") {
    node = container(element, *op_by_content(name, false));
  } else if (const auto meaning = meaning_of_element(name)) {
    node = bare(*meaning, xml_.source(element));
  } else {
    node = error_leaf("<" + std::string(name) + ">", element,
                      "not an element of Content MathML: <" + std::string(name) + ">");
  }
  --depth_;
  return node;
}

ContentReader::Nodes ContentReader::read_all(std::span<const NodeId> elements) {
  Nodes nodes;
  nodes.reserve(elements.size());
  for (const NodeId element : elements) {
    nodes.push_back(read(element));
    if (exceeded_) break;
  }
  return nodes;
}

NodeId ContentReader::error_leaf(std::string_view label, NodeId element, std::string message) {
  diagnostics_.push_back({std::move(message), xml_.source(element), ""});
  return tree_.add_leaf(Op::Error, label, xml_.source(element));
}

// An operator without operands; the name of a function is a variable.
NodeId ContentReader::bare(const Meaning& meaning, base::Span source) {
  if (meaning.op == Op::Call) return tree_.add_leaf(Op::Variable, meaning.label, source);
  if (meaning.op == Op::PartialDerivative) return tree_.add_leaf(Op::PartialSymbol, "", source);
  return tree_.add_leaf(meaning.op, meaning.label, source);
}

NodeId ContentReader::identifier(NodeId element) {
  const base::Span source = xml_.source(element);
  const NodeId inner = xml_.name(element) == "ci" ? xml_.first_element(element) : element;
  const std::string_view kind = inner == kNoNode ? std::string_view() : xml_.name(inner);
  if (kind == "mtext" || kind == "merror" || kind == "ms") {
    std::string text;
    append_label(xml_, element, LabelKind::Text, Alphabet::Plain, text);
    if (kind == "merror" || names_macro(text)) {
      return error_leaf(text, element, "the producer could not read " + text);
    }
    return tree_.add_leaf(Op::Text, text, source);
  }
  return bare(meaning_as_operand(without_font_prefix(label_of(element))), source);
}

NodeId ContentReader::number(NodeId element) {
  const base::Span source = xml_.source(element);
  // <sep/> splits the number into two parts.
  std::vector<std::string> parts(1);
  for (NodeId id = xml_.first_child(element); id != kNoNode; id = xml_.next_sibling(id)) {
    if (!xml_.is_text(id) && xml_.name(id) == "sep") parts.emplace_back();
  }
  const auto leaf = [&](std::string_view text) { return tree_.add_leaf(Op::Number, text, source); };
  const std::string_view type = xml_.attribute(element, "type");
  if (parts.size() == 1) {
    std::string text;
    append_label(xml_, element, LabelKind::Number, Alphabet::Plain, text);
    if (type == "constant") return bare(meaning_as_operand(text), source);
    return leaf(text);
  }
  std::size_t part = 0;
  for (NodeId id = xml_.first_child(element); id != kNoNode; id = xml_.next_sibling(id)) {
    if (!xml_.is_text(id)) {
      if (xml_.name(id) == "sep") ++part;
      continue;
    }
    const std::string_view text = xml_.text(id);
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    const std::size_t end = text.find_last_not_of(" \t\r\n");
    append_folded(parts[part], text.substr(start, end - start + 1), LabelKind::Number);
  }
  const NodeId first = leaf(parts[0]);
  const NodeId second = leaf(parts[1]);
  if (type == "e-notation") {
    return add(Op::Times, {first, add(Op::Power, {leaf("10"), second}, source)}, source);
  }
  if (type == "complex-cartesian" || type == "complex-polar") {
    const NodeId i = tree_.add_leaf(Op::Variable, "i", source);
    const NodeId imaginary = add(Op::Times, {second, i}, source);
    if (type == "complex-cartesian") return add(Op::Plus, {first, imaginary}, source);
    const NodeId e = tree_.add_leaf(Op::Variable, "e", source);
    return add(Op::Times, {first, add(Op::Power, {e, imaginary}, source)}, source);
  }
  return add(Op::Divide, {first, second}, source);
}

NodeId ContentReader::symbol(NodeId element) {
  const base::Span source = xml_.source(element);
  const std::string_view dictionary = xml_.attribute(element, "cd");
  const std::string name = label_of(element);
  if (dictionary == "noether") {
    const auto op = op_of_noether(name);
    if (!op) return error_leaf(name, element, "unknown operator " + name);
    return tree_.add_leaf(*op, "", source);
  }
  if (dictionary == "unknown" || dictionary == "mws") return identifier(element);
  if (const auto meaning = meaning_of_latexml(name)) return bare(*meaning, source);
  if (const auto meaning = meaning_of_element(name)) return bare(*meaning, source);
  return tree_.add_leaf(Op::Symbol, name, source);
}

// Lists of operands; with a bound variable and a condition, a set-builder.
NodeId ContentReader::container(NodeId element, Op op) {
  const Elements all = xml_.elements(element);
  const Operands parts = operands_of(all);
  const base::Span source = xml_.source(element);
  const NodeId condition = parts.condition != kNoNode ? parts.condition : parts.domain;
  if (condition == kNoNode) return add(op, "", read_all(parts.plain), source);
  const NodeId member = parts.plain.empty() ? bound_variables(parts) : read(parts.plain.front());
  return add(Op::SetBuilder, {member, read(condition)}, source);
}

NodeId ContentReader::interval(NodeId element) {
  std::string closure;
  append_attribute_as_label(closure, xml_.attribute(element, "closure"));
  if (!xml_.has_attribute(element, "closure")) closure = "closed";
  return add(Op::Interval, closure, read_all(xml_.elements(element)), xml_.source(element));
}

// Alternating values and conditions.
NodeId ContentReader::piecewise(NodeId element) {
  Nodes parts;
  for (const NodeId piece : xml_.elements(element)) {
    const Elements inside = xml_.elements(piece);
    const base::Span source = xml_.source(piece);
    parts.push_back(inside.empty() ? missing(source) : read(inside[0]));
    if (inside.size() > 1) {
      parts.push_back(read(inside[1]));
    } else if (xml_.name(piece) == "otherwise") {
      parts.push_back(tree_.add_leaf(Op::Text, "otherwise", source));
    } else {
      parts.push_back(missing(source));
    }
  }
  return add(Op::Cases, "", parts, xml_.source(element));
}

NodeId ContentReader::lambda(NodeId element) {
  const Elements all = xml_.elements(element);
  const Operands parts = operands_of(all);
  const NodeId variables = bound_variables(parts);
  return add(Op::MapsTo, {variables, body_of(parts, xml_.source(element))}, xml_.source(element));
}

// A second reference to an element: the element is read again, within the same limits.
NodeId ContentReader::shared(NodeId element) {
  if (ids_.empty()) {
    Elements pending = {xml_.root()};
    while (!pending.empty()) {
      const NodeId id = pending.back();
      pending.pop_back();
      if (!xml_.attribute(id, "id").empty()) ids_.emplace(xml_.attribute(id, "id"), id);
      for (NodeId child = xml_.first_element(id); child != kNoNode;
           child = xml_.next_element(child)) {
        pending.push_back(child);
      }
    }
    ids_.emplace("", kNoNode);  // not empty again
  }
  std::string_view target = xml_.attribute(element, "href");
  if (target.starts_with('#')) target.remove_prefix(1);
  const auto it = ids_.find(target);
  if (it == ids_.end() || it->second == kNoNode) {
    const std::string name(target);
    return error_leaf("#" + name, element, "no element has the id " + name);
  }
  return read(it->second);
}

base::Result<void> read_content(std::string_view xml, OperatorTree& out,
                                std::vector<base::Error>& diagnostics) {
  out.clear();
  thread_local XmlTree elements;
  if (auto read = read_xml(xml, elements); !read) return read;
  ContentReader reader(elements, out, diagnostics);
  out.set_root(reader.read_formula());
  if (reader.exceeded() || out.too_deep()) {
    const base::Span whole = elements.source(elements.root());
    out.clear();
    return base::fail("the formula is nested too deeply or too large", whole);
  }
  return {};
}

}  // namespace noether::formula
