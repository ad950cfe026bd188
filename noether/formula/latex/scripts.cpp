// Scripts that have commands: \sideset, \prescript, \tensor-like prescripts, stray \limits.
#include "noether/formula/latex/command_table.h"
#include "noether/formula/layout_builder.h"

namespace noether::formula {
namespace {

NodeId take_link(LayoutTree& tree, NodeId from, Relation a, Relation b) {
  for (const Relation relation : {a, b}) {
    const NodeId id = tree.node(from).link(relation);
    if (id != kNoNode) return id;
  }
  return kNoNode;
}

NodeId attach_if(LayoutTree& tree, NodeId base, Relation relation, NodeId script) {
  return script == kNoNode ? base : attach(tree, base, relation, script);
}

// \sideset{_a^b}{_c^d}\sum; a side with more than scripts is placed beside the base.
void sideset(LatexParser& parser, const Token& command, std::string_view) {
  LayoutTree& tree = parser.tree();
  const NodeId left = parser.single_argument(command);
  const NodeId right = parser.single_argument(command);
  NodeId base = parser.single_argument(command);
  const auto is_scripts = [&](NodeId side) { return tree.node(side).kind == SymbolKind::Blank; };
  const auto move = [&](NodeId side, Relation target, Relation a, Relation b) {
    base = attach_if(tree, base, target, take_link(tree, side, a, b));
  };
  if (is_scripts(left)) {
    move(left, Relation::PreAbove, Relation::Above, Relation::Over);
    move(left, Relation::PreBelow, Relation::Below, Relation::Under);
  } else {
    parser.push(left);
  }
  if (is_scripts(right)) {
    move(right, Relation::Above, Relation::Above, Relation::Over);
    move(right, Relation::Below, Relation::Below, Relation::Under);
  }
  parser.push(base);
  if (!is_scripts(right)) parser.push(right);
}

// \prescript{above}{below}{base}
void prescript(LatexParser& parser, const Token& command, std::string_view) {
  const NodeId above = parser.argument(command);
  const NodeId below = parser.argument(command);
  NodeId base = parser.single_argument(command);
  base = attach_if(parser.tree(), base, Relation::PreAbove, above);
  parser.push(attach_if(parser.tree(), base, Relation::PreBelow, below));
}

// \limits is read with the scripts; without a symbol before it, it has no effect.
void stray_limits(LatexParser&, const Token&, std::string_view) {}

}  // namespace

void register_scripts(CommandTable& table) {
  table.add("sideset", sideset);
  table.add("prescript", prescript);
  table.add("limits", stray_limits);
  table.add("nolimits", stray_limits);
}

}  // namespace noether::formula
