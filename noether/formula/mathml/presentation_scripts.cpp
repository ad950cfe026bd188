// Scripts and limits: msub, msup, munder, mover, mmultiscripts.
#include <algorithm>
#include <array>

#include "noether/formula/layout_builder.h"
#include "noether/formula/mathml/presentation_elements.h"

namespace noether::formula {
namespace {

Relation script_place(SymbolKind base, Relation relation) {
  if (base == SymbolKind::Operator && relation == Relation::Above) return Relation::Over;
  if (base == SymbolKind::Operator && relation == Relation::Below) return Relation::Under;
  return relation;
}

}  // namespace

// Hangs all scripts on one symbol: when a place is taken, the base becomes a group first.
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

}  // namespace noether::formula
