// Putting layout trees together: the conventions of layout_tree.h, in one place for every reader.
#pragma once

#include <span>

#include "noether/formula/layout_tree.h"

namespace noether::formula {

// Links the symbols of one row along `next`, turning every balanced pair of fences into a Group
// whose inside is split at commas. Each entry of `row` is a single symbol with its scripts attached
// (its own `next` unset). Scripts on a closing fence move to the group. Returns the first symbol,
// kNoNode for an empty row.
NodeId link_row(LayoutTree& tree, std::span<const NodeId> row);

// Puts a linked row between fences: the group, its inside split at commas. Fences around a lone
// fenceless table become the table's own.
NodeId fence_row(LayoutTree& tree, std::string_view open, std::string_view close, NodeId head,
                 base::Span source = {});

// The last symbol of the chain that starts at `head`.
NodeId last_in_row(const LayoutTree& tree, NodeId head);

// Wraps a chain of several symbols into a fenceless 1x1 group so that a script can hang off it; a
// single symbol is returned as it is, an empty row becomes a Blank.
NodeId as_single(LayoutTree& tree, NodeId head);

// Attaches a script to a single symbol. `relation` is Above or Below for scripts, Over or Under for
// limits and accents; scripts of operator symbols become limits, as in Tangent-S. If the place is
// taken, the base is wrapped into a group first. Returns the node that is the base afterwards.
NodeId attach(LayoutTree& tree, NodeId base, Relation relation, NodeId script);

// A 1x1, rows x columns, ... group over cells in row order. Empty cells become Blank.
NodeId make_table(LayoutTree& tree, std::string_view open, std::string_view close,
                  std::uint16_t rows, std::uint16_t columns, std::span<const NodeId> cells,
                  base::Span source = {});

}  // namespace noether::formula
