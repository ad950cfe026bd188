#include "noether/egraph/node_table.h"

#include <algorithm>

namespace noether::egraph {

void NodeTable::clear() {
  if (entries_.size() > kKeptCapacity) {
    entries_.resize(kKeptCapacity);
    entries_.shrink_to_fit();
  }
  std::ranges::fill(entries_, Entry{});
  used_ = 0;
}

}  // namespace noether::egraph
