// Scripts with commands of their own: \sideset, \prescript, \tensor-like prescripts, stray \limits.
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

void attach_if(LayoutTree& tree, NodeId base, Relation relation, NodeId script) {
  if (script != kNoNode) attach(tree, base, relation, script);
}

// \sideset{_a^b}{_c^d}\sum
void sideset(LatexParser& parser, const Token& command, std::string_view) {
  LayoutTree& tree = parser.tree();
  const NodeId left = parser.single_argument(command);
  const NodeId right = parser.single_argument(command);
  const NodeId base = parser.single_argument(command);
  attach_if(tree, base, Relation::PreAbove, take_link(tree, left, Relation::Above, Relation::Over));
  attach_if(tree, base, Relation::PreBelow,
            take_link(tree, left, Relation::Below, Relation::Under));
  attach_if(tree, base, Relation::Above, take_link(tree, right, Relation::Above, Relation::Over));
  attach_if(tree, base, Relation::Below, take_link(tree, right, Relation::Below, Relation::Under));
  parser.push(base);
}

// \prescript{above}{below}{base}
void prescript(LatexParser& parser, const Token& command, std::string_view) {
  const NodeId above = parser.argument(command);
  const NodeId below = parser.argument(command);
  const NodeId base = parser.single_argument(command);
  attach_if(parser.tree(), base, Relation::PreAbove, above);
  attach_if(parser.tree(), base, Relation::PreBelow, below);
  parser.push(base);
}

// \limits is read with the scripts; one that follows no symbol changes nothing.
void stray_limits(LatexParser&, const Token&, std::string_view) {}

}  // namespace

void register_scripts(CommandTable& table) {
  table.add("sideset", sideset);
  table.add("prescript", prescript);
  table.add("limits", stray_limits);
  table.add("nolimits", stray_limits);
}

}  // namespace noether::formula
