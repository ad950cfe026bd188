// Reads everything in a segment, and compares what is told twice.
#pragma once

#include <functional>

#include "noether/base/error.h"
#include "noether/index/segment_reader.h"

namespace noether::index {

using OnDamage = std::function<void(const base::Error&)>;

// Each problem found is given to `damage`; after one, the rest of that part is not looked at.
void check_segment(const SegmentReader& segment, const OnDamage& damage);

}  // namespace noether::index
