// Tables: mtable, mtr, mlabeledtr, mtd.
#include <algorithm>

#include "noether/formula/layout_builder.h"
#include "noether/formula/limits.h"
#include "noether/formula/mathml/presentation_elements.h"

namespace noether::formula {

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

}  // namespace noether::formula
