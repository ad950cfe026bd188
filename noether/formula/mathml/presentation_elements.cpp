#include "noether/formula/mathml/presentation_elements.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "noether/base/utf8.h"
#include "noether/formula/layout_builder.h"
#include "noether/formula/limits.h"
#include "noether/formula/mathml/token_text.h"

namespace noether::formula {
namespace {

// A quad in addition to the operator's own space.
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

// The fences of a literal layout contain the symbols of cells that end in commas, or one table.
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
  diagnostics_.push_back({"not an element of Presentation MathML: " + label, xml_.source(element),
                          "Content MathML has a separate reader"});
  push(tree_.add(SymbolKind::Error, label, xml_.source(element)), row);
}

namespace {

// Scripts and limits: msub, msup, munder, mover, mmultiscripts.

Relation script_place(SymbolKind base, Relation relation) {
  if (base == SymbolKind::Operator && relation == Relation::Above) return Relation::Over;
  if (base == SymbolKind::Operator && relation == Relation::Below) return Relation::Under;
  return relation;
}

}  // namespace

// Attaches all scripts to one symbol: if a place is taken, the base is first put into a group.
void PresentationReader::push_with_scripts(NodeId base, std::span<const Script> scripts, Row& row) {
  base = as_single(tree_, base);
  const LayoutNode& node = tree_.node(base);
  const bool taken = std::ranges::any_of(scripts, [&](const Script& script) {
    return node.link(script_place(node.kind, script.relation)) != kNoNode ||
           (node.kind == SymbolKind::Root && script.relation == Relation::PreAbove);
  });
  if (taken) base = make_table(tree_, "", "", 1, 1, std::span(&base, 1), node.source);
  for (const Script& script : scripts) base = attach(tree_, base, script.relation, script.head);
  push(base, row);
}

void PresentationReader::scripts(NodeId element, Row& row) {
  const std::string_view name = xml_.name(element);
  const bool limits = name.starts_with("munder") || name == "mover";
  const Relation low = limits ? Relation::Under : Relation::Below;
  const Relation high = limits ? Relation::Over : Relation::Above;
  std::vector<Script> scripts;
  const std::vector<NodeId> parts = xml_.elements(element);
  const bool both = name == "msubsup" || name == "munderover";
  if (parts.size() != (both ? 3 : 2)) return append_children(element, row);
  const NodeId base = argument(parts[0]);
  if (both) {
    scripts = {{low, argument(parts[1])}, {high, argument(parts[2])}};
  } else {
    scripts = {{name == "msub" || name == "munder" ? low : high, argument(parts[1])}};
  }
  push_with_scripts(base, scripts, row);
}

// base (sub sup)* [mprescripts (presub presup)*]; several pairs on one side form one row.
void PresentationReader::multiscripts(NodeId element, Row& row) {
  constexpr std::array<Relation, 4> places = {Relation::Below, Relation::Above, Relation::PreBelow,
                                              Relation::PreAbove};
  const std::vector<NodeId> parts = xml_.elements(element);
  if (parts.empty()) return;
  std::array<Row, 4> rows;
  std::array<bool, 4> present{};
  std::size_t place = 0;
  for (const NodeId part : std::span(parts).subspan(1)) {
    if (xml_.name(part) == "mprescripts") {
      place = 2;
      continue;
    }
    if (xml_.name(part) != "none") {
      present[place] = true;
      append(part, rows[place]);
    }
    place ^= 1;
  }
  std::vector<Script> scripts;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (present[i]) scripts.push_back({places[i], link(rows[i])});
  }
  if (scripts.empty()) return append(parts[0], row);
  push_with_scripts(argument(parts[0]), scripts, row);
}

// Tables: mtable, mtr, mlabeledtr, mtd.

void PresentationReader::table(NodeId element, std::string_view open, std::string_view close,
                               Row& row) {
  std::vector<std::vector<NodeId>> rows;
  std::size_t columns = 0;
  for (NodeId id = xml_.first_element(element); id != kNoNode; id = xml_.next_element(id)) {
    std::vector<NodeId>& cells = rows.emplace_back();
    if (xml_.name(id) != "mtr" && xml_.name(id) != "mlabeledtr") {
      cells.push_back(cell(id));
    } else {
      NodeId td = xml_.first_element(id);
      if (xml_.name(id) == "mlabeledtr" && td != kNoNode) td = xml_.next_element(td);
      for (; td != kNoNode; td = xml_.next_element(td)) cells.push_back(cell(td));
    }
    columns = std::max(columns, cells.size());
  }
  constexpr std::size_t most = 0xFFFF;
  if (rows.size() > most || columns > most ||
      tree_.node_count() + rows.size() * columns > kMaxNodes) {
    too_large_ = true;
    return;
  }
  std::vector<NodeId> cells;
  cells.reserve(rows.size() * columns);
  for (std::vector<NodeId>& line : rows) {
    line.resize(columns, kNoNode);
    cells.insert(cells.end(), line.begin(), line.end());
  }
  push(make_table(tree_, open, close, static_cast<std::uint16_t>(rows.size()),
                  static_cast<std::uint16_t>(columns), cells, xml_.source(element)),
       row);
}

NodeId PresentationReader::cell(NodeId element) {
  return xml_.name(element) == "mtd" ? inside(element) : argument(element);
}

namespace {

constexpr auto kUnits = std::to_array<std::pair<std::string_view, double>>({
    {"", 1.0},
    {"em", 1.0},
    {"ex", 0.43},
    {"pt", 0.1},
    {"px", 0.075},
    {"pc", 1.2},
    {"in", 7.227},
    {"cm", 2.845},
    {"mm", 0.2845},
    {"mu", 1.0 / 18},
    {"%", 0.01},
});

constexpr auto kNamedLengths = std::to_array<std::pair<std::string_view, double>>({
    {"veryverythinmathspace", 1.0 / 18},
    {"verythinmathspace", 2.0 / 18},
    {"thinmathspace", 3.0 / 18},
    {"mediummathspace", 4.0 / 18},
    {"thickmathspace", 5.0 / 18},
    {"verythickmathspace", 6.0 / 18},
    {"veryverythickmathspace", 7.0 / 18},
});

}  // namespace

std::optional<double> length_in_ems(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return std::nullopt;
  text = text.substr(start, text.find_last_not_of(" \t\r\n") - start + 1);
  for (const auto& [name, ems] : kNamedLengths) {
    if (text == name) return ems;
  }
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  for (const auto& [unit, ems] : kUnits) {
    if (text == unit) return number * ems;
  }
  return std::nullopt;
}

}  // namespace noether::formula
