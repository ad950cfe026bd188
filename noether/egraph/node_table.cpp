#include "noether/egraph/node_table.h"

#include <algorithm>

namespace noether::egraph {

void NodeTable::clear() {
  while (entries_.size() > kMinCapacity && entries_.size() > used_ * 8) {
    entries_.resize(entries_.size() / 2);
  }
  std::ranges::fill(entries_, Entry{});
  used_ = 0;
}

}  // namespace noether::egraph
