#include "noether/formula/mathml/presentation_elements.h"

#include <algorithm>
#include <string>

#include "noether/base/utf8.h"
#include "noether/formula/layout_builder.h"
#include "noether/formula/mathml/length.h"
#include "noether/formula/mathml/presentation_tokens.h"
#include "noether/formula/mathml/token_text.h"

namespace noether::formula {
namespace {

// A quad on top of the operator's own space.
constexpr double kWideOperatorSpace = 1.19;

}  // namespace

void PresentationReader::blank(NodeId element, Row& row) {
  push(tree_.add(SymbolKind::Blank, "", xml_.source(element)), row);
}

void PresentationReader::space(NodeId element, Row& row) {
  row.wide_space = row.wide_space || has_space(element, "width", kWideSpace);
}

void PresentationReader::token(NodeId element, Row& row) {
  const bool is_operator = xml_.name(element) == "mo";
  if (is_operator && has_space(element, "lspace", kWideOperatorSpace)) row.wide_space = true;
  const NodeId symbol = add_token(xml_, element, alphabet_, tree_);
  if (is_operator && !literal_ && symbol != kNoNode && tree_.label(symbol) == "||") {
    tree_.set_label(symbol, "∥");
  }
  push(symbol, row);
  if (is_operator && has_space(element, "rspace", kWideOperatorSpace)) row.wide_space = true;
}

void PresentationReader::fraction(NodeId element, Row& row) {
  const std::vector<NodeId> parts = xml_.elements(element);
  if (parts.size() != 2) return append_children(element, row);
  const NodeId node = tree_.add(SymbolKind::Fraction, "divide", xml_.source(element));
  const std::string_view thickness = xml_.attribute(element, "linethickness");
  tree_.node(node).barless = length_in_ems(thickness) == 0.0;
  attach(tree_, node, Relation::Over, argument(parts[0]));
  attach(tree_, node, Relation::Under, argument(parts[1]));
  push(node, row);
}

void PresentationReader::square_root(NodeId element, Row& row) {
  const NodeId node = tree_.add(SymbolKind::Root, "root", xml_.source(element));
  attach(tree_, node, Relation::Within, inside(element));
  push(node, row);
}

void PresentationReader::root(NodeId element, Row& row) {
  const std::vector<NodeId> parts = xml_.elements(element);
  if (parts.size() != 2) return append_children(element, row);
  const NodeId node = tree_.add(SymbolKind::Root, "root", xml_.source(element));
  attach(tree_, node, Relation::Within, argument(parts[0]));
  attach(tree_, node, Relation::PreAbove, argument(parts[1]));
  push(node, row);
}

void PresentationReader::enclosure(NodeId element, Row& row) {
  std::string notation;
  append_attribute_as_label(notation, xml_.attribute(element, "notation"));
  if (!xml_.has_attribute(element, "notation")) notation = "longdiv";
  const NodeId node = tree_.add(SymbolKind::Enclosure, notation, xml_.source(element));
  attach(tree_, node, Relation::Within, inside(element));
  push(node, row);
}

void PresentationReader::fenced(NodeId element, Row& row) {
  const base::Span source = xml_.source(element);
  const auto fence = [&](std::string_view name, std::string_view otherwise) {
    return add_operator(
        xml_.has_attribute(element, name) ? xml_.attribute(element, name) : otherwise, source,
        tree_);
  };
  std::vector<std::string_view> separators;
  const std::string_view listed =
      xml_.has_attribute(element, "separators") ? xml_.attribute(element, "separators") : ",";
  for (const base::CodePoint& c : base::code_points(listed)) {
    if (c.value != U' ') separators.push_back(c.bytes);
  }
  push(fence("open", "("), row);
  std::size_t index = 0;
  for (NodeId id = xml_.first_element(element); id != kNoNode; id = xml_.next_element(id)) {
    if (index > 0 && !separators.empty()) {
      push(add_operator(separators[std::min(index, separators.size()) - 1], source, tree_), row);
    }
    append(id, row);
    ++index;
  }
  push(fence("close", ")"), row);
}

// The fences of a literal layout hold the symbols of cells that end in commas, or one table.
void PresentationReader::marked_group(NodeId element, Row& row) {
  const std::vector<NodeId> parts = xml_.elements(element);
  const auto fence = [&](NodeId part) {
    std::string label;
    append_label(xml_, part, LabelKind::Operator, Alphabet::Plain, label);
    return label;
  };
  const std::string open = fence(parts.front());
  const std::string close = fence(parts.back());
  if (parts.size() < 3 || open.size() > 0xFF) return;
  if (parts.size() == 3 && xml_.name(parts[1]) == "mtable") {
    table(parts[1], open, close, row);
  } else {
    Row inside;
    for (const NodeId part : std::span(parts).subspan(1, parts.size() - 2)) append(part, inside);
    push(fence_row(tree_, open, close, link(inside), xml_.source(element)), row);
  }
}

void PresentationReader::error(NodeId element, Row& row) {
  std::string label;
  append_label(xml_, element, LabelKind::Text, Alphabet::Plain, label);
  diagnostics_.push_back({"the producer could not read " + label, xml_.source(element), ""});
  push(tree_.add(SymbolKind::Error, label, xml_.source(element)), row);
}

void PresentationReader::unknown(NodeId element, Row& row) {
  const std::string label = "<" + std::string(xml_.name(element)) + ">";
  diagnostics_.push_back({"no element of Presentation MathML: " + label, xml_.source(element),
                          "Content MathML has a reader of its own"});
  push(tree_.add(SymbolKind::Error, label, xml_.source(element)), row);
}

}  // namespace noether::formula
