// Reads a whole segment, and compares redundant data.
#pragma once

#include <functional>

#include "noether/base/error.h"
#include "noether/index/segment_reader.h"

namespace noether::index {

using OnDamage = std::function<void(const base::Error&)>;

// Calls `damage` for each problem; after one, the rest of that part is skipped.
void check_segment(const SegmentReader& segment, const OnDamage& damage);

}  // namespace noether::index
