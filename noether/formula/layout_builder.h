// Builds layout trees: applies the conventions of layout_tree.h in one place for every reader.
#pragma once

#include <span>

#include "noether/formula/layout_tree.h"

namespace noether::formula {

// Links the symbols of one row along `next`, and turns every balanced pair of fences into a Group
// whose inside is split at commas. Each entry of `row` is a single symbol with its scripts attached
// and its own `next` unset. Scripts on a closing fence move to the group. Returns the first symbol,
// or kNoNode for an empty row.
NodeId link_row(LayoutTree& tree, std::span<const NodeId> row);

// Puts a linked row between fences and returns the group, its inside split at commas. Fences around
// a lone fenceless table become the table's own.
NodeId fence_row(LayoutTree& tree, std::string_view open, std::string_view close, NodeId head,
                 base::Span source = {});

// The last symbol of the chain that starts at `head`.
NodeId last_in_row(const LayoutTree& tree, NodeId head);

// Wraps a chain of several symbols into a fenceless 1x1 group so that it can carry a script. A
// single symbol is returned unchanged, and an empty row becomes a Blank.
NodeId as_single(LayoutTree& tree, NodeId head);

// Attaches a script to a single symbol. `relation` is Above or Below for scripts, Over or Under for
// limits and accents; scripts of operator symbols become limits, as in Tangent-S. If the place is
// taken, the base is first wrapped into a group. Returns the node that is the base afterwards.
NodeId attach(LayoutTree& tree, NodeId base, Relation relation, NodeId script);

// Makes a group of rows x columns over cells in row order. Empty cells become Blank.
NodeId make_table(LayoutTree& tree, std::string_view open, std::string_view close,
                  std::uint16_t rows, std::uint16_t columns, std::span<const NodeId> cells,
                  base::Span source = {});

}  // namespace noether::formula
